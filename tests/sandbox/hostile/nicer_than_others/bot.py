"""Raises its own priority, and makes itself the last that ends where memory runs out."""

import os

from attacking import at_first, outcome


def attack():
    with open("/proc/self/oom_score_adj") as file:
        adjustment = int(file.read())
    return {
        "nice": outcome(os.setpriority, os.PRIO_PROCESS, 0, -20),
        "last": outcome(make_last),
        "adjustment": adjustment,
    }


def make_last() -> None:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-500")


choose = at_first(attack)
