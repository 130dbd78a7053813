"""Leaves processes behind that are nobody's children, in sessions of their own, deaf to every signal."""

import os
import signal
import time

from attacking import at_first


def attack():
    for _ in range(5):
        child = os.fork()
        if child == 0:
            leave()
        os.waitpid(child, 0)
    return {"left": 5}


def leave() -> None:
    os.setsid()
    if os.fork() == 0:
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        for descriptor in range(256):
            try:
                os.close(descriptor)
            except OSError:
                pass
        time.sleep(60)
    os._exit(0)


choose = at_first(attack)
