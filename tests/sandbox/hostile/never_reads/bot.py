"""Says that it is ready and reads nothing any more."""

import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        time.sleep(600)
    answer(number)
