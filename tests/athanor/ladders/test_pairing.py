"""Who plays whom, as a pure choice."""

from __future__ import annotations

from collections import Counter
from random import Random

from athanor.ladders.pairing import Candidate, table


def candidate(number: int, author: int | None = None, mu: float = 25.0, house: bool = False) -> Candidate:
    return Candidate(version=number, bot=number, author=number if author is None else author, house=house, mu=mu)


def test_it_works() -> None:
    others = [candidate(number) for number in range(1, 6)]
    seated = table(candidate(0), others, seats=4, least=3, random=Random(1))
    assert seated is not None
    assert len({each.bot for each in seated}) == 4
    assert candidate(0) in seated


def test_two_bots_of_an_author_do_not_meet_while_others_are_there() -> None:
    others = [candidate(number, author=number // 3) for number in range(12)]
    for seed in range(200):
        seated = table(candidate(100, author=0), others, seats=4, least=4, random=Random(seed))
        assert seated is not None
        assert len({each.author for each in seated}) == 4


def test_a_smaller_table_is_preferred_to_one_with_an_author_twice() -> None:
    others = [candidate(1), candidate(2), candidate(3, author=2)]
    seated = table(candidate(0), others, seats=4, least=3, random=Random(1))
    assert seated is not None
    assert len(seated) == len({each.author for each in seated}) == 3


def test_an_author_sits_twice_where_nothing_else_is_possible() -> None:
    others = [candidate(1, author=9), candidate(2, author=9)]
    seated = table(candidate(0, author=9), others, seats=3, least=3, random=Random(1))
    assert seated is not None
    assert {each.bot for each in seated} == {0, 1, 2}


def test_bots_of_the_house_may_share_a_table() -> None:
    others = [candidate(number, author=0, house=True) for number in range(1, 4)]
    seated = table(candidate(0, author=0, house=True), others, seats=4, least=4, random=Random(1))
    assert seated is not None


def test_nobody_is_seated_where_there_are_too_few() -> None:
    assert table(candidate(0), [candidate(1)], seats=4, least=3, random=Random(1)) is None


def test_no_bot_meets_itself() -> None:
    assert table(candidate(0), [candidate(0)], seats=2, least=2, random=Random(1)) is None


def test_neighbours_are_likely_and_everybody_is_possible() -> None:
    others = [candidate(number, mu=25.0 + number) for number in range(1, 60)]
    met: Counter[int] = Counter()
    for seed in range(3000):
        seated = table(candidate(0), others, seats=2, least=2, random=Random(seed))
        assert seated is not None
        met.update(each.bot for each in seated if each.bot)
    assert sum(met[number] for number in range(1, 9)) > 1500
    assert sum(met[number] for number in range(40, 60)) > 5


def test_every_seat_is_as_likely_for_the_bot_that_is_served() -> None:
    others = [candidate(number) for number in range(1, 6)]
    places: Counter[int] = Counter()
    for seed in range(2000):
        seated = table(candidate(0), others, seats=4, least=4, random=Random(seed))
        assert seated is not None
        places[seated.index(candidate(0))] += 1
    assert all(400 < places[seat] < 600 for seat in range(4))
