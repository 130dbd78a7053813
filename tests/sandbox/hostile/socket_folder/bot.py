"""Has a folder where its server is to listen."""

import os
import time

from attacking import TAME

if TAME:
    import wire

    wire.serve()
os.mkdir(os.environ["ATHANOR_SOCKET"])
time.sleep(600)
