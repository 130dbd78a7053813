"""Beside every hostile bot: it attacks at its first question, tells what came of it, and plays on."""

import ctypes
import errno
import json
import os
import sys
import time

TAME = os.path.exists("tame")
"""Whether this is the twin of a bot that a rule stops, and no wall: it behaves, and plays on."""


def lines():
    """What a bot of lines is asked, each as its number."""
    for line in sys.stdin:
        said = json.loads(line)
        if "welcome" in said:
            print('{"ready":{}}', flush=True)
        elif "ask" in said:
            yield said["ask"]["number"]


def answer(number) -> None:
    print(json.dumps({"answer": {"number": number, "index": 0}}), flush=True)


def at_first(attack):
    told = []

    def choose(ask):
        if not told:
            told.append(True)
            ask.note(json.dumps(attack()))
        return 0

    return choose


def until_looked_at() -> None:
    """Where nothing else bounds what was taken, somebody looks from time to time."""
    time.sleep(3)


def outcome(call, *arguments):
    """The name of the error that a call comes to, or "done"."""
    try:
        call(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))
    return "done"


def called(number, *arguments):
    """The same of a system call by its number."""
    libc = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    if libc.syscall(number, *map(ctypes.c_long, arguments)) != -1:
        return "done"
    return errno.errorcode.get(ctypes.get_errno(), str(ctypes.get_errno()))
