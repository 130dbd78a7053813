"""Makes a user namespace, in which it would be root."""

import os

from attacking import at_first, called

NEW_USER = 0x1000_0000


def attack():
    clone = called(56, NEW_USER | 17, 0, 0, 0, 0) if called(435, 0, 0) == "ENOSYS" else "not tried"
    return {"clone3": called(435, 0, 0), "clone": clone, "unshare": unshared()}


def unshared():
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, called(272, NEW_USER).encode())
        os._exit(0)
    return os.read(reading, 100).decode()


choose = at_first(attack)
