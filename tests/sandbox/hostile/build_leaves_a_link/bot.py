"""A build that leaves a link to a file of the machine, to be taken for one of its own."""

import os

if not os.path.exists("tame"):
    os.symlink("/etc/passwd", "data")
