"""athanor scenario FILE..."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from arena.cli.trouble import FAILED, OUR_MISTAKE, UNUSABLE, Trouble, content_of, printable, written_down

EXAMPLE = """\
example: athanor scenario tests/scenarios/poison/*.json

A scenario is a JSON document: a position, steps, and what must hold. One line each; of a failing one the first
difference; of a position that could be none of the game where it breaks which of the game's invariants.
exit code: 0 all hold, 1 one fails, 2 a file is not a scenario, 70 the engine crashed in one (a mistake of ours);
whatever happens in one file, the others are run too.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a scenario")
    parser.add_argument("--quiet", action="store_true", help="print only what does not hold")


def run(arguments: argparse.Namespace) -> int:
    worst = 0
    for path in arguments.files:
        code, line = _played(path)
        worst = max(worst, code)
        if code or not arguments.quiet:
            print(printable(line))
    return worst


def _played(path: Path) -> tuple[int, str]:
    from arena.scenario import Crashed, NoScenario, read, run

    try:
        document = json.loads(content_of(path))
    except Trouble as trouble:
        return UNUSABLE, f"not a scenario: {trouble}"
    except (ValueError, RecursionError) as problem:
        return UNUSABLE, f"not a scenario: {path}: not a JSON document: {problem}"
    try:
        scenario = read(document)
        difference = run(scenario)
    except NoScenario as problem:
        return UNUSABLE, f"not a scenario: {path}: {problem}"
    except Crashed as crash:
        return OUR_MISTAKE, f"error: {scenario.name} ({path}): {crash}: {written_down(crash.error)}"
    if difference is not None:
        return FAILED, f"failed: {scenario.name} ({path}): {difference}"
    return 0, f"passed: {scenario.name}"
