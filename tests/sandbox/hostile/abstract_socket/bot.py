"""Connects to a Unix socket of the machine that has a name and no file."""

import socket

from attacking import at_first, outcome


def attack():
    with open("told/abstract") as file:
        name = file.read()
    with socket.socket(socket.AF_UNIX) as line:
        return {"came": outcome(line.connect, "\0" + name)}


choose = at_first(attack)
