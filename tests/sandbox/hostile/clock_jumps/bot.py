"""Sets the machine's clock, its name and its bounds, and restarts it."""

from attacking import at_first, called

CALLS = {
    "adjtimex": (159, 0),
    "settimeofday": (164, 0, 0),
    "clock_settime": (227, 0, 0),
    "clock_adjtime": (305, 0, 0),
    "sethostname": (170, 0, 0),
    "reboot": (169, 0, 0, 0, 0),
    "swapon": (167, 0, 0),
    "acct": (163, 0),
    "syslog": (103, 10, 0, 0),
    "quotactl": (179, 0, 0, 0, 0),
}


def attack():
    return {name: called(*call) for name, call in CALLS.items()}


choose = at_first(attack)
