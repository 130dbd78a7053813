from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating import BadEnvironment, BadTable, Entry, Environment, Rating, fold, rate, steps

DEFAULT = Environment()

mus = st.floats(-50, 100)
sigmas = st.floats(0.3, 25 / 3)
ratings = st.builds(Rating, mus, sigmas)


@st.composite
def tables(draw: st.DrawFn, most: int = 6, ties: bool = True) -> tuple[list[Rating], list[int]]:
    given_ratings = draw(st.lists(ratings, min_size=2, max_size=most))
    seats = len(given_ratings)
    if ties:
        return given_ratings, draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    return given_ratings, list(draw(st.permutations(range(1, seats + 1))))


@given(tables(ties=False), st.randoms(use_true_random=False))
def test_who_sits_where_changes_nothing(table: tuple[list[Rating], list[int]], chance: Random) -> None:
    given_ratings, ranks = table
    after = rate(given_ratings, ranks, DEFAULT)
    order = list(range(len(ranks)))
    chance.shuffle(order)
    moved = rate([given_ratings[seat] for seat in order], [ranks[seat] for seat in order], DEFAULT)
    assert moved == [after[seat] for seat in order]


@given(ratings, ratings)
def test_a_tie_of_two_is_the_same_from_either_side(one: Rating, two: Rating) -> None:
    first, second = rate([one, two], [1, 1], DEFAULT)
    assert rate([two, one], [1, 1], DEFAULT) == [second, first]


@given(tables())
def test_moving_seats_that_did_not_tie_changes_nothing(table: tuple[list[Rating], list[int]]) -> None:
    given_ratings, ranks = table
    after = rate(given_ratings, ranks, DEFAULT)
    order = sorted(range(len(ranks)), key=lambda seat: -ranks[seat])
    moved = rate([given_ratings[seat] for seat in order], [ranks[seat] for seat in order], DEFAULT)
    assert moved == [after[seat] for seat in order]


@given(tables())
def test_only_the_order_of_the_ranks_counts(table: tuple[list[Rating], list[int]]) -> None:
    given_ratings, ranks = table
    stretched = [rank * 7 - 20 for rank in ranks]
    assert rate(given_ratings, stretched, DEFAULT) == rate(given_ratings, ranks, DEFAULT)


@given(tables())
def test_a_repeat_gives_the_same_to_the_last_bit(table: tuple[list[Rating], list[int]]) -> None:
    assert [(r.mu.hex(), r.sigma.hex()) for r in rate(*table, DEFAULT)] == [
        (r.mu.hex(), r.sigma.hex()) for r in rate(*table, DEFAULT)
    ]


@given(ratings, ratings)
def test_the_winner_of_two_never_falls_and_the_loser_never_rises(one: Rating, two: Rating) -> None:
    winner, loser = rate([one, two], [1, 2], DEFAULT)
    assert winner.mu >= one.mu
    assert loser.mu <= two.mu


@given(tables(ties=False))
def test_the_first_of_many_never_falls_and_the_last_never_rises(table: tuple[list[Rating], list[int]]) -> None:
    given_ratings, ranks = table
    after = rate(given_ratings, ranks, DEFAULT)
    first, last = ranks.index(1), ranks.index(len(ranks))
    assert after[first].mu >= given_ratings[first].mu
    assert after[last].mu <= given_ratings[last].mu


@given(tables(most=8))
def test_uncertainty_grows_by_no_more_than_the_drift(table: tuple[list[Rating], list[int]]) -> None:
    for before, after in zip(table[0], rate(*table, DEFAULT), strict=True):
        assert 0 < after.sigma <= (before.sigma**2 + DEFAULT.tau**2) ** 0.5 * (1 + 1e-15)


@pytest.mark.parametrize("ranks", set(permutations([1, 2, 3])) | {(1, 1, 1), (1, 1, 3), (1, 2, 2)})
def test_equal_newcomers_end_in_the_order_of_their_ranks(ranks: tuple[int, ...]) -> None:
    after = rate([DEFAULT.newcomer()] * 3, ranks, DEFAULT)
    for one, rank in zip(after, ranks, strict=True):
        for other, other_rank in zip(after, ranks, strict=True):
            assert rank >= other_rank or one.mu > other.mu


