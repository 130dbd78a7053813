"""Starts threads until it may start no more."""

import threading
import time

from attacking import at_first


def attack():
    for threads in range(150):
        try:
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        except RuntimeError:
            return {"threads": threads}
    return {"threads": 150}


choose = at_first(attack)
