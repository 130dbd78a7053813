"""Stores and reads keys in the kernel, where they outlive it and are seen by others."""

from attacking import at_first, called

CALLS = {
    "add_key": (248, 0, 0, 0, 0, -3),
    "request_key": (249, 0, 0, 0, 0),
    "keyctl": (250, 0, -3, 0),
}


def attack():
    return {name: called(*call) for name, call in CALLS.items()}


choose = at_first(attack)
