"""The fold by the trueskill package, beside ours."""

from __future__ import annotations

from datetime import UTC, datetime

import trueskill

from arena.rating import Environment, Rating, rate
from arena.rating.ledger_file import Entry, Seat
from arena.rating.reference import Reference


def entry(number: int, *players: str) -> Entry:
    """Ranked as they are named; what the file says of ratings is not looked at."""
    seats = [
        Seat(player=player, rank=rank, mu_before=0.0, sigma_before=1.0, mu=0.0, sigma=1.0)
        for rank, player in enumerate(players, 1)
    ]
    return Entry(entry=number, match="m", at=datetime(2026, 11, 20, tzinfo=UTC), seats=seats)


def test_it_says_where_it_came_furthest_from_ours() -> None:
    environment = Environment()
    reference = Reference(environment)
    newcomer = environment.newcomer()
    ours = rate([newcomer, newcomer], [1, 2], environment)
    reference.take(entry(1, "ada/a@1", "bea/b@1"), ours)
    assert reference.greatest < 1e-12
    after = rate(ours, [1, 2], environment)
    reference.take(entry(2, "ada/a@1", "bea/b@1"), [after[0], Rating(after[1].mu + 0.25, after[1].sigma)])
    assert reference.summary().endswith("the greatest difference is 2.5e-01, of bea/b@1 after entry 2")


def test_an_upset_that_the_package_cannot_compute_is_taken_from_ours_and_counted() -> None:
    environment = Environment()
    reference = Reference(environment)
    reference.ratings |= {"weak": trueskill.Rating(25.0, 1.0), "strong": trueskill.Rating(4000.0, 1.0)}
    ours = rate([Rating(25.0, 1.0), Rating(4000.0, 1.0)], [1, 2], environment)
    reference.take(entry(7, "weak", "strong"), ours)
    assert reference.greatest == 0.0
    assert (reference.ratings["weak"].mu, reference.ratings["weak"].sigma) == tuple(ours[0])
    assert "1 that it cannot compute was taken from ours" in reference.summary()
