"""One pairing: best of, duplicate sets, extra legs, forfeits, rulings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.kernel.seatings import is_fair, set_size
from arena.pairing import (
    How,
    Match,
    NotNow,
    Pairing,
    Played,
    RoundRobin,
    Ruled,
    Seats,
    Settings,
    Stage,
    Unit,
    read_settings,
    to_document,
)
from arena.pairing.matches import shares
from arena.pairing.planning import games_of, in_a_row

NUMBERS = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}


ONE_GAME = Unit()


def match(players: str = "ab", unit: Unit = ONE_GAME, go_on: int = 0, least: int = 2) -> Match:
    return Match(Pairing("1-1-1", tuple(players)), 1, 1, unit, Seats(least, len(players)), go_on, NUMBERS)


def games(of: Match) -> list[int]:
    return [one.game for one in of.wanted()]


def play(of: Match, game: int, *best: str) -> None:
    """The players by rank; "ab" in one word share it."""
    wanted = next(one for one in of.wanted() if one.game == game)
    ranks: dict[str, int] = {}
    for word in best:
        rank = len(ranks) + 1
        ranks.update(dict.fromkeys(word, rank))
    of.play(Played("1-1-1", game, wanted.seating, tuple(ranks[player] for player in wanted.seating)))


def test_a_game_gives_the_share_of_others_beaten() -> None:
    assert shares((1, 2)) == (1, 0)
    assert shares((1, 1)) == (Fraction(1, 2), Fraction(1, 2))
    assert shares((1, 2, 3, 4)) == (1, Fraction(2, 3), Fraction(1, 3), 0)
    assert shares((1, 1, 3)) == (Fraction(3, 4), Fraction(3, 4), 0)


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_a_table_gives_half_of_its_seats_whatever_the_ties(ranks: list[int]) -> None:
    assert sum(shares(ranks)) == Fraction(len(ranks), 2)


def test_a_best_of_asks_for_what_is_certain_and_stops_when_decided() -> None:
    of = match(unit=Unit(5, best_of=True))
    assert games(of) == [1, 2, 3]
    play(of, 2, "a", "b")
    assert games(of) == [1, 3], "the lead makes a fourth no more certain"
    play(of, 1, "b", "a")
    play(of, 3, "a", "b")
    assert games(of) == [4]
    play(of, 4, "a", "b")
    assert of.outcome is not None
    assert (of.outcome.ranks, of.outcome.how) == ((1, 2), How.PLAYED)
    assert of.wanted() == ()


def test_seats_change_from_game_to_game() -> None:
    of = match("abc", Unit(7))
    seatings = [one.seating for one in of.wanted()]
    assert set(seatings[:6]) == set(permutations("abc"))
    assert seatings[6] == seatings[0] == tuple("abc")
    assert len({one.deal for one in of.wanted()}) == 7


@pytest.mark.parametrize(("players", "legs"), [("ab", 2), ("abc", 6), ("abcd", 12), ("abcde", 20), ("abcdef", 30)])
@pytest.mark.parametrize("duplicate", [False, True])
def test_over_its_games_everybody_plays_directly_before_everybody_else_equally_often(
    players: str, legs: int, duplicate: bool
) -> None:
    of = match(players, Unit(legs, duplicate=duplicate))
    seatings = [one.seating for one in of.wanted()]
    before = Counter(pair for seating in seatings for pair in pairwise((*seating, seating[0])))
    assert len(before) == len(players) * (len(players) - 1)
    assert len(set(before.values())) == 1
    assert is_fair(seatings[: set_size(len(players))])


def test_a_tournament_that_was_planned_before_neighbours_were_balanced_keeps_its_seatings() -> None:
    """What it recorded must be what it wants: its settings do not name a design, and mean the rotation."""
    document = to_document(Settings((Stage(RoundRobin(), Unit(2, duplicate=True)),), Seats(3, 3)))
    del document["stages"][0]["unit"]["seating"]
    unit = read_settings(document).stages[0].unit
    rotation = [tuple("abc"), tuple("bca"), tuple("cab")]
    of = match("abc", unit)
    assert [one.seating for one in of.wanted()] == rotation * 2
    assert [one.leg for one in of.wanted()] == [1, 1, 1, 2, 2, 2]
    assert games_of(unit, 3, 0) == (6, 6)
    of.play(Played("1-1-1", 2, rotation[1], (1, 2, 3)))
    assert [one.seating for one in match("abc", replace(unit, duplicate=False, legs=4)).wanted()] == [
        *rotation,
        rotation[0],
    ]


def test_a_duplicate_set_is_one_deal_from_every_seat() -> None:
    of = match("abc", Unit(2, duplicate=True))
    wanted = of.wanted()
    assert [one.deal for one in wanted] == ["1-1-1/1"] * 6 + ["1-1-1/2"] * 6
    assert {one.seating for one in wanted[:6]} == set(permutations("abc"))
    assert [one.leg for one in wanted] == [1] * 6 + [2] * 6


def test_a_best_of_duplicate_sets_counts_sets() -> None:
    of = match(unit=Unit(3, best_of=True, duplicate=True))
    assert games(of) == [1, 2, 3, 4]
    play(of, 1, "a", "b")
    play(of, 2, "b", "a")
    assert of.leg_points() == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    for game in (3, 4):
        play(of, game, "b", "a")
    assert games(of) == [5, 6]
    play(of, 5, "a", "b")
    play(of, 6, "b", "a")
    assert of.outcome is not None
    assert of.outcome.ranks == (2, 1)


def test_a_tie_stands_where_nobody_goes_on() -> None:
    of = match(unit=Unit(2))
    play(of, 1, "a", "b")
    play(of, 2, "b", "a")
    assert of.outcome is not None
    assert (of.outcome.ranks, of.outcome.points) == ((1, 1), (Fraction(1, 2), Fraction(1, 2)))


def test_a_tie_is_played_on_one_leg_at_a_time_where_somebody_goes_on() -> None:
    of = match(unit=Unit(2, duplicate=True, extra=2), go_on=1)
    for game in range(1, 5):
        play(of, game, "ab")
    assert games(of) == [5, 6]
    play(of, 5, "a", "b")
    assert of.is_open, "half a set decides nothing"
    play(of, 6, "b", "a")
    assert games(of) == [7, 8]
    play(of, 7, "b", "a")
    play(of, 8, "b", "a")
    assert of.outcome is not None
    assert (of.in_order(), of.outcome.how) == (["b", "a"], How.PLAYED)


def test_after_the_extra_legs_the_better_number_goes_on() -> None:
    of = match("dcba", Unit(1, extra=1), go_on=2)
    play(of, 1, "d", "abc")
    play(of, 2, "abcd")
    assert of.outcome is not None
    assert of.outcome.how is How.NUMBER
    assert of.in_order()[:2] == ["d", "a"]


def test_who_leaves_loses_and_nothing_more_is_played() -> None:
    of = match(unit=Unit(5, best_of=True))
    play(of, 1, "a", "b")
    of.withdraw("a")
    assert of.outcome is not None
    assert (of.outcome.ranks, of.outcome.how, of.outcome.was_played) == ((2, 1), How.FORFEIT, True)
    assert of.outcome.points == (0, 1)


def test_when_both_leave_nobody_has_a_point() -> None:
    of = match()
    of.begin_without(("a", "b"))
    assert of.outcome is not None
    assert of.outcome.points == (0, 0)
    assert not of.outcome.was_played


def test_a_larger_table_goes_on_without_who_leaves() -> None:
    of = match("abcd", Unit(2), least=3)
    play(of, 1, "a", "b", "c", "d")
    of.withdraw("a")
    (again,) = of.wanted()
    assert again.seating == tuple("cdb")
    assert again.attempt == 1, "the game that had begun with all four is another"
    with pytest.raises(NotNow, match="is to be played as c, d, b"):
        of.play(Played("1-1-1", 2, tuple("bcda"), (1, 2, 3, 4)))
    play(of, 2, "b", "c", "d")
    assert of.outcome is not None
    assert of.in_order() == ["b", "c", "d", "a"]
    assert of.outcome.points[0] == 0
    few = match("abc", least=3)
    few.withdraw("b")
    assert few.outcome is not None
    assert few.outcome.ranks == (1, 3, 1), "two cannot play a game for three"


def test_an_organizer_can_decide() -> None:
    of = match(go_on=1)
    with pytest.raises(NotNow, match="has to say who"):
        of.rule(Ruled("1-1-1", (1, 1), "rain"))
    with pytest.raises(NotNow, match="a rank for each of a, b"):
        of.rule(Ruled("1-1-1", (1,), "rain"))
    of.rule(Ruled("1-1-1", (2, 1), "rain"))
    assert of.in_order() == ["b", "a"]
    with pytest.raises(NotNow, match="is decided"):
        of.rule(Ruled("1-1-1", (1, 2), "sun"))


def test_a_result_is_refused_with_what_is_wanted() -> None:
    of = match(unit=Unit(3))
    play(of, 1, "a", "b")
    for played, why in [
        (Played("1-1-1", 1, ("a", "b"), (1, 2)), "has its result"),
        (Played("1-1-1", 4, ("b", "a"), (1, 2)), "wants no game 4"),
        (Played("1-1-1", 2, ("a", "b"), (1, 2)), "to be played as b, a"),
        (Played("1-1-1", 2, ("b", "a"), (2, 3)), "the best of them 1"),
        (Played("1-1-1", 2, ("b", "a"), (1,)), "a rank a seat"),
    ]:
        with pytest.raises(NotNow, match=why):
            of.play(played)
    assert games(of) == [2, 3]


@given(
    legs=st.sampled_from([1, 3, 5, 7]),
    duplicate=st.booleans(),
    go_on=st.integers(0, 1),
    extra=st.integers(0, 3),
    seed=st.integers(0, 2**32),
)
def test_as_many_games_as_planned(legs: int, duplicate: bool, go_on: int, extra: int, seed: int) -> None:
    unit = Unit(legs, best_of=True, duplicate=duplicate, extra=extra)
    of = match(unit=unit, go_on=go_on)
    chance = Random(seed)
    waits = 0
    while wanted := of.wanted():
        waits += 1
        for one in wanted:
            if of.is_open:
                play(of, one.game, *chance.choice([("a", "b"), ("b", "a"), ("ab",)]))
    least, most = games_of(unit, 2, go_on)
    assert least <= len(of.games) <= most
    assert waits <= in_a_row(unit, go_on)
