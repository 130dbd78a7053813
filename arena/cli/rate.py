"""athanor rate FILE|URL [--reference]"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from arena.cli.trouble import FAILED, Trouble, printable

if TYPE_CHECKING:
    from arena.rating.ledger_file import Ledger
    from arena.rating.reference import Reference

EXAMPLE: Final = """\
example: athanor rate poison.jsonl
example: athanor rate https://athanor.example.org/ladders/poison/ --reference

LEDGER is what a ladder's page offers for download (every rated match in order, and the ratings), or that page.
All ratings are computed again from the ranks alone and compared with those in it, to the last bit. --reference
computes them once more with the trueskill package, and prints the greatest difference of any mu or sigma to ours.
exit code: 0 every rating is the same, 1 one is not (the first is printed) or the site cannot be reached, 2 the
file cannot be read as a ledger.
"""
STDIN: Final = "-"
SCHEME: Final = re.compile("[A-Za-z]+://")
ADDRESS: Final = re.compile(r"(?:/api/v1)?/ladders/([a-z0-9-]+)(?:/(?:ledger\.jsonl)?)?")
PIECE: Final = 64 * 1024
LONGEST_LINE: Final = 1024 * 1024


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument(
        "ledger", metavar="LEDGER", help="a file of JSON lines, - for standard input, or the address of a ladder"
    )
    parser.add_argument("--reference", action="store_true", help="also by the trueskill package")


def run(arguments: argparse.Namespace) -> int:
    from arena.rating.ledger_file import BadLedger, read

    name = arguments.ledger
    try:
        return _rated(name, read(_lines(_pieces_of(name), name)), with_reference=arguments.reference)
    except BadLedger as problem:
        raise Trouble(f"{name}: cannot be read as a ledger: {printable(str(problem))}") from None


def _rated(name: str, ledger: Ledger, *, with_reference: bool) -> int:
    from arena.cli.progress import Progress
    from arena.rating.recomputation import Differs, recompute

    reference = _reference(ledger) if with_reference else None
    progress = Progress(ledger.header.entries, of=("entry", "entries"))
    try:
        for entry, _, after in recompute(ledger):
            if reference is not None:
                reference.take(entry, after)
            progress.step()
    except Differs as difference:
        progress.end()
        print(f"{name}: differs: {printable(str(difference))}")
        return FAILED
    finally:
        progress.end()
    entries, ratings = ledger.header.entries, ledger.header.ratings
    print(f"{name}: entries: {entries}; ratings: {ratings}, the same to the last bit")
    if reference is not None:
        print(reference.summary())
    return 0


def _reference(ledger: Ledger) -> Reference:
    from arena.rating.reference import Reference

    return Reference(ledger.environment)


def _pieces_of(name: str) -> Iterator[bytes]:
    return _of_site(name) if SCHEME.match(name) else _of_file(name)


def _of_site(name: str) -> Iterator[bytes]:
    """Raises Trouble."""
    from arena.cli.connection import Visit, address

    site = address(name)
    found = ADDRESS.fullmatch(urlsplit(name).path)
    if found is None:
        raise Trouble(f"{name} is no address of a ladder: write {site}/ladders/LADDER/")
    return Visit(site).pieces(f"/ladders/{found[1]}/ledger.jsonl")


def _of_file(name: str) -> Iterator[bytes]:
    """Raises Trouble."""
    try:
        with nullcontext(sys.stdin.buffer) if name == STDIN else Path(name).open("rb") as file:
            while piece := file.read(PIECE):
                yield piece
    except FileNotFoundError:
        raise Trouble(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise Trouble(f"{name}: is a folder; name a file in it") from None
    except (OSError, ValueError) as error:
        raise Trouble(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _lines(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Raises Trouble."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
        if len(rest) > LONGEST_LINE:
            raise Trouble(f"{name}: has a line that is longer than any of a ledger")
    if rest:
        yield rest
