"""What a match is called."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from athanor.matches.headlines import headline
from athanor.matches.rows import MatchRow, SeatRow, told_apart

NOW = datetime(2027, 3, 1, tzinfo=UTC)


def match(ranks: Sequence[int | None], out: str = "", names: str = "abcdef", state: str = "finished") -> MatchRow:
    """Seats by their names, of which some are out; the owner of each is its place in the alphabet."""
    seats = told_apart(
        [
            SeatRow(seat, f"owner-{seat}", name, name, 1, rank, rank, "dead" if name in out else "")
            for seat, (name, rank) in enumerate(zip(names, ranks, strict=False))
        ]
    )
    return MatchRow("abc", "poison", "poison", "ladder", state, "", NOW, NOW, NOW, 9, True, True, seats)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (match([2, 1]), "b beats a"),
        (match([2, 1, 3, 4]), "b beats a, c and d"),
        (match([1, 1, 3]), "a and b tie ahead of c"),
        (match([1, 1]), "a and b tie"),
        (match([3, 1, 2], out="a"), "b beats c; a is disqualified"),
        (match([2, 1], out="a"), "b wins; a is disqualified"),
        (match([1, 1], out="ab"), "a and b are disqualified"),
        # Whoever is disqualified is never the one who beats the others.
        (match([1, 2, 3], out="a"), "b beats c; a is disqualified"),
        (match([None, None, None], state="running"), "a against b and c"),
        (match([None], state="sealed"), "a, alone"),
        (match([1]), "a solves its deal"),
        (match([1], out="a"), "a is disqualified"),
        (match([2, 1], names="aa"), "a by owner-1 beats a by owner-0"),
    ],
)
def test_a_match_is_called_by_who_beat_whom(row: MatchRow, said: str) -> None:
    assert headline(row) == said


def test_a_bot_that_sits_there_twice_is_told_apart_by_its_seat() -> None:
    row = match([2, 1])
    twice = told_apart([SeatRow(seat, "ada", "x", "x", 1, 2 - seat, 0, "") for seat in (0, 1)])
    assert headline(MatchRow(**{name: getattr(row, name) for name in row.__slots__} | {"seats": twice})) == (
        "x #1 beats x #0"
    )
