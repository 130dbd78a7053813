"""`athanor bench [NAME ...] [--json]`: the benchmarks; exit 1 when a budget is missed."""

from __future__ import annotations

import argparse
import json
import sys

from arena.cli.bench import table
from arena.cli.bench.measure import Measurement, MissingReference, pinned
from arena.cli.bench.registry import BENCHMARKS, BY_GAME, measurer
from arena.games.registry import GAMES

EXAMPLE = "example: athanor bench rating --json"
GAME_EXAMPLE = "for example: athanor bench engines --game poison"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Measures ours and a reference side by side, on one core, and compares the medians. "
        "Exit code 1: a budget is missed; 2: a benchmark could not run."
    )
    listed = "\n".join(f"  {name:10} {about}" for name, about in BENCHMARKS.items())
    parser.epilog = f"benchmarks:\n{listed}\n\n{EXAMPLE}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", metavar="NAME", nargs="*", help="which ones; all of them where none is named")
    parser.add_argument("--game", help=f"this game alone; with {' and '.join(BY_GAME)} only")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of a table")


def run(arguments: argparse.Namespace) -> int:
    names: list[str] = arguments.names
    for name in names:
        if name not in BENCHMARKS:
            print(
                f"athanor bench: there is no benchmark {name!r}; there are: {', '.join(BENCHMARKS)}",
                file=sys.stderr,
            )
            return 2
    game: str | None = arguments.game
    if game is not None:
        if not names or not set(names) <= set(BY_GAME):
            print(f"athanor bench: --game is for {' and '.join(BY_GAME)}; {GAME_EXAMPLE}", file=sys.stderr)
            return 2
        if game not in GAMES:
            print(f"athanor bench: there is no game {game!r}; there are: {', '.join(GAMES)}", file=sys.stderr)
            return 2
    measured: list[Measurement] = []
    could_not_run = False
    with pinned() as core:
        if core is None:
            print("athanor bench: this system cannot pin a process to a core; expect noise", file=sys.stderr)
        for name in names or BENCHMARKS:
            try:
                mine = list(measurer(name, game)())
            except MissingReference as missing:
                print(f"athanor bench {name}: {missing}", file=sys.stderr)
                could_not_run = True
                continue
            measured += mine
            if not arguments.json:
                print("\n".join(table.lines(mine)), flush=True)
    if arguments.json:
        print(json.dumps([table.document(one) for one in measured], indent=2))
    if could_not_run:
        return 2
    return 0 if all(one.met for one in measured) else 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="athanor bench")
    configure(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
