"""Has its interpreter collect garbage in another thread while a question is open."""

import gc
import threading
import time

from attacking import at_first

HEAP = [[number] for number in range(50_000)]


def attack():
    began = time.process_time()
    collector = threading.Thread(target=collect, args=(began,))
    collector.start()
    collector.join()
    return {}


def collect(began) -> None:
    while time.process_time() - began < 0.6:
        gc.collect()


choose = at_first(attack)
