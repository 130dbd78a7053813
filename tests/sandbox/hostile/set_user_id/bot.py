"""Makes a program of its own that runs as somebody else, and looks at what rights there are to be had."""

import os

from attacking import at_first


def attack():
    with open("/tmp/program", "w") as file:
        file.write("#!/bin/sh\n")
    os.chmod("/tmp/program", 0o6755)
    with open("/proc/self/status") as file:
        told = dict(line.split(":\t", 1) for line in file.read().splitlines())
    return {"effective": told["CapEff"], "bounding": told["CapBnd"], "new_privileges": told["NoNewPrivs"]}


choose = at_first(attack)
