"""Makes empty files, which take no room of the folder but the kernel's memory."""

import errno
import os
import time

from attacking import at_first

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
    time.sleep(0.5)  # where nothing else bounds it, somebody looks from time to time
    return came


choose = at_first(attack)
