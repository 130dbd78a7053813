"""Writes one file longer than a file may be."""

import errno
import os
import signal

from attacking import at_first

MIB = 1024 * 1024


def attack():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    file = os.open("/tmp/long", os.O_WRONLY | os.O_CREAT)
    written = 0
    try:
        while written < 8 * MIB:
            written += os.write(file, bytes(MIB))
    except OSError as error:
        return {"written": written // MIB, "why": errno.errorcode[error.errno]}
    return {"written": written // MIB, "why": ""}


choose = at_first(attack)
