"""athanor verify FILE... [--key HEX] [--beacon FILE]"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.cli.trouble import FAILED, UNUSABLE, Trouble, content_of, printable

if TYPE_CHECKING:
    from athanorpb.farm.values import Beacon, Header

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of a file with rounds of a beacon."""

EXAMPLE = """\
example: athanor verify replays/*.athanor
example: athanor verify match.athanor --key 3f0c... --beacon round.json

Each replay is played again from its seed and its actions, and every event, the result and the hash chain are
compared; with --key (of an epoch, once it is published) also whether the seed is the one that the key gives. The
seed may have the value of a public beacon in it: then the replay names beacon, round and value, and --beacon
compares them with what the beacon itself published, as {"round": 17, "randomness": "..."}, one or several.
exit code: 0 all verified, 1 one differs (its first difference is printed), 2 one cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a replay")
    parser.add_argument("--key", metavar="HEX", type=_key, help="the published key of the match's epoch")
    parser.add_argument(
        "--beacon", metavar="FILE", type=Path, help="rounds as the beacon published them, in drand's JSON form"
    )
    parser.add_argument("--quiet", action="store_true", help="print only what is not verified")


def run(arguments: argparse.Namespace) -> int:
    published = None if arguments.beacon is None else _published(arguments.beacon)
    worst = 0
    for path in arguments.files:
        code, line = _verified(path, arguments.key, published)
        worst = max(worst, code)
        if code or not arguments.quiet:
            print(f"{path}: {printable(line)}")
    return worst


def _published(path: Path) -> dict[int, str]:
    """The rounds of a beacon's file. Raises Trouble."""
    from arena.replay.beacon import BadRounds, rounds_of

    try:
        return rounds_of(content_of(path, MOST_BYTES).decode("utf-8", "replace"))
    except BadRounds as problem:
        raise Trouble(f"{path}: cannot be read as rounds of a beacon: {printable(str(problem))}") from None


def _verified(path: Path, key: bytes | None, published: dict[int, str] | None) -> tuple[int, str]:
    from arena.replay.file import Unreadable, read
    from arena.replay.seeds import fits
    from arena.replay.verification import verify

    try:
        replay = read(content_of(path))
    except Unreadable as problem:
        return UNUSABLE, f"unreadable: {problem}"
    except Trouble as trouble:
        return UNUSABLE, f"unreadable: {str(trouble).removeprefix(f'{path}: ')}"
    difference = verify(replay)
    if difference is not None:
        return FAILED, f"differs: {difference}"
    if key is not None and not fits(key, replay.seed, replay.header):
        return (
            FAILED,
            f"differs: its seed is not the one that this key gives for its fixture{_with(replay.header)}",
        )
    wrong = "" if published is None else _against(published, replay.header.beacon)
    if wrong:
        return FAILED, f"differs: {wrong}"
    return 0, f"verified ({len(replay.plays)} actions, {len(replay.events)} events{_with(replay.header)})"


def _with(header: Header) -> str:
    beacon = header.beacon
    return f", round {beacon.round} of the beacon {beacon.name}" if beacon.round else ""


def _against(published: dict[int, str], beacon: Beacon) -> str:
    """What differs between the round of a replay and those that the beacon published; empty: nothing."""
    if not beacon.round:
        return "its seed has no beacon in it"
    value = published.get(beacon.round)
    if value is None:
        return f"its seed has round {beacon.round} of a beacon in it, and the file has no such round"
    if value != beacon.randomness:
        return f"round {beacon.round} of the beacon is {value}, and its seed was made with {beacon.randomness}"
    return ""


def _key(text: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("an epoch's key has 64 hexadecimal digits")
    return bytes.fromhex(text)
