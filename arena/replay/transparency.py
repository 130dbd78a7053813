"""The transparency log of a site: which sets were ordered, ordered again, repeated or void, in a hash chain.

An entry is {"number", "at", "kind", "details", "previous", "hash"}. Numbers begin with 1 and have no gap; `hash`
is the SHA-256 of the canonical JSON of the other five, `previous` the hash of the entry before, 64 zeros in the
first.

| kind        | details |
|---|---|
| `ordered`   | set, game, matches; with a beacon in its seed also beacon: {name, round, due} |
| `reordered` | as `ordered`, and `replaces`: the set whose game is played again, with another deal |
| `repeated`  | set, match, attempt, reason: another attempt at the same match, with the same deal |
| `void`      | set, match, reason |
| `sealed`    | commitments: by group (a tournament that tells its results later, a season) the hash of what
                happened to its sets since the commitment before: nobody sees what, nor whether anything did |
| `opened`    | group; batches: for each of its commitments {salt, entries}; rest: entries since the last one |

What is sealed is an entry without number and hashes: {"at", "kind", "details"}. Its commitment is the SHA-256 of
the canonical JSON of {"salt", "entries"}.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from arena.replay.chain import canonical

FIRST: Final = "0" * 64
"""What the first entry has as the hash of the one before."""
HASHED: Final = ("number", "at", "kind", "details", "previous")
ORDERS: Final = ("ordered", "reordered")
Entry = Mapping[str, Any]


class Broken(ValueError):
    """The log is not one that only ever grew, and where that shows."""


def hash_of(entry: Entry) -> str:
    return hashlib.sha256(canonical({name: entry[name] for name in HASHED})).hexdigest()


def commitment_of(salt: str, entries: Sequence[Entry]) -> str:
    return hashlib.sha256(canonical({"salt": salt, "entries": list(entries)})).hexdigest()


class Audit:
    """Reads a log from its first entry on, and raises Broken at the first one that does not follow."""

    def __init__(self) -> None:
        self.number = 0
        self.head = FIRST
        self.counts: dict[str, int] = {}
        self._sets: set[str] = set()
        self._sealed: dict[str, list[str]] = {}

    def take(self, entry: Any) -> None:
        number = self.number + 1
        try:
            if entry["number"] != number:
                raise Broken(f"entry {number} is missing: the next one is {entry['number']}")
            if entry["previous"] != self.head:
                raise Broken(f"entry {number} does not follow the one before: it names another hash")
            if entry["hash"] != hash_of(entry):
                raise Broken(f"entry {number} was changed: its hash is of other content")
            self._look_into(number, entry)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, Broken):
                raise
            raise Broken(f"entry {number} is not an entry of a log ({type(error).__name__}: {error})") from None
        self.number, self.head = number, entry["hash"]

    def _look_into(self, number: int, entry: Entry) -> None:
        kind, details = entry["kind"], entry["details"]
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind in ORDERS:
            self._order(number, entry)
        elif kind == "sealed":
            for group, commitment in details["commitments"].items():
                self._sealed.setdefault(group, []).append(commitment)
        elif kind == "opened":
            self._open(number, details)

    def _order(self, number: int, entry: Entry) -> None:
        details = entry["details"]
        if details["set"] in self._sets:
            raise Broken(f"entry {number} orders set {details['set']}, which was ordered before")
        self._sets.add(details["set"])
        beacon = details.get("beacon")
        if beacon and datetime.fromisoformat(entry["at"]) >= datetime.fromisoformat(beacon["due"]):
            raise Broken(f"entry {number} names round {beacon['round']} of the beacon, which was out by then")

    def _open(self, number: int, details: Entry) -> None:
        given = [commitment_of(batch["salt"], batch["entries"]) for batch in details["batches"]]
        if given != self._sealed.pop(details["group"], []):
            raise Broken(f"entry {number} opens other entries than were sealed for {details['group']}")
        batches = [batch["entries"] for batch in details["batches"]]
        for entry in (entry for entries in (*batches, details["rest"]) for entry in entries):
            self._look_into(number, entry)
