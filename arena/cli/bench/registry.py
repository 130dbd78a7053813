"""Which benchmarks there are. To add one: a module beside this one with `measure()`, and a line here."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping

from arena.cli.bench.measure import Measurement

BENCHMARKS: Mapping[str, str] = {
    "engines": "playouts, copies and lines of the rule engines, against OpenSpiel and plain Python",
    "referee": "round trips of the referee, against bare gRPC and against the engine alone",
    "replay": "size and reading of a stored replay, against JSON of the same events",
    "match": "from order to settled result, against the bots' own time and bare round trips",
    "rating": "rating updates and the rebuild of a ladder, against trueskill",
}


def measurer(name: str) -> Callable[[], Iterable[Measurement]]:
    measure: Callable[[], Iterable[Measurement]] = importlib.import_module(f"arena.cli.bench.{name}").measure
    return measure
