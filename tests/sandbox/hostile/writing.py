"""Writes wherever it should not be able to."""

import os


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    done = []
    for path in (
        "/x",
        "/bot/x",
        "/usr/x",
        "/usr/lib/athanor/x",
        "/etc/x",
        "/dev/x",
        "/run/x",
        "/proc/x",
        "/proc/sys/kernel/core_pattern",
        "/proc/self/uid_map",
        "/sys/x",
        "/mnt/x",
        "/bot/writing.py",
        "/etc/passwd",
        "/usr/bin/python3",
    ):
        try:
            with open(path, "a") as file:
                file.write("x")
            done.append(path)
        except OSError:
            pass
    for what, call in (
        ("chmod", lambda: os.chmod("/bot", 0o777)),
        ("mkdir", lambda: os.mkdir("/y")),
        ("mknod", lambda: os.mknod("/tmp/n", 0o60666, 0x800)),
    ):
        try:
            call()
            done.append(what)
        except OSError:
            pass
    return repr(done)
