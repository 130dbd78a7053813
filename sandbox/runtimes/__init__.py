"""What is inside a sandbox: which programs a bundle may be written for, and the file trees that hold them."""
