"""The size of a stored replay, and how fast it is read, against JSON of the same events.

Ours is the whole file: header, seed, actions, times, accounts and hash chain besides the events. The reference is
the events alone. Reading is to columns of plain values, as they lie in the file; documents are built of them when
somebody wants them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import partial
from statistics import fmean

from arena.cli.bench.engines import usual_seats
from arena.cli.bench.lines import Compared, Line, cost
from arena.cli.bench.measure import Effort, each, in_turns
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.referee.inprocess import functions_of
from arena.referee.local import play
from arena.referee.match import Match
from arena.referee.recording import recorded
from arena.replay.file import unpack, write
from arena.replay.model import Replay
from athanorpb.farm.values import Clock, Entrant, MatchOrder

BOT = "greedy"
MATCHES = 10
READINGS = 200
SIZE = (0.5, 0.4)
DECODE = (0.25, None)
"""Budgets and goals."""


def measure(effort: Effort) -> Iterator[Line]:
    for name in GAMES:
        replays = [_played(name, number) for number in range(effort.of(MATCHES))]
        files = [write(replay) for replay in replays]
        events = [json.dumps(replay.document()["events"], separators=(",", ":")).encode() for replay in replays]
        sizes = Compared(fmean(map(len, files)), fmean(len(gzip.compress(one, 6)) for one in events))
        yield cost("replay", f"bytes of a stored {name} replay", "JSON + gzip -6", sizes, "B", *SIZE)
        readings = effort.of(READINGS)
        ours, theirs = each(partial(unpack, files[0]), readings), each(partial(json.loads, events[0]), readings)
        times = in_turns(ours, theirs, effort)
        yield cost("replay", f"decode of a {name} replay", "json.loads", times, "µs", *DECODE)


def _played(game: str, number: int) -> Replay:
    """Of the same house bot in all seats."""
    seed = number.to_bytes(32, "big")
    seats = usual_seats(game)
    match = Match(GAMES[game], seats=seats, options={}, seed=seed, clock=Clock())
    bot = house_bots(game)[BOT]
    play(match, [functions_of(bot) for _ in range(seats)])
    entrants = tuple(Entrant(f"house/bot-{seat}", 1, f"{seat}" * 64) for seat in range(seats))
    order = MatchOrder("bench", game, match.options, seed.hex(), match.rules, entrants, 0.0)
    return recorded(match, order)
