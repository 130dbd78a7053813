"""Looks for files of the machine, of other bots and of the site."""

import os

from attacking import at_first

PLACES = (
    "/root",
    "/home",
    "/var",
    "/boot",
    "/etc/shadow",
    "/etc/machine-id",
    "/etc/ssh",
    "/bot/../../var",
    "/srv",
)


def attack():
    found = [path for path in PLACES if os.path.exists(path)]
    for name in ("root", "cwd"):
        path = f"/proc/1/{name}/../../../etc/shadow"
        if os.path.exists(path):
            found.append(path)
    return {"found": found}


choose = at_first(attack)
