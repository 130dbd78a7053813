"""A build that prints ten megabytes."""

import os

for _ in range(10_000):
    os.write(1, b"x" * 999 + b"\n")
