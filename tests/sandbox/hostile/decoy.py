"""A program whose socket is a link to another one."""

import os
import time


def choose(ask):
    return 0


os.symlink("DECOY", os.environ["ATHANOR_SOCKET"])
time.sleep(600)
