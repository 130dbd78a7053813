"""Locks files of the runtime, which other boxes see too: a lock that can be met or asked for is a word."""

import fcntl
import os
import struct

from attacking import at_first, outcome

F_GETLK, F_SETLK, F_OFD_SETLK = 5, 6, 37


def attack():
    shared = os.open(os.__file__, os.O_RDONLY)
    own = os.open("/tmp/own", os.O_RDWR | os.O_CREAT)
    shares, excludes = (struct.pack("hhqqi4x", kind, 0, 0, 1, 0) for kind in (fcntl.F_RDLCK, fcntl.F_WRLCK))
    return {
        "asked": outcome(fcntl.fcntl, shared, F_GETLK, excludes),
        "exclusive": outcome(fcntl.fcntl, shared, F_SETLK, excludes),
        "open_file": outcome(fcntl.fcntl, shared, F_OFD_SETLK, shares),
        "flock": outcome(fcntl.flock, shared, fcntl.LOCK_EX | fcntl.LOCK_NB),
        "lease": outcome(fcntl.fcntl, shared, fcntl.F_SETLEASE, fcntl.F_RDLCK),
        "own": outcome(fcntl.fcntl, own, F_SETLK, excludes),
    }


choose = at_first(attack)
