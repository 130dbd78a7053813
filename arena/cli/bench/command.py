"""`athanor bench [NAME ...] [--short] [--json]`: the benchmarks, one after the other, each to its end."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import traceback
from collections.abc import Iterable, Sequence

from arena.cli.bench import table
from arena.cli.bench.lines import Failed, Line, Measurement, NotRun, document
from arena.cli.bench.measure import FULL, SHORT, Effort, pinned
from arena.cli.bench.registry import BENCHMARKS, BY_GAME, UNTIMED, measurer
from arena.cli.trouble import UNUSABLE
from arena.games.registry import GAMES

EXAMPLE = "example: athanor bench rating --json"
GAME_EXAMPLE = "for example: athanor bench engines --game poison"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Measures ours and a reference side by side, on one core, and compares the medians. What cannot run here "
        "is named, what fails is named, and the others go on. Exit code 1: a budget is missed, or a benchmark "
        "failed; 2: all others are met, and something could not run."
    )
    listed = "\n".join(f"  {name:10} {about}" for name, about in BENCHMARKS.items())
    parser.epilog = f"benchmarks:\n{listed}\n\n{EXAMPLE}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", metavar="NAME", nargs="*", help="which ones; all of them where none is named")
    parser.add_argument("--game", help=f"this game alone; with {' and '.join(BY_GAME)} only")
    parser.add_argument(
        "--short",
        action="store_true",
        help="do everything once, in small numbers, to see that it works: no figure is judged, and only a "
        "benchmark that fails is exit code 1",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of tables")


def run(arguments: argparse.Namespace) -> int:
    names, game = list(dict.fromkeys(arguments.names)) or list(BENCHMARKS), arguments.game
    if trouble := _unusable(arguments.names, game):
        print(f"athanor bench: {trouble}", file=sys.stderr)
        return UNUSABLE
    effort = SHORT if arguments.short else FULL
    lines: list[Line] = []
    for place, name in enumerate(names):
        try:
            mine = _measured(name, effort, game)
        except KeyboardInterrupt:
            print(f"athanor bench: interrupted; not measured: {', '.join(names[place:])}", file=sys.stderr)
            raise
        lines += mine
        if not arguments.json:
            print("\n".join([*table.detailed(mine, judged=not effort.short), ""]), flush=True)
    if arguments.json:
        print(json.dumps(_summarised(lines, effort), indent=2))
    elif len(names) > 1:
        print("\n".join(table.summary(lines, judged=not effort.short)))
    else:
        print(table.counted(lines, judged=not effort.short))
    return _exit_code(lines, effort)


def _unusable(names: Sequence[str], game: str | None) -> str:
    """What is wrong with what was asked for; empty: nothing is."""
    for name in names:
        if name not in BENCHMARKS:
            return f"there is no benchmark {name!r}; there are: {', '.join(BENCHMARKS)}"
    if game is not None and (not names or not set(names) <= set(BY_GAME)):
        return f"--game is for {' and '.join(BY_GAME)}; {GAME_EXAMPLE}"
    if game is not None and game not in GAMES:
        return f"there is no game {game!r}; there are: {', '.join(GAMES)}"
    return ""


def _measured(name: str, effort: Effort, game: str | None) -> list[Line]:
    """Its lines. When it fails: those until then, and why."""
    lines: list[Line] = []
    with _core(name, effort) as core:
        if core is None and not effort.short and name not in UNTIMED:
            print(f"athanor bench {name}: this system cannot pin to a core; expect noise", file=sys.stderr)
        try:
            for line in measurer(name, effort, game)():
                lines.append(line)  # noqa: PERF402 - what came before an error is kept
        except Exception as error:
            lines.append(Failed(name, _described(error)))
    return lines


def _core(name: str, effort: Effort) -> contextlib.AbstractContextManager[int | None]:
    """One core, for what is timed; in short nothing is judged, and any core will do."""
    return contextlib.nullcontext() if effort.short or name in UNTIMED else pinned()


def _described(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    first, *_ = f"{type(error).__name__}: {error}".splitlines()
    return f"{first} ({frame.filename}, line {frame.lineno})"


def _summarised(lines: Sequence[Line], effort: Effort) -> dict[str, object]:
    return {
        "short": effort.short,
        "measured": [document(line) for line in lines if isinstance(line, Measurement)],
        "not_run": [document(line) for line in lines if isinstance(line, NotRun)],
        "failed": [document(line) for line in lines if isinstance(line, Failed)],
        "summary": table.counted(lines, judged=not effort.short),
    }


def _exit_code(lines: Iterable[Line], effort: Effort) -> int:
    lines = list(lines)
    missed = any(isinstance(line, Measurement) and not line.met for line in lines)
    if any(isinstance(line, Failed) for line in lines) or (missed and not effort.short):
        return 1
    not_run = any(isinstance(line, NotRun) for line in lines)
    return UNUSABLE if not_run and not effort.short else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="athanor bench")
    configure(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
