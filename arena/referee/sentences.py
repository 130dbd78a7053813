"""The one sentence about a disqualified bot: what happened, at which message, and which limit it met.

    at ask 3 (play), after 4 moves: nobody is at the other end ... any more; its program ended with exit code 37
    `- at which message ---------'  `- what happened: a row of FAULTS ----'  `- how its program ended -----------

The match puts the first part before the second (`sentence`). The third is added (`ended`)
by the caller that has the sandbox, once the sandbox has ended too.
"""

from __future__ import annotations

import re
import signal
from typing import Final

from arena.referee.conduct import DETAIL_LENGTH, Out, shortened
from arena.referee.fault import Fault
from arena.referee.faults import DISK, FILE_SIZE, MEMORY, NO_MAIN_LOOP, OPEN_FILES, PROCESSES
from athanor_contract.limits.sandbox import MIB, Limits

LOG_TAIL: Final = 2_000
"""Bytes of a log that are searched for a limit of the sandbox: a program says last what it died of."""
SIGNALLED: Final = 128
"""An exit code above it is a signal's, by the habit of shells and of every sandbox here."""

IN_THE_LOG: Final = {
    PROCESSES.code: re.compile(
        r"can't start new thread|Resource temporarily unavailable|pthread_create failed"
        r"|unable to create native thread"
    ),
    OPEN_FILES.code: re.compile(r"Too many open files|EMFILE"),
    FILE_SIZE.code: re.compile(r"File too large|EFBIG"),
    DISK.code: re.compile(r"No space left on device|ENOSPC"),
}
"""What programs and their libraries write when they meet a limit, by the limit's fault."""


# --- at which message


def at_start(out: Out) -> str:
    return "while it started" if out is Out.NEVER_READY else "before its first ask"


def at_ask(number: int, question: str, plies: int, *, again: str = "", early: bool = False) -> str:
    """`again`: the code of the refusal that was told back; `early`: it was noticed before the question was put."""
    after = f"after {plies} move{'' if plies == 1 else 's'}"
    if early:
        before = f"its answer to ask {number - 1}" if number > 1 else "its ready"
        return f"between {before} and ask {number} ({question}), {after}"
    told_back = f", asked again as its answer was {again}" if again else ""
    return f"at ask {number} ({question}){told_back}, {after}"


def sentence(where: str, detail: str) -> str:
    """What a match says of a bot that is out: one printable line of at most `DETAIL_LENGTH` characters."""
    return shortened(f"{where}: {detail}")


# --- how its program ended


def ended(said: str, out: Out, code: int | None, *, too_much_memory: bool, log: bytes, bounds: Limits) -> str:
    """A match's sentence with how the program came to its end, where the sandbox knows more; bounded as before."""
    if too_much_memory:
        return _with(said, _memory(bounds))
    if out not in (Out.DEAD, Out.NEVER_READY):
        return said
    ends = []
    if code is not None and f"exit code {code}" in said:
        said = said.replace(f"exit code {code}", exit_code(code), 1)
    elif code is not None:
        ends.append(f"its program ended with {exit_code(code)}")
    if code == 0 and out is Out.NEVER_READY:
        ends.append(NO_MAIN_LOOP.says)
    if code != 0 and (met := _met(said, log[-LOG_TAIL:].decode(errors="replace"), code, bounds)):
        ends.append(met)
    return _with(said, "; ".join(ends)) if ends else said


def exit_code(code: int) -> str:
    """With the name of the signal, where it was one."""
    number = -code if code < 0 else code - SIGNALLED
    try:
        name = signal.Signals(number).name if number > 0 else ""
    except ValueError:
        name = ""
    return f"exit code {code} ({name})" if name else f"exit code {code}"


def _met(said: str, log: str, code: int | None, bounds: Limits) -> str:
    """Which limit the program says that it met."""
    if code == SIGNALLED + signal.SIGXFSZ:
        return _limit(FILE_SIZE, bounds.file_size // MIB)
    limits = {
        PROCESSES: bounds.processes,
        OPEN_FILES: bounds.open_files,
        FILE_SIZE: bounds.file_size // MIB,
        DISK: bounds.tmp // MIB,
    }
    for fault, limit in limits.items():
        if IN_THE_LOG[fault.code].search(said) or IN_THE_LOG[fault.code].search(log):
            return _limit(fault, limit)
    return ""


def _limit(fault: Fault, limit: int) -> str:
    return fault.says.format(limit=limit)


def _memory(bounds: Limits) -> str:
    return _limit(MEMORY, bounds.memory // MIB)


def _with(said: str, end: str) -> str:
    return f"{shortened(said, DETAIL_LENGTH - len(end) - 2)}; {end}"
