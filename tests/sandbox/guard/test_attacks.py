"""Every attack on the wire against a guard alone: the blame is exact, and nobody else at the table feels it.

The same bots run behind all walls in `test_corpus`; here nothing but the guard is between them and the referee.
"""

from __future__ import annotations

import contextlib
import dataclasses
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.games.registry import game_named
from arena.referee.conduct import Failed, Out, Void
from arena.referee.driver import referee
from arena.referee.inprocess import Functions, InProcessPlayer
from arena.referee.line import Line
from arena.referee.player import Absent, Player
from arena.referee.remote import RemotePlayer
from athanor_contract.limits import server as limits
from athanorpb.farm.values import Clock, Entrant, MatchOrder, SeatRecord
from sandbox.guard.process import Guard
from sandbox.interface import NotReady
from tests.arena.referee.servers import guarded
from tests.sandbox import corpus
from tests.sandbox.corpus import HOSTILE, PLAYS_ON
from tests.waiting import far_deadline, until

ATTACKS = [name for name in corpus.names() if name.startswith("wire_")]
SEATS = 3
QUICK = Clock(startup=120_000, bank=120_000, increment=50, move_cap=120_000, match_cap=720_000)
MIB = 1024 * 1024
OURS = 2 * limits.BYTES
"""Bytes that may reach the referee in a whole match, whatever was sent: what it costs us is bounded by that."""
GROWTH = 16 * MIB
"""Of this process's memory."""


@contextlib.contextmanager
def served(attack: corpus.Attack, folder: Path) -> Iterator[Path]:
    path = folder / "bot.sock"
    bot = attack.folder / "bot.py"
    environment = {"ATHANOR_SOCKET": str(path), "PYTHONPATH": str(HOSTILE), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen([sys.executable, bot], env=environment, cwd=folder) as process:
        try:
            until(path.exists, "the bot's socket")
            yield path
        finally:
            process.kill()


async def played(attack: corpus.Attack, path: Path, guards: list[Guard]) -> tuple[SeatRecord, SeatRecord, int]:
    """What became of the attacker and of an honest player beside it, and the bytes that came of the attacker."""
    clock = dataclasses.replace(QUICK, **attack.clock)
    order = MatchOrder(
        match=attack.name,
        game="poison",
        options={},
        seed="5a" * 32,
        clock=clock,
        seats=tuple(Entrant(f"author/bot{seat}", 1, "") for seat in range(SEATS)),
        deadline=far_deadline(),
    )
    player: Player
    line = None
    try:
        guards.append(await guarded(path, clock.startup / 1000))
        player = RemotePlayer(line := Line(guards[0].line))
    except NotReady as problem:
        player = Absent(Failed(Out.NEVER_READY, problem.problem))
    others = [InProcessPlayer(Functions(lambda ask: 0)) for _ in range(SEATS - 1)]
    finished = await referee(order, game_named("poison"), [player, *others])
    assert not isinstance(finished, Void), finished.reason
    return finished.seats[0], finished.seats[1], 0 if line is None else line.received


@pytest.mark.parametrize("name", ATTACKS)
async def test_a_hostile_server_harms_nobody_but_its_bot(name: str, tmp_path: Path) -> None:
    attack = corpus.attack_named(name, "none")
    guards: list[Guard] = []
    with served(attack, tmp_path) as path:
        grown = resident()
        bad, good, received = await played(attack, path, guards)
        grown = resident() - grown
        for guard in guards:
            await guard.end()
    assert (bad.out or PLAYS_ON) == attack.expected.verdict, bad.out_detail
    assert attack.expected.sentence in bad.out_detail
    assert len(bad.out_detail) <= 500
    assert bad.out_detail.isprintable()
    assert (good.out, good.answers >= 30) == ("", True)
    assert received < OURS
    assert grown < GROWTH


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
