"""Opens the machine's disk, its memory and its kernel's log, or makes such a device of its own."""

import os

from attacking import at_first, outcome

DEVICES = ("/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/mem", "/dev/kmsg", "/dev/kvm", "/dev/fuse", "/dev/ptmx")


def attack():
    opened = []
    for path in DEVICES:
        try:
            os.close(os.open(path, os.O_RDONLY))
            opened.append(path)
        except OSError:
            pass
    return {"opened": opened, "made": outcome(os.mknod, "/tmp/disk", 0o60600, os.makedev(254, 0))}


choose = at_first(attack)
