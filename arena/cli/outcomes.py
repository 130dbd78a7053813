"""Matches of house bots: played in this process, or, where there are many, on every core there is."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from arena.cli.logs import Log
from arena.games.registry import game_named
from arena.kernel.results import Result
from arena.referee.conduct import Corrected
from arena.referee.inprocess import functions_of
from arena.referee.local import play
from arena.referee.match import Match
from arena.referee.recording import recorded
from arena.replay.file import write
from athanorpb.farm.values import MatchOrder, SeatRecord

FEW = 8
"""Matches that are over before another process is up."""
AHEAD: Final = 16
"""Tasks that each core is given ahead: it is busy while one match takes long, and Ctrl-C has few to call off."""


@dataclass(frozen=True, slots=True)
class Outcome:
    result: Result
    accounts: tuple[SeatRecord, ...]
    plies: int
    replay: bytes
    """Empty: it was not asked for."""
    chain: str
    logs: tuple[Log, ...] = ()
    """What each seat's bot said; of bots in this process nothing."""
    corrected: tuple[tuple[Corrected, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    order: MatchOrder
    files: tuple[Path, ...]
    """Of the house bot at each seat."""
    keep: bool
    """Whether its replay is wanted."""


def outcomes(tasks: Iterable[Task], total: int) -> Iterator[Outcome]:
    """In the order of the tasks, which are taken as they are needed; `total` is how many there are."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if total < FEW or cores == 1:
        yield from map(outcome, tasks)
        return
    pool = ProcessPoolExecutor(cores, initializer=_quiet)
    waiting = iter(tasks)
    given: deque[Future[Outcome]] = deque()
    try:
        while True:
            given += (pool.submit(outcome, task) for task in islice(waiting, AHEAD * cores - len(given)))
            if not given:
                return
            yield given.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def outcome(task: Task) -> Outcome:
    order = task.order
    match = Match(
        game_named(order.game),
        seats=len(order.seats),
        options=order.options,
        seed=bytes.fromhex(order.seed),
        clock=order.clock,
    )
    play(match, [functions_of(file) for file in task.files])
    if not task.keep:
        return Outcome(match.result, match.accounts(), len(match.decisions), b"", "")
    replay = recorded(match, order)
    return Outcome(match.result, match.accounts(), len(match.decisions), write(replay), replay.chain)


def _quiet() -> None:
    """Ctrl-C is the parent's to answer: it ends these processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
