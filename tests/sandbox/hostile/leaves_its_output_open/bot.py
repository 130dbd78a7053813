"""Ends, and leaves a child that holds its output and says nothing."""

import os
import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        if os.fork():
            os._exit(3)
        time.sleep(600)
    answer(number)
