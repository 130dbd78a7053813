"""Takes one processor for itself: by its own class of scheduling, of reading, and its group's niceness."""

import os

from attacking import at_first, called, outcome

IOPRIO_SET, SCHED_SETATTR = 251, 314


def attack():
    return {
        "real_time": outcome(os.sched_setscheduler, 0, os.SCHED_RR, os.sched_param(1)),
        "deadline": called(SCHED_SETATTR, 0, 0, 0),
        "reading": called(IOPRIO_SET, 1, 0, 1 << 13),
        "group": outcome(group),
    }


def group() -> None:
    with open("/proc/self/autogroup", "w") as file:
        file.write("-20")


choose = at_first(attack)
