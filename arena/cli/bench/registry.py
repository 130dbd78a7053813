"""Which benchmarks there are. To add one: a module beside this one with `measure(effort)`, and a line here."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from arena.cli.bench.lines import Line
from arena.cli.bench.measure import Effort

BENCHMARKS: Mapping[str, str] = {
    "engines": "playouts, copies and lines of the rule engines, against OpenSpiel and plain Python",
    "referee": "round trips of the referee, against bare gRPC and against the engine alone",
    "guard": "the guard's own HTTP/2, against the h2 package",
    "replay": "size and reading of a stored replay, against JSON of the same events",
    "match": "from order to settled result, and a newcomer's first ten, against the bots' time and a bare referee",
    "farm": "what a match waits for while uploads are checked, against an idle farm's",
    "clock": "what a busy machine costs an honest bot, and sleep one that is not, against CPU time and bank",
    "sandbox": "starts of bots, cold and from a warm slot, and the way to them, against bare engines and gRPC",
    "pairing": "rounds of a Swiss by size, against py4swiss alone; a whole double elimination",
    "rating": "rating updates and the rebuild of a ladder, against trueskill",
    "web": "a visitor's wait while hundreds of slow connections are open, against the same without them",
    "house": "strength of the house bots, against what was recorded of them",
}

BY_GAME = ("engines",)
"""Those whose `measure` takes a game, to measure that one alone."""

UNTIMED = ("house",)
"""Those that time nothing: they use every core, and the others use one."""


def measurer(name: str, effort: Effort, game: str | None = None) -> Callable[[], Iterable[Line]]:
    measure: Callable[..., Iterable[Line]] = importlib.import_module(f"arena.cli.bench.{name}").measure
    return partial(measure, effort) if game is None else partial(measure, effort, game)
