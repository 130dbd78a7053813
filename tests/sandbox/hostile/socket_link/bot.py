"""Puts a link to a socket of the machine in the place of its own."""

import os
import time

with open("told/decoy") as file:
    os.symlink(file.read(), os.environ["ATHANOR_SOCKET"])
time.sleep(600)
