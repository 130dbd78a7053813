"""Becomes somebody else, and puts itself before everybody in line."""

from attacking import at_first, called

CALLS = {
    "setuid": (105, 0),
    "setgid": (106, 0),
    "setgroups": (116, 0, 0),
    "setresuid": (117, 0, 0, 0),
    "capset": (126, 0, 0),
    "sched_setscheduler": (144, 0, 1, 0),
    "sched_setattr": (314, 0, 0, 0),
    "ioprio_set": (251, 1, 0, 0),
    "mlockall": (151, 1),
    "mbind": (237, 0, 0, 0, 0, 0, 0),
    "migrate_pages": (256, 0, 0, 0, 0),
}


def attack():
    return {name: called(*call) for name, call in CALLS.items()}


choose = at_first(attack)
