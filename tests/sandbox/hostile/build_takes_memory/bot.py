"""A build that takes more memory than it may."""

taken = [bytearray(b"x") * (8 << 20) for _ in range(40)]
