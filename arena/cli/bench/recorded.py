"""What the benchmarks compare a game with: `bench.toml` in the game's package, where it has one.

    recorded = "2026-11-19"     the day on which the shares below were recorded

    [random_play]               against OpenSpiel's hearts, of a game that is as quick as a game of cards
    budget = 1.3                decisions a second, as a multiple of theirs
    goal = 2.0

    [[strength]]                a line of `athanor bench house`, which plays it anew
    bot = "thinking"
    against = "greedy"          at all other seats; without it the bot plays alone
    seats = 2
    deals = 12                  each is played once with `bot` at every seat
    options = ["a=1"]           as on the command line
    by_deal = ["b=1", "b=2"]    one more option, another one with each deal, and then from the first again
    short = ["c=1"]             more options with `athanor bench --short`, which make a match short
    share = 0.875               of the other seats, those that `bot` ranks before, a tie in half;
                                alone, of the games, those that it wins
    error = 0.176               1.96 standard errors of the share, over deals

After a change of a bot or an engine that was meant: run the benchmark and write its shares and errors there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from arena.games.registry import GAMES, PLUGINS, folder_of

FILE: Final = "bench.toml"


@dataclass(frozen=True, slots=True)
class Budget:
    budget: float
    goal: float


@dataclass(frozen=True, slots=True)
class Recorded:
    on: str = ""
    random_play: Budget | None = None
    strength: tuple[Mapping[str, Any], ...] = ()


@cache
def recorded(game: str) -> Recorded:
    """Raises BadPlugin."""
    file = folder_of(game) / FILE
    if not file.is_file():
        return Recorded()
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
        quick = found.get("random_play")
        return Recorded(
            found["recorded"], Budget(**quick) if quick is not None else None, tuple(found.get("strength", ()))
        )
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise PLUGINS[game].declared.unusable(f"{FILE}: {type(error).__name__}: {error}") from error


def quick_games() -> Mapping[str, Budget]:
    """Games that are measured against hearts."""
    return {name: budget for name in GAMES if (budget := recorded(name).random_play) is not None}
