"""Makes folders in folders in folders, deeper than any path is long."""

import os
import time

from attacking import at_first


def attack():
    where = os.getcwd()
    os.chdir("/tmp")
    try:
        for deep in range(5000):
            try:
                os.mkdir("d")
            except OSError:
                return {"deep": deep}
            os.chdir("d")
        time.sleep(0.5)  # where nothing else bounds it, somebody looks from time to time
        return {"deep": 5000}
    finally:
        os.chdir(where)


choose = at_first(attack)
