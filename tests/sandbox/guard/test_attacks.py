"""Every attack on the wire against a guard alone: the blame is exact, and nobody else at the table feels it.

The same bots run behind all walls in `test_corpus`; here nothing but the guard is between them and the referee.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.games.registry import game_named
from arena.orders.documents import Clock, Entrant, MatchOrder, SeatRecord
from arena.referee.conduct import Failed, Out, Void
from arena.referee.driver import referee
from arena.referee.inprocess import Functions, InProcessPlayer
from arena.referee.line import Line
from arena.referee.player import Absent, Player
from arena.referee.remote import RemotePlayer
from sandbox import waits
from sandbox.guard.process import Guard
from sandbox.interface import NotReady
from tests.arena.referee.servers import guarded
from tests.sandbox import corpus
from tests.sandbox.corpus import HOSTILE, PLAYS_ON

ATTACKS = [name for name in corpus.names() if name.startswith("wire_")]
SEATS = 3
QUICK = Clock(startup=20_000, bank=20_000, increment=50, move_cap=15_000, match_cap=120_000)
MIB = 1024 * 1024
OURS = 0.5
"""Seconds of our CPU time that a whole match may take, with Python's first imports."""
GROWTH = 16 * MIB
"""Of this process's memory."""
AT_ONCE = 10.0
"""Seconds for an attack to be over that is not a kind of waiting: no clock has run out then."""


@contextlib.contextmanager
def served(attack: corpus.Attack, folder: Path) -> Iterator[Path]:
    path = folder / "bot.sock"
    bot = attack.folder / "bot.py"
    environment = {"ATHANOR_SOCKET": str(path), "PYTHONPATH": str(HOSTILE), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen([sys.executable, bot], env=environment, cwd=folder) as process:
        try:
            while not path.exists():
                time.sleep(0.001)
            yield path
        finally:
            process.kill()


async def played(attack: corpus.Attack, path: Path, guards: list[Guard]) -> tuple[SeatRecord, SeatRecord]:
    """What became of the attacker, and of an honest player beside it."""
    clock = dataclasses.replace(QUICK, **attack.clock)
    order = MatchOrder(
        match=attack.name,
        attempt=1,
        token="",
        game="poison",
        options={},
        seed="5a" * 32,
        clock=clock,
        seats=tuple(Entrant(f"author/bot{seat}", 1, "") for seat in range(SEATS)),
        deadline=time.time() + 600,
    )
    player: Player
    try:
        guards.append(await guarded(path, clock.startup / 1000))
        player = RemotePlayer(Line(guards[0].line))
    except NotReady as problem:
        player = Absent(Failed(Out.NEVER_READY, problem.problem))
    others = [InProcessPlayer(Functions(lambda ask: 0)) for _ in range(SEATS - 1)]
    finished = await referee(order, game_named("poison"), [player, *others])
    assert not isinstance(finished, Void), finished.reason
    return finished.seats[0], finished.seats[1]


@pytest.mark.parametrize("name", ATTACKS)
async def test_a_hostile_server_harms_nobody_but_its_bot(name: str, tmp_path: Path) -> None:
    attack = corpus.attack_named(name, "none")
    guards: list[Guard] = []
    with served(attack, tmp_path) as path:
        grown, cpu = resident(), time.process_time()
        began, kept = time.monotonic(), kept_waiting()
        bad, good = await played(attack, path, guards)
        took, kept = time.monotonic() - began, kept_waiting() - kept
        cpu, grown = time.process_time() - cpu, resident() - grown
        for guard in guards:
            await guard.end()
    assert (bad.out or PLAYS_ON) == attack.expected.verdict, bad.out_detail
    assert attack.expected.sentence in bad.out_detail
    assert len(bad.out_detail) <= 500
    assert bad.out_detail.isprintable()
    assert (good.out, good.answers >= 30) == ("", True)
    assert good.slowest - kept < 500, "an answer of a moment takes a moment"
    if "clock" not in (attack.folder / "expected.toml").read_text():
        assert took < AT_ONCE
    assert cpu < OURS
    assert grown < GROWTH


def kept_waiting() -> float:
    """Milliseconds that this process was ready to run and others ran: they are of no attack."""
    return sum(waits.of_threads([os.getpid()]).values())


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
