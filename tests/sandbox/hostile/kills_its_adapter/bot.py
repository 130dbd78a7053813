"""Kills the adapter, which is of its own user."""

import os
import signal
import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)
    answer(number)
