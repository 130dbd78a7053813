"""athanor verify-log URL|FILE [--seen NUMBER:HASH]"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from arena.cli.trouble import FAILED, Trouble, content_of, printable

EXAMPLE: Final = """\
example: athanor verify-log https://athanor.example.org
example: athanor verify-log log.json --seen 1204:9f2c...

Reads a site's transparency log from its first entry on and checks that each entry holds the hash of the one
before, that no set was ordered twice, that every round of a beacon was named before it came out, and that what was
sealed is what was opened. Keep the last line it prints: --seen checks later that this entry is still in the log,
unchanged. A file has the rows of /api/v1/fairness/log, as a list or as one answer of it.
exit code: 0 the log is whole, 1 it is not (where is printed) or the site cannot be reached, 2 no log.
"""
A_PAGE: Final = 500


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("log", metavar="URL|FILE", help="a site's address, or a file with its log")
    parser.add_argument(
        "--seen", metavar="NUMBER:HASH", type=_seen, help="an entry that you have seen: it must still be there"
    )


def run(arguments: argparse.Namespace) -> int:
    from arena.replay.transparency import Audit, Broken

    audit = Audit()
    number, seen = arguments.seen or (0, "")
    try:
        for entry in _entries(arguments.log):
            audit.take(entry)
            if audit.number == number and audit.head != seen:
                raise Broken(f"entry {number} is not the one that you have seen: its hash was {seen}")
        if audit.number < number:
            raise Broken(f"it ends with entry {audit.number}, and you have seen entry {number}")
    except Broken as problem:
        print(f"{arguments.log}: broken: {printable(str(problem))}")
        return FAILED
    kinds = ", ".join(f"{count} {printable(kind)}" for kind, count in sorted(audit.counts.items()))
    print(f"{arguments.log}: whole: {audit.number} entries{f' ({kinds})' if kinds else ''}")
    print(f"last entry: {audit.number}:{audit.head}")
    return 0


def _entries(log: str) -> Iterator[Any]:
    """Raises Trouble."""
    path = Path(log)
    if path.exists() or "://" not in log:
        yield from _of_file(path)
    else:
        yield from _of_site(log)


def _of_file(path: Path) -> list[Any]:
    try:
        given = json.loads(content_of(path))
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{path}: is not JSON: {error}") from None
    rows = given.get("rows") if isinstance(given, dict) else given
    if not isinstance(rows, list):
        raise Trouble(f"{path}: is no log: save the answer of /api/v1/fairness/log, or a list of its rows")
    return rows


def _of_site(log: str) -> Iterator[Any]:
    from arena.cli.connection import Visit, address

    site = Visit(address(log))
    after = 0
    while True:
        rows = site.get("/fairness/log", after=after, limit=A_PAGE).get("rows", [])
        yield from rows
        if len(rows) < A_PAGE:
            return
        after += len(rows)


def _seen(text: str) -> tuple[int, str]:
    found = re.fullmatch(r"([0-9]{1,18}):([0-9a-f]{64})", text)
    if found is None:
        raise argparse.ArgumentTypeError("write NUMBER:HASH, as the last line of an earlier run")
    return int(found[1]), found[2]