@given(st.lists(tables(most=4), min_size=1, max_size=5))
def test_a_ledger_folds_to_what_its_entries_give_one_by_one(
    games: list[tuple[list[Rating], list[int]]],
) -> None:
    entries = [Entry(tuple(range(len(ranks))), tuple(ranks)) for _, ranks in games]
    by_hand: dict[int, Rating] = {}
    for players, ranks in entries:
        before = [by_hand.get(player, DEFAULT.newcomer()) for player in players]
        by_hand.update(zip(players, rate(before, ranks, DEFAULT), strict=True))
    assert fold(entries, DEFAULT) == by_hand


def test_steps_tell_what_each_entry_changed() -> None:
    entries = [Entry(("a", "b"), (1, 2)), Entry(("b", "c"), (1, 1))]
    ratings_so_far: dict[str, Rating] = {}
    first, second = list(steps(entries, DEFAULT, ratings_so_far))
    assert first[0] == [DEFAULT.newcomer()] * 2
    assert second[0] == [first[1][1], DEFAULT.newcomer()]
    assert ratings_so_far == {"a": first[1][0], "b": second[1][0], "c": second[1][1]}


A, B = Rating(25.0, 8.0), Rating(30.0, 2.0)
NAN, INFINITE = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("given_ratings", "ranks", "said"),
    [
        ([], [], "at least two seats, not 0"),
        ([A], [1], "at least two seats, not 1"),
        ([A, B], [1], "2 ratings have 1 ranks"),
        ([A, B], [1, 2.0], "seat 1: a rank is a whole number, not 2.0"),
        ([A, B], [NAN, 1], "seat 0: a rank is a whole number, not nan"),
        ([A, B], [True, 1], "seat 0: a rank is a whole number, not True"),
        ([A, B, A], [1, None, 2], "seat 1: a rank is a whole number, not None"),
        ([A, Rating(NAN, 1.0)], [1, 2], "seat 1: mu must be a number"),
        ([A, B, Rating(-INFINITE, 1.0)], [1, 2, 3], "seat 2: mu must be a number"),
        ([Rating(1.0, 0.0), B], [1, 2], "seat 0: sigma must be a number"),
        ([A, B, Rating(1.0, NAN)], [1, 2, 3], "seat 2: sigma must be a number"),
        ([A, Rating(1.0, INFINITE)], [1, 2], "seat 1: sigma must be a number"),
    ],
)
def test_a_table_that_is_none_is_refused_by_name(
    given_ratings: Sequence[Rating], ranks: Sequence[int], said: str
) -> None:
    with pytest.raises(BadTable, match=said):
        rate(given_ratings, ranks, DEFAULT)


def test_nobody_sits_twice_at_a_rated_table() -> None:
    with pytest.raises(BadTable, match="entry 2: a player can sit at a rated table only once"):
        fold([Entry(("a", "b"), (1, 2)), Entry(("a", "a"), (1, 2))], DEFAULT)


@pytest.mark.parametrize(
    ("constants", "said"),
    [
        ({"draw_probability": 0.0}, "draw_probability must lie between"),
        ({"draw_probability": -0.1}, "draw_probability must lie between"),
        ({"draw_probability": 1.0}, "draw_probability must lie between"),
        ({"draw_probability": NAN}, "draw_probability must lie between"),
        ({"mu": NAN}, "mu must be a number"),
        ({"sigma": 0.0}, "sigma must be a number"),
        ({"beta": INFINITE}, "beta must be a number"),
        ({"tau": -1.0}, "tau must be a number"),
        ({"tau": NAN}, "tau must be a number"),
    ],
)
def test_constants_that_rate_nothing_are_refused_by_name(constants: dict[str, float], said: str) -> None:
    with pytest.raises(BadEnvironment, match=said):
        Environment(**constants)
