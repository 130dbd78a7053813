"""A replay in memory, and its JSON form."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from athanorpb.farm.values import Beacon, Header, SeatRecord

Document = dict[str, Any]

FORMAT = 1
"""The version that is written; raised whenever a reader of this one would be misled."""
NO_BEACON: Final = Beacon()


def header_document(header: Header) -> Document:
    """As it is written, hashed and shown. Without a beacon or a package there is no such field, as there never
    was."""
    document = dataclasses.asdict(header)
    document["seats"] = [dataclasses.asdict(seat) for seat in header.seats]
    if header.beacon == NO_BEACON:
        del document["beacon"]
    if not header.package:
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
            "header": header_document(self.header),
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
