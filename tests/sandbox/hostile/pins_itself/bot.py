"""Chooses one processor and yields to all others there, so that who burns it seems to be a stalled host."""

import os

from attacking import at_first, outcome


def attack():
    first = min(os.sched_getaffinity(0))
    return {
        "one": outcome(os.sched_setaffinity, 0, {first}),
        "nice": outcome(os.setpriority, os.PRIO_PROCESS, 0, 19),
        "group": outcome(os.setpriority, os.PRIO_PGRP, 0, 19),
        "idle": outcome(os.sched_setscheduler, 0, os.SCHED_IDLE, os.sched_param(0)),
        "batch": outcome(os.sched_setscheduler, 0, os.SCHED_BATCH, os.sched_param(0)),
    }


choose = at_first(attack)
