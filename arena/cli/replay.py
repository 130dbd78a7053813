"""athanor replay FILE [--json]"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.trouble import Trouble, content_of, printable

if TYPE_CHECKING:
    from arena.replay.model import Replay

EXAMPLE = """\
example: athanor replay replays/match.athanor | less

A line an event: after how many actions, who may see it, what happened. The engine is not needed for it.
exit code: 0 printed, 2 the file is not a replay.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("file", metavar="FILE", type=Path, help="a replay")
    parser.add_argument(
        "--json", action="store_true", help="print its JSON form: header, events, actions, times, result"
    )


def run(arguments: argparse.Namespace) -> int:
    from arena.replay.file import Unreadable, read

    try:
        replay = read(content_of(arguments.file))
    except Unreadable as problem:
        raise Trouble(f"{arguments.file}: {problem}") from problem
    if arguments.json:
        print(json.dumps(replay.document(), ensure_ascii=True))
    else:
        for line in text_of(replay):
            print(printable(line))
    return 0


def text_of(replay: Replay) -> Iterator[str]:
    header = replay.header
    options = ", ".join(f"{name} {_words(value)}" for name, value in header.options.items())
    yield f"{header.game} (rules revision {header.revision}), match {header.match}"
    yield f"options: {options or 'none'}"
    yield f"seed: {replay.seed.hex()}"
    for seat, entrant in enumerate(header.seats):
        version = f" version {entrant.version}" if entrant.version else ""
        yield f"seat {seat}: {entrant.bot}{version}"
    yield ""
    for told in replay.events:
        for name, facts in told.event.items():
            whom = "" if told.to is None else f"  [only seat {', '.join(map(str, told.to))}]"
            yield f"{told.ply:>5}  {_sentence(name, facts)}{whom}"
    yield ""
    yield from _outcome(replay)


def _outcome(replay: Replay) -> Iterator[str]:
    result = replay.result
    yield f"result: {result['reason']}"
    for seat, (rank, score) in enumerate(zip(result["ranks"], result["scores"], strict=True)):
        account = replay.accounts[seat]
        line = f"  rank {rank}  score {score}  seat {seat} {replay.header.seats[seat].bot}"
        if account.out:
            line += f"  {account.out}, {account.out_detail}"
        yield line
    yield f"chain: {replay.chain}"


def _sentence(name: str, facts: Any) -> str:
    """`seat 2 played: card red-4, cauldron 0`: from the event's own words, whatever the game.

    What is called as the event itself is not called so twice: `seat 0 portal: dragon`.
    """
    if not isinstance(facts, dict):
        return f"{name} {_words(facts)}"
    rest = {key: value for key, value in facts.items() if key not in ("seat", "to")}
    subject = f"seat {facts['seat']} {name}" if "seat" in facts else name
    said = ", ".join(_words(value) if key == name else f"{key} {_words(value)}" for key, value in rest.items())
    return f"{subject}: {said}" if said else subject


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_words(item)}" for key, item in value.items()) + ")"
    if isinstance(value, list):
        return " ".join(map(_words, value)) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
