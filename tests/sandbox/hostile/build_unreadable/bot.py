"""A build that takes away the rights to read what it leaves."""

import os

os.mkdir("closed")
open("closed/file", "w").close()
os.chmod("closed/file", 0)
os.chmod("closed", 0)
os.chmod(".", 0)
