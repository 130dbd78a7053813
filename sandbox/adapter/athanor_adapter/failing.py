"""What an author reads whose program cannot be run: which, and why, as far as this side can tell."""

from __future__ import annotations

import errno
from pathlib import Path


def sentence(what: str, program: str, error: OSError) -> str:
    """`what` it is: the command, the build command."""
    return f"athanor: {what} {program!r} cannot be run: {reason(program, error)}"


def reason(program: str, error: OSError) -> str:
    """The kernel says of a script whose interpreter is missing what it says of a file that is missing."""
    if error.errno == errno.ENOENT and Path(program).exists():
        interpreter = named_in_first_line(program)
        needed = f"its first line names {interpreter}, which" if interpreter else "what loads it"
        return f"{needed} is not in this language's sandbox"
    return error.strerror or str(error)


def named_in_first_line(program: str) -> str:
    try:
        with Path(program).open("rb") as file:
            start = file.read(256)
    except OSError:
        return ""
    words = start.partition(b"\n")[0].removeprefix(b"#!").split()
    return words[0].decode(errors="replace") if start.startswith(b"#!") and words else ""
