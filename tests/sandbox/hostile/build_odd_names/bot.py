"""A build that leaves a file whose name is no text."""

open(b"\xff\n.txt", "wb").close()
