"""What travels between the site and the arena workers: orders out, records back."""
