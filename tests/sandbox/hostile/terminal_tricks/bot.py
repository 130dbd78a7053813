"""Types into a terminal in the place of who sits at it, and other ioctls."""

import fcntl
import os

from attacking import at_first, outcome

TIOCSTI, FS_IOC_GETFLAGS = 0x5412, 0x8008_6601


def attack():
    file = os.open("/tmp/file", os.O_RDWR | os.O_CREAT)
    return {
        "typed": outcome(fcntl.ioctl, file, TIOCSTI, b"x"),
        "flags": outcome(fcntl.ioctl, file, FS_IOC_GETFLAGS, bytes(8)),
    }


choose = at_first(attack)
