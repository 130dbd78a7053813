"""Listens, and takes no connection."""

import os
import socket
import time

from attacking import TAME
from wire import serve

if not TAME:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.environ["ATHANOR_SOCKET"])
    listener.listen()
    time.sleep(600)
serve()
