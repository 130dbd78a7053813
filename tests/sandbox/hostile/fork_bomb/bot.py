"""Forks as often as it may, with children that stay."""

import errno
import os
import time

from attacking import at_first


def attack():
    for children in range(100):
        try:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
        except OSError as error:
            return {"children": children, "why": errno.errorcode[error.errno]}
    return {"children": 100, "why": ""}


choose = at_first(attack)
