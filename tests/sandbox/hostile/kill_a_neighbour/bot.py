"""Sends SIGKILL to a process of the machine whose number it was told."""

import os
import signal

from attacking import at_first, outcome


def attack():
    with open("told/neighbour") as file:
        return {"neighbour": outcome(os.kill, int(file.read()), signal.SIGKILL)}


choose = at_first(attack)
