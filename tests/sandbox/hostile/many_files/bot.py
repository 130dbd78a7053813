"""Makes empty files, which take no room of the folder but the kernel's memory."""

import errno
import os

from attacking import at_first, until_looked_at

FOLDERS = {"tmp": "/tmp", "shm": "/dev/shm", "sockets": "/run/athanor"}


def attack():
    came = {"why": ""}
    for name, folder in FOLDERS.items():
        for number in range(3000):
            try:
                os.close(os.open(f"{folder}/file{number}", os.O_WRONLY | os.O_CREAT))
            except OSError as error:
                came["why"] = errno.errorcode[error.errno]
                break
            came[name] = number + 1
    until_looked_at()
    return came


choose = at_first(attack)
