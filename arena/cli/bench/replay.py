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

from arena.cli.bench.measure import Measurement, cost, each, in_turns
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.orders.documents import Clock, Entrant, MatchOrder
from arena.referee.inprocess import functions_of
from arena.referee.local import play
from arena.referee.match import Match
from arena.referee.recording import recorded
from arena.replay.file import unpack, write
from arena.replay.model import Replay

SEATS = 4
MATCHES = 10


def measure() -> Iterator[Measurement]:
    for name in GAMES:
        replays = [_played(name, number) for number in range(MATCHES)]
        files = [write(replay) for replay in replays]
        events = [json.dumps(replay.document()["events"], separators=(",", ":")).encode() for replay in replays]
        sizes = (fmean(map(len, files)), fmean(len(gzip.compress(one, 6)) for one in events))
        yield cost("replay", f"bytes of a stored {name} replay", "JSON + gzip -6", sizes, "B", 0.55, 0.45)
        times = in_turns(each(partial(unpack, files[0]), 200), each(partial(json.loads, events[0]), 200))
        yield cost("replay", f"decode of a {name} replay", "json.loads", times, "µs", 0.25)


def _played(game: str, number: int) -> Replay:
    """Of the first house bot in all seats."""
    seed = number.to_bytes(32, "big")
    match = Match(GAMES[game], seats=SEATS, options={}, seed=seed, clock=Clock())
    bot = min(house_bots(game).values())
    play(match, [functions_of(bot) for _ in range(SEATS)])
    entrants = tuple(Entrant(f"house/bot-{seat}", 1, f"{seat}" * 64) for seat in range(SEATS))
    order = MatchOrder("bench", 1, "", game, match.options, seed.hex(), match.rules, entrants, 0.0)
    return recorded(match, order)
