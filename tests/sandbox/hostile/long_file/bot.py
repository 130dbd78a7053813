"""Writes one file as long as it may be, in memory, where no folder bounds it."""

import errno
import os
import signal

from attacking import at_first

MIB = 1024 * 1024


def attack():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    file = os.memfd_create("long")
    written = 0
    try:
        while written < 24 * MIB:
            written += os.write(file, bytes(MIB))
    except OSError as error:
        return {"written": written // MIB, "why": errno.errorcode[error.errno]}
    return {"written": written // MIB, "why": ""}


choose = at_first(attack)
