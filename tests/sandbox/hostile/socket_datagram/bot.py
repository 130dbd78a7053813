"""Has a socket of another kind where its server is to listen."""

import os
import socket
import time

from attacking import TAME

other = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
if TAME:
    import wire

    wire.serve()
other.bind(os.environ["ATHANOR_SOCKET"])
time.sleep(600)
