"""A seat's figures between a worker's record and the seat's row, which has a column for each."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from athanor.matches.models import Seat
from athanorpb.farm.codec import document, read
from athanorpb.farm.values import SeatRecord, Spent

COLUMNS: Final = tuple(field.name for field in fields(SeatRecord))
PUBLIC: Final = tuple(name for name in COLUMNS if name not in ("withheld", "spent", "log"))
"""What the API shows to everybody."""
LONGEST_OUT: Final = 32
LONGEST_DETAIL: Final = 600


def keep(seat: Seat, account: SeatRecord) -> None:
    """Writes them into the row, which is not saved."""
    for name in COLUMNS:
        setattr(seat, name, getattr(account, name))
    seat.out, seat.out_detail = account.out[:LONGEST_OUT], account.out_detail[:LONGEST_DETAIL]
    seat.spent = document(account.spent)


def figures_of(seat: Seat) -> dict[str, Any]:
    """The arguments of a SeatRecord, but for the log, which is its author's."""
    figures = {name: getattr(seat, name) for name in COLUMNS if name != "log"}
    return figures | {"spent": spent_of(seat)}


def spent_of(seat: Seat) -> Spent:
    return read(Spent, seat.spent)
