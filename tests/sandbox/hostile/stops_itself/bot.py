"""Stops itself, so that nothing of it uses any time."""

import os
import signal

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        os.kill(os.getpid(), signal.SIGSTOP)
    answer(number)
