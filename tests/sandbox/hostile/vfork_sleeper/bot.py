"""Has all of itself wait in the kernel for a child that sleeps, with every signal ignored."""

import ctypes
import signal
import time

from attacking import TAME, answer, lines

VFORK, PAUSE, EXIT = 58, 34, 60

for number in lines():
    if not TAME:
        for one in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
            signal.signal(one, signal.SIG_IGN)
        libc = ctypes.CDLL(None)
        if libc.syscall(VFORK) == 0:
            while True:
                libc.syscall(PAUSE)
        time.sleep(600)
    answer(number)
