"""Plays random games by the thousand on all cores (`make random-games`). Exit code 1: an invariant is broken."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import monotonic

from arena.contract.plan import planned
from arena.contract.play import Broken, play
from arena.games.registry import GAMES
from tests.arena.games.kits import KITS

CHUNK = 250
SECONDS_BETWEEN_LINES = 10.0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="random-games", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"which; all of them if none: {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=100_000, help="how many of each (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (default: %(default)s)")
    parser.add_argument("--stride", type=int, default=25, help="actions between checks (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=None, help="how many at once (default: one a core)")
    given = parser.parse_args(arguments)
    for name in given.names:
        if name not in GAMES:
            parser.error(f"no game is called {name!r}; there are: {', '.join(GAMES)}")
    if given.games < 1 or given.first < 0 or given.stride < 1:
        parser.error("--games and --stride are 1 or more, --first is 0 or more")
    with ProcessPoolExecutor(given.processes) as pool:
        for name in given.names or GAMES:
            chunks = list(chunks_of(name, given.first, given.games, given.stride))
            played = plies = 0
            begun = told = monotonic()
            try:
                for games, moves in pool.map(play_chunk, *zip(*chunks, strict=True)):
                    played, plies = played + games, plies + moves
                    if monotonic() - told > SECONDS_BETWEEN_LINES and played < given.games:
                        told = monotonic()
                        say(progress(name, given.first, played, given.games, begun))
            except Broken as broken:
                pool.shutdown(cancel_futures=True)
                say(f"an invariant is broken\n{broken.report}\n  {again(broken)}")
                return 1
            seconds = monotonic() - begun
            say(f"{name}: {played:,} games, {plies:,} actions, no invariant broken, {seconds:,.0f} s")
    return 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def chunks_of(name: str, first: int, games: int, stride: int) -> Iterator[tuple[str, int, int, int]]:
    for start in range(first, first + games, CHUNK):
        yield name, start, min(CHUNK, first + games - start), stride


def play_chunk(name: str, first: int, games: int, stride: int) -> tuple[int, int]:
    """How many games, and how many actions in them."""
    return games, sum(play(planned(KITS[name], number), stride) for number in range(first, first + games))


def again(broken: Broken) -> str:
    return f"to see it again: make random-games GAME={broken.name} FIRST={broken.number} GAMES=1 STRIDE=1"


def progress(name: str, first: int, played: int, games: int, begun: float) -> str:
    left = (games - played) * (monotonic() - begun) / played
    return (
        f"{name}: {played:,} of {games:,} games, {left / 60:,.0f} min left; "
        f"to go on from here: GAME={name} FIRST={first + played} GAMES={games - played}"
    )


if __name__ == "__main__":
    sys.exit(main())
