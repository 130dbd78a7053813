"""Reads the machine's own figures: how it was started, how busy it is, which start this is."""

from attacking import at_first

FILES = (
    "/proc/cmdline",
    "/proc/loadavg",
    "/proc/diskstats",
    "/proc/interrupts",
    "/proc/vmstat",
    "/proc/keys",
    "/proc/modules",
    "/proc/pressure/cpu",
    "/proc/sys/kernel/random/boot_id",
)


def attack():
    told = []
    for path in FILES:
        try:
            with open(path, "rb") as file:
                if file.read(4096):
                    told.append(path)
        except OSError:
            pass
    return {"told": told}


choose = at_first(attack)
