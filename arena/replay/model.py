"""A replay in memory, and its JSON form."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.orders.documents import NO_BEACON, Beacon, Clock, Entrant, SeatRecord

Document = dict[str, Any]

FORMAT = 1
"""The version that is written; raised whenever a reader of this one would be misled."""


@dataclass(frozen=True, slots=True)
class Header:
    match: str
    game: str
    revision: int
    """Of the rules that the match was played by."""
    options: Mapping[str, Any]
    seats: tuple[Entrant, ...]
    clock: Clock
    set_id: str = ""
    """What the seed was drawn for (`arena.replay.seeds`): all matches of a duplicate set share it."""
    beacon: Beacon = NO_BEACON
    """The round of public randomness that is mixed into the seed."""
    package: str = ""
    """Where the rules are had, of a game that is a plug-in: its distribution and version; empty: they are ours."""

    def document(self) -> Document:
        """As it is written, hashed and shown. Without a beacon or a package there is no such field, as there never
        was."""
        document = dataclasses.asdict(self)
        document["seats"] = [dataclasses.asdict(seat) for seat in self.seats]
        if self.beacon == NO_BEACON:
            del document["beacon"]
        if not self.package:
            del document["package"]
        return document


class Play(NamedTuple):
    """One action: number n of a match leads to ply n."""

    seat: int
    action: Document
    by_bot: bool
    """False: the autopilot of a seat whose bot was out."""
    charged: int
    """Milliseconds charged to the seat's bank, for a lost answer too."""
    wall: int


class Told(NamedTuple):
    """One event: after how many actions, the seats it was for (None: everybody), its document."""

    ply: int
    to: tuple[int, ...] | None
    event: Document


@dataclass(frozen=True, slots=True)
class Replay:
    header: Header
    seed: bytes
    plays: tuple[Play, ...]
    events: tuple[Told, ...]
    result: Document
    """Scores, ranks with the seats that were out put last, reason, and what the game adds."""
    accounts: tuple[SeatRecord, ...]
    chain: str
    """The head of the hash chain (`arena.replay.chain`), in hexadecimal digits."""

    def document(self) -> Document:
        """The JSON form: for the browser's player and `athanor replay --json`."""
        return {
            "format": FORMAT,
            "header": self.header.document(),
            "seed": self.seed.hex(),
            "events": [
                {"ply": ply, "to": to if to is None else list(to), "event": event}
                for ply, to, event in self.events
            ],
            "actions": [
                {"ply": ply, "seat": play.seat, "action": play.action, "by": "bot" if play.by_bot else "autopilot"}
                for ply, play in enumerate(self.plays, 1)
            ],
            "times": [{"charged": play.charged, "wall": play.wall} for play in self.plays],
            "result": self.result,
            "accounts": [account_document(account) for account in self.accounts],
            "chain": self.chain,
        }


def account_document(account: SeatRecord) -> Document:
    """What a replay tells of a seat: log and spendings are its author's, and memory is known only later."""
    document = dataclasses.asdict(account)
    del document["log"], document["memory"], document["spent"]
    return document
