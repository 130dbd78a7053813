"""Writes one file as long as it may be."""

import signal


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    written = 0
    try:
        with open("/tmp/big", "wb", buffering=0) as file:
            while True:
                written += file.write(bytes(64 * 1024))
    except OSError as error:
        return f"{written} {error.strerror}"
