"""Writes a program into its folders and runs it."""

import errno
import os

from attacking import at_first


def attack():
    return {
        name: dropped(folder)
        for name, folder in (("tmp", "/tmp"), ("shm", "/dev/shm"), ("sockets", "/run/athanor"))
    }


def dropped(folder):
    path = f"{folder}/program"
    with open(path, "w") as file:
        file.write("#!/usr/bin/python3 -S\n")
    os.chmod(path, 0o755)
    child = os.fork()
    if child == 0:
        try:
            os.execv(path, [path])
        except OSError as error:
            os._exit(error.errno)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return errno.errorcode.get(code, "done" if code == 0 else str(code))


choose = at_first(attack)
