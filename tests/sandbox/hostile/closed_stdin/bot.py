"""Closes its input, answers, and stays."""

import os
import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        answer(number)
        os.close(0)
        time.sleep(600)
    answer(number)
