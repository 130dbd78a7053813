"""Closes its output and stays."""

import os
import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        os.close(1)
        time.sleep(600)
    answer(number)
