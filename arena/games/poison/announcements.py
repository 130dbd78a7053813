"""The events of almost every play, ready-made: they are few, and making them took most of a play's time."""

from __future__ import annotations

from typing import Final

from arena.games.poison.facts import Drew, Fact, Got, Played
from arena.games.poison.material import CAULDRONS, DECK_KINDS, NAMES, OVERFLOW_ABOVE, VALUES
from arena.games.poison.options import SEATS
from arena.kernel.events import Event
from arena.kernel.seats import Seat

_SEATS: Final = range(SEATS.stop - 1)

ALONE: Final[tuple[tuple[Seat], ...]] = tuple((seat,) for seat in _SEATS)
"""By seat: who acts, or who is told."""

PLAYED: Final[list[list[list[list[Event[Fact]]]]]] = [
    [
        [
            [Event(Played(seat, name, cauldron, total)) for total in range(OVERFLOW_ABOVE + max(VALUES) + 1)]
            for cauldron in range(CAULDRONS)
        ]
        for name in NAMES
    ]
    for seat in _SEATS
]
"""By seat, kind, cauldron and sum."""

DREW: Final[list[list[Event[Fact]]]] = [
    [Event(Drew(seat, left)) for left in range(len(DECK_KINDS))] for seat in _SEATS
]
"""By seat and cards left in the pile."""

GOT: Final[list[list[Event[Fact]]]] = [
    [Event(Got(seat, name, ALONE[seat]), ALONE[seat]) for name in NAMES] for seat in _SEATS
]
"""By seat and kind."""
