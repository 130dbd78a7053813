"""Makes folders in folders in folders, deeper than any path is long."""

import os

from attacking import at_first, until_looked_at


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
        until_looked_at()
        return {"deep": 5000}
    finally:
        os.chdir(where)


choose = at_first(attack)
