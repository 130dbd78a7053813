"""Reads the environment and the arguments of every process that it sees."""

import os

from attacking import at_first


def attack():
    seen = b"".join(f"{name}={value}".encode() for name, value in os.environ.items())
    paths = set()
    for number in filter(str.isdigit, os.listdir("/proc")):
        for what in ("environ", "cmdline"):
            try:
                with open(f"/proc/{number}/{what}", "rb") as file:
                    words = file.read()
            except OSError:
                continue
            seen += words
            paths |= {word for word in words.decode().split("\0") if word.startswith(("/tmp/", "/var", "/home"))}
    return {"secret": b"the-secret-of-the-worker" in seen, "paths": sorted(paths)}


choose = at_first(attack)
