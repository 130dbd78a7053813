"""Waits, with every signal ignored that can be."""

import signal
import time

from attacking import at_first


def attack():
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
        signal.signal(number, signal.SIG_IGN)
    time.sleep(3)
    return {}


choose = at_first(attack)
