"""Writes into every folder in memory until there is no room."""

import errno

from attacking import at_first

FOLDERS = {"tmp": "/tmp", "shm": "/dev/shm", "sockets": "/run/athanor"}
MIB = 1024 * 1024


def attack():
    taken = dict.fromkeys(FOLDERS, 0)
    why = ""
    for name, folder in FOLDERS.items():
        try:
            for number in range(3):
                with open(f"{folder}/fill{number}", "wb", buffering=0) as file:
                    for _ in range(8 * 16):
                        taken[name] += file.write(bytes(MIB // 16))
        except OSError as error:
            why = errno.errorcode[error.errno]
    return {"why": why, **{name: size // MIB for name, size in taken.items()}}


choose = at_first(attack)
