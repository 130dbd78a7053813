"""athanor verify FILE... [--key HEX]"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from arena.cli.trouble import FAILED, UNUSABLE, Trouble, content_of, printable

EXAMPLE = """\
example: athanor verify replays/*.athanor

Each replay is played again from its seed and its actions, and every event, the result and the hash chain are
compared; with --key (of an epoch, once it is published) also whether the seed is the one that the key gives.
exit code: 0 all verified, 1 one differs (its first difference is printed), 2 one cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a replay")
    parser.add_argument("--key", metavar="HEX", type=_key, help="the published key of the match's epoch")
    parser.add_argument("--quiet", action="store_true", help="print only what is not verified")


def run(arguments: argparse.Namespace) -> int:
    worst = 0
    for path in arguments.files:
        code, line = _verified(path, arguments.key)
        worst = max(worst, code)
        if code or not arguments.quiet:
            print(f"{path}: {printable(line)}")
    return worst


def _verified(path: Path, key: bytes | None) -> tuple[int, str]:
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
        return FAILED, "differs: its seed is not the one that this key gives for its fixture"
    return 0, f"verified ({len(replay.plays)} actions, {len(replay.events)} events)"


def _key(text: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("an epoch's key has 64 hexadecimal digits")
    return bytes.fromhex(text)
