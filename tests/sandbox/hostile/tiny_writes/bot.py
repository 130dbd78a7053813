"""Writes ten thousand times into the folder of its socket, in as many files."""

import os

from attacking import at_first


def attack():
    for number in range(10_000):
        try:
            file = os.open(f"/run/athanor/{number}", os.O_WRONLY | os.O_CREAT)
            os.write(file, b"x")
            os.close(file)
        except OSError:
            return {"files": number}
    return {"files": 10_000}


choose = at_first(attack)
