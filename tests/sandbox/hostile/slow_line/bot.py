"""Says its answer letter by letter, and never the end of it."""

import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        while True:
            print(end=" ", flush=True)
            time.sleep(0.05)
    answer(number)
