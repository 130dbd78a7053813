"""What the author of a bot reads that failed in a match: the message, what happened, the limit. With real bots."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass

import pytest

from arena.referee.conduct import DETAIL_LENGTH
from arena.referee.faults import fault_of
from arena.replay.file import read
from arena.replay.verification import verify
from arena.worker.farm import Farm
from arena.worker.matches import play
from athanorpb.farm.values import Clock
from tests.arena.worker.conftest import match_order, stored, zipped

CLOCK = Clock(startup=60_000, bank=1_500, increment=0, move_cap=4_000, match_cap=600_000)
AT_2 = r"at ask 2 \(play\), after \d+ moves: "
"""All of them answer once."""


def choosing(statement: str, before: str = "") -> bytes:
    return (
        f"import os, signal, sys, threading, time\n{before}\n"
        f"def choose(ask):\n    if ask.number == 1:\n        return 0\n    {statement}\n"
    ).encode()


def speaking(line: str) -> bytes:
    return zipped(
        bot__toml='name = "lines"\ngames = ["poison"]\nruntime = "python"\ncommand = ["python3", "bot.py"]\n',
        bot__py=(
            "import sys\nasked = 0\nfor line in sys.stdin:\n"
            "    if 'welcome' in line[:12]:\n        print('{\"ready\":{}}', flush=True)\n"
            "    if 'ask' in line[:8]:\n        asked += 1\n"
            f"        print('0' if asked == 1 else {line!r}, flush=True)\n"
        ),
    )


@dataclass(frozen=True)
class Case:
    bundle: bytes
    out: str
    fault: str
    sentence: str
    """A pattern."""
    filename: str = "bot.py"


FIRST_TABLE = {
    "exits": Case(
        choosing("os._exit(37)"), "dead", "exit-code", AT_2 + r".*; its program ended with exit code 37$"
    ),
    "crashes": Case(
        choosing("signal.raise_signal(signal.SIGSEGV)"), "dead", "signal", AT_2 + r".* exit code 139 \(SIGSEGV\)$"
    ),
    "hoards": Case(
        choosing("x = bytearray(b'x') * (600 << 20); return 0"),
        "dead",
        "memory",
        AT_2 + r".*; it used more memory than a bot may: 256 MiB$",
    ),
    "sleeps": Case(
        choosing("time.sleep(600)"),
        "silent",
        "move-cap",
        AT_2 + r"no answer within the 4000 ms allowed for this answer; \d+ ms charged, \d+ ms left in the bank$",
    ),
    "raises": Case(
        choosing("raise RuntimeError('lost my way')"),
        "dead",
        "call-ended",
        AT_2 + r"its server ended the call: ABORTED: RuntimeError: lost my way",
    ),
    "cheats": Case(
        choosing("return {'play': {'card': 'red-1', 'cauldron': 7}}"),
        "illegal",
        "illegal",
        r"at ask 2 \(play\), asked again as its answer was no-such-cauldron, after \d+ moves: "
        r"its illegal answer number 4, 3 allowed a match: no-such-cauldron: ",
    ),
}
SECOND_TABLE = {
    "opens": Case(
        choosing("x = [open('/dev/null') for _ in range(1000)]"),
        "dead",
        "open-files",
        AT_2 + r"its server ended the call: ABORTED: OSError: .*it met the limit of 256 open files a process$",
    ),
    "starts threads": Case(
        choosing("[threading.Thread(target=time.sleep, args=[600], daemon=True).start() for _ in range(999)]"),
        "dead",
        "processes",
        AT_2
        + r"its server ended the call: ABORTED: RuntimeError: .*it met the limit of 64 processes and threads$",
    ),
    "thinks": Case(
        choosing("end = time.process_time() + 2\n    while time.process_time() < end: pass\n    return 0"),
        "out-of-time",
        "bank",
        # On a busy host a few milliseconds may be idle.
        AT_2 + r"\d+ ms charged for this answer( \(\d+ of them for \d+ ms in which it was idle\))?,"
        r" \d+ ms were left in the bank"
        r" \(1500 ms for the match, and 0 more an answer\)$",
    ),
    "misspeaks": Case(
        choosing("return 'hello'"),
        "malformed",
        "call-ended",
        AT_2 + r"its server ended the call: INVALID_ARGUMENT: ",
    ),
    "prints": Case(
        speaking("hello there"),
        "malformed",
        "not-a-line",
        AT_2 + r".*the program said 'hello there', which is not a line of JSON",
        "bot.zip",
    ),
    "leaves early": Case(
        choosing("return 0", "raise SystemExit('no licence')"),
        "never-ready",
        "exit-code",
        r"while it started: its program ended with exit code 1 before it was ready; its log ends: no licence$",
    ),
}


@pytest.mark.parametrize("table", [FIRST_TABLE, SECOND_TABLE], ids=["first", "second"])
async def test_a_sentence_says_at_which_message_what_happened_and_which_limit_was_met(
    farm: Farm, table: dict[str, Case], caplog: pytest.LogCaptureFixture
) -> None:
    bundles = [stored(farm, case.bundle, case.filename) for case in table.values()]
    with caplog.at_level(logging.INFO, "arena.worker.matches"):
        record = await play(match_order(*bundles, clock=CLOCK), farm)
    assert record.outcome == "finished", record.reason
    replay = read(farm.store.get(record.replay))
    assert verify(replay) is None
    said = [line.getMessage() for line in caplog.records if "was out" in line.getMessage()]
    for seat, (name, case) in enumerate(table.items()):
        told = record.seats[seat]
        assert told.out == case.out, (name, told.out_detail)
        assert re.match(case.sentence, told.out_detail), (name, told.out_detail)
        fault = fault_of(told.out_detail)
        assert fault is not None
        assert fault.code == case.fault, (name, told.out_detail)
        assert len(told.out_detail) <= DETAIL_LENGTH
        assert replay.accounts[seat].out_detail == told.out_detail
        assert f"match m1: seat {seat}, author/bot{seat} version 1, was out: {told.out}: {told.out_detail}" in said
    assert len(said) == len(table)
