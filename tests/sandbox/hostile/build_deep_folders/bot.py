"""A build that leaves folders in folders, deeper than whoever walks through them can go."""

import os

for _ in range(900):
    os.mkdir("a")
    os.chdir("a")
