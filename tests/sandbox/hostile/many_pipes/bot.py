"""Opens pipes, and fills them, until it may open no more."""

import errno
import os

from attacking import at_first


def attack():
    for pipes in range(300):
        try:
            _, writing = os.pipe()
        except OSError as error:
            return {"pipes": pipes, "why": errno.errorcode[error.errno]}
        os.set_blocking(writing, False)
        os.write(writing, bytes(65536))
    return {"pipes": 300, "why": ""}


choose = at_first(attack)
