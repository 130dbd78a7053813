"""Single and double elimination: seeds, byes, drops, the grand final's reset, the picture."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from arena.pairing import (
    DoubleElimination,
    Entered,
    Entrant,
    NotNow,
    Pace,
    Played,
    Seats,
    Settings,
    SingleElimination,
    Tournament,
    Voided,
    Wanted,
    Withdrawn,
    final_standings,
    layout,
    sample,
    standings,
)
from arena.pairing.formats.double_elimination.course import double_tree
from arena.pairing.formats.single_elimination.course import seed_places, tree_of_tables
from arena.pairing.layout import Box, Layout
from tests.arena.pairing import kit

SINGLE = kit.settings(SingleElimination())
DOUBLE = kit.settings(DoubleElimination())


def drawn(of: Settings, entrants: int) -> Tournament:
    tournament = kit.entered(of, entrants)
    kit.settle(tournament, start=True)
    return tournament


def win(tournament: Tournament, key: str, winner: str) -> None:
    wanted = next(one for one in tournament.wanted() if one.pairing == key)
    kit.play(tournament, wanted, [1 if player == winner else 2 for player in wanted.seating])
    kit.settle(tournament)


def picture(tournament: Tournament) -> Layout:
    found = layout(tournament, 1)
    assert found is not None
    return found


def box(tournament: Tournament, key: str) -> Box:
    return next(one for one in picture(tournament).boxes if one.key == key)


def test_the_best_are_furthest_apart() -> None:
    assert seed_places(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for entrants in (2, 4, 16, 128):
        places = seed_places(entrants)
        assert sorted(places) == list(range(1, entrants + 1))
        for half in range(entrants.bit_length() - 1):
            best = {places.index(number) * (2**half) // entrants for number in range(1, 2**half + 1)}
            assert len(best) == 2**half, "each part of the bracket has one of the best"


@pytest.mark.parametrize("entrants", [3, 5, 6, 7, 9, 13, 31, 33])
def test_byes_are_for_the_best_numbers(entrants: int) -> None:
    tournament = drawn(kit.settings(SingleElimination(), pace=Pace.ROUNDS), entrants)
    places = 1 << (entrants - 1).bit_length()
    playing = {player for match in tournament.matches.values() for player in match.players}
    assert playing == {f"p{number}" for number in range(places - entrants + 1, entrants + 1)}


def test_the_grand_final_is_played_again_when_the_losers_side_wins_it() -> None:
    tournament = drawn(DOUBLE, 4)
    for key, winner in [("1-W1-1", "p1"), ("1-W1-2", "p2"), ("1-W2-1", "p1"), ("1-L1-1", "p3"), ("1-L2-1", "p2")]:
        win(tournament, key, winner)
    win(tournament, "1-F1-1", "p2")
    assert not tournament.over
    assert [one.pairing for one in tournament.wanted()] == ["1-F2-1"]
    again = tournament.copy()
    win(tournament, "1-F2-1", "p1")
    assert tournament.champions == ("p1",)
    win(again, "1-F2-1", "p2")
    assert again.champions == ("p2",)
    assert [row.entrant for row in final_standings(again)] == ["p2", "p1", "p3", "p4"]


def test_the_grand_final_is_played_once_when_the_winners_side_wins_it() -> None:
    tournament = kit.play_through(drawn(DOUBLE, 4))
    assert "1-F2-1" not in tournament.matches
    assert box(tournament, "1-F2-1").how == "walkover"
    assert [(row.place, row.entrant) for row in final_standings(tournament)] == [
        (1, "p1"), (2, "p2"), (3, "p3"), (4, "p4"),
    ]  # fmt: skip


def test_without_a_reset_one_grand_final_decides() -> None:
    tournament = drawn(kit.settings(DoubleElimination(reset=False)), 4)
    for key, winner in [("1-W1-1", "p1"), ("1-W1-2", "p2"), ("1-W2-1", "p1"), ("1-L1-1", "p3"), ("1-L2-1", "p2")]:
        win(tournament, key, winner)
    win(tournament, "1-F1-1", "p2")
    assert tournament.champions == ("p2",)


@pytest.mark.parametrize("entrants", [8, 16, 32, 64, 256])
def test_who_has_dropped_does_not_meet_the_same_again_at_once(entrants: int) -> None:
    """Nobody meets anybody again in the first half of the losers' side."""
    tournament = kit.play_through(drawn(DOUBLE, entrants), kit.by_chance(Random(entrants), ties=0))
    met: Counter[frozenset[str]] = Counter()
    rounds = 2 * (entrants.bit_length() - 1) - 2
    for match in tournament.matches.values():
        pair = frozenset(match.players)
        name = match.key.removeprefix("1-")
        if met[pair]:
            assert name[0] == "F" or (name[0] == "L" and 2 * int(name[1:].split("-")[0]) > rounds), match.key
        met[pair] += 1


def test_the_third_place_is_played_for() -> None:
    tournament = kit.play_through(drawn(kit.settings(SingleElimination(third_place=True)), 8))
    rows = standings(tournament, 1)
    assert [(row.place, row.entrant) for row in rows][:5] == [
        (1, "p1"), (2, "p2"), (3, "p3"), (4, "p4"), (5, "p5"),
    ]  # fmt: skip
    assert [row.reached for row in rows] == ["Winner", "Final", *["Third place"] * 2, *["Quarter-final"] * 4]
    without = kit.play_through(drawn(SINGLE, 8))
    assert [row.place for row in standings(without, 1)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_who_leaves_loses_the_open_match_and_is_passed_over_later() -> None:
    tournament = drawn(SINGLE, 4)
    win(tournament, "1-W1-1", "p1")
    tournament.apply(Withdrawn("p1"))
    assert box(tournament, "1-W2-1").slots[0].source == "bye"
    tournament.apply(Withdrawn("p3"))
    kit.settle(tournament)
    assert tournament.over
    assert tournament.champions == ("p2",)
    assert box(tournament, "1-W1-2").how == "forfeit"
    assert box(tournament, "1-W2-1").how == "walkover"


def test_when_both_have_left_nobody_goes_on() -> None:
    tournament = drawn(SINGLE, 4)
    tournament.apply(Withdrawn("p1"))
    tournament.apply(Withdrawn("p4"))
    kit.settle(tournament)
    win(tournament, "1-W1-2", "p3")
    assert tournament.champions == ("p3",)


def test_a_bracket_takes_no_late_entry() -> None:
    tournament = drawn(SINGLE, 5)
    with pytest.raises(NotNow, match="enter the next tournament"):
        tournament.apply(Entered(Entrant("late")))


def test_a_tie_is_played_on_and_then_the_better_number_goes_on() -> None:
    tournament = drawn(SINGLE, 2)
    for number in range(1, 5):
        (wanted,) = tournament.wanted()
        assert wanted.game == number
        kit.play(tournament, wanted, [1, 1])
    assert tournament.champions == ("p1",)
    assert box(tournament, "1-W1-1").how == "draw number"


@pytest.mark.parametrize(
    ("entrants", "seats", "go_on", "tables"),
    [
        (4, Seats(4, 4), None, [[4]]),
        (16, Seats(4, 4), None, [[4, 4, 4, 4], [4, 4], [4]]),
        (16, Seats(4, 4), 1, [[4, 4, 4, 4], [4]]),
        (7, Seats(2, 4), None, [[3, 4], [3]]),
        (5, Seats(4, 4), None, [[4], [4]]),
        (6, Seats(6, 6), None, [[6]]),
        (30, Seats(5, 6), 2, [[6, 6, 6, 6, 6], [5, 5], [5]]),
    ],
)
def test_larger_tables_go_on_until_one_is_left(
    entrants: int, seats: Seats, go_on: int | None, tables: list[list[int]]
) -> None:
    tree = tree_of_tables(entrants, seats, go_on)
    by_round: dict[int, list[int]] = {}
    for node in tree.nodes:
        by_round.setdefault(node.round, []).append(len(node.sources))
    assert list(by_round.values()) == tables


def test_the_winner_of_a_larger_table_is_its_first() -> None:
    tournament = kit.play_through(drawn(kit.settings(SingleElimination(), seats=Seats(2, 4)), 16))
    assert [row.entrant for row in standings(tournament, 1)][:4] == ["p1", "p2", "p3", "p4"]


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 64])
@pytest.mark.parametrize("of", [SINGLE, DOUBLE], ids=["single", "double"])
def test_a_box_lies_midway_between_those_that_feed_it(of: Settings, entrants: int) -> None:
    found = picture(sample(of, entrants))
    boxes = {one.key: one for one in found.boxes}
    feeding: dict[str, list[Box]] = {}
    for one in found.boxes:
        if one.winner_to and boxes[one.winner_to].section == one.section != "final":
            feeding.setdefault(one.winner_to, []).append(one)
    for key, from_ in feeding.items():
        assert boxes[key].row == sum((one.row for one in from_), Fraction(0)) / len(from_)
        assert all(one.column < boxes[key].column for one in from_)
    places = Counter((one.section, one.column, one.row) for one in found.boxes)
    assert set(places.values()) == {1}, "no two boxes lie on each other"
    heights = dict(found.rows)
    assert all(0 <= one.row <= heights[one.section] - Fraction(1, 2) for one in found.boxes)


def test_the_picture_says_who_will_come() -> None:
    tournament = drawn(DOUBLE, 4)
    final = box(tournament, "1-W2-1")
    assert [slot.source for slot in final.slots] == ["Winner of W1-1", "Winner of W1-2"]
    assert (final.winner_to, final.loser_to) == ("1-F1-1", "1-L2-1")
    win(tournament, "1-W1-1", "p4")
    assert [slot.entrant for slot in box(tournament, "1-W2-1").slots] == ["p4", None]
    first = box(tournament, "1-W1-1")
    assert {slot.entrant: (slot.won, slot.points, slot.number) for slot in first.slots} == {
        "p1": (False, 0, 1), "p4": (True, 1, 4),
    }  # fmt: skip


def test_a_voided_result_takes_back_what_was_made_of_it() -> None:
    tournament = drawn(SINGLE, 4)
    win(tournament, "1-W1-1", "p4")
    win(tournament, "1-W1-2", "p2")
    assert [one.pairing for one in tournament.wanted()] == ["1-W2-1"]
    played = tournament.copy()
    tournament.apply(Voided("1-W1-1", 1, "our machine failed"))
    assert [(one.pairing, one.attempt) for one in tournament.wanted()] == [("1-W1-1", 1)]
    win(tournament, "1-W1-1", "p1")
    (final,) = tournament.wanted()
    assert set(final.seating) == {"p1", "p2"}
    assert final.attempt == 1, "the first of this name was with somebody else"
    kit.play_through(tournament)
    assert tournament.champions == ("p1",)
    kit.play_through(played)
    with pytest.raises(NotNow, match="1-W2-1 depends on this result and was played"):
        played.apply(Voided("1-W1-1", 1))


def test_every_loser_of_the_winners_side_has_a_place_below() -> None:
    for entrants in (2, 4, 8, 64, 512):
        tree = double_tree(entrants, True)
        drains = tree.drains()
        for node in tree.nodes:
            if node.section == "winners":
                assert (node.name, 2) in drains
            if node.section == "losers":
                assert (node.name, 2) not in drains
            assert node.name == tree.last or (node.name, 1) in drains


def test_a_result_of_nobody_in_it_is_refused() -> None:
    tournament = drawn(SINGLE, 4)
    wanted: Wanted = tournament.wanted()[0]
    with pytest.raises(NotNow, match="is to be played as"):
        tournament.apply(Played(wanted.pairing, 1, ("p2", "p3"), (1, 2)))


THIRD = kit.settings(SingleElimination(third_place=True))


def places(tournament: Tournament) -> list[tuple[int, str]]:
    return [(row.place, row.entrant) for row in standings(tournament, 1)]


def test_the_live_order_of_a_knock_out_with_a_third_place_match() -> None:
    tournament = drawn(THIRD, 4)
    win(tournament, "1-W1-1", "p1")
    assert places(tournament) == [(1, "p1"), (2, "p2"), (2, "p3"), (4, "p4")], "the beaten one is 3rd at best"
    win(tournament, "1-W1-2", "p3")
    assert places(tournament) == [(1, "p1"), (1, "p3"), (3, "p2"), (3, "p4")]
    win(tournament, "1-W2-1", "p3")
    assert places(tournament) == [(1, "p3"), (2, "p1"), (3, "p2"), (3, "p4")], "the final is decided"
    win(tournament, "1-T1-1", "p4")
    assert places(tournament) == [(1, "p3"), (2, "p1"), (3, "p4"), (4, "p2")]


def test_the_third_place_may_be_decided_before_the_final() -> None:
    tournament = drawn(THIRD, 4)
    win(tournament, "1-W1-1", "p1")
    win(tournament, "1-W1-2", "p2")
    win(tournament, "1-T1-1", "p4")
    assert places(tournament) == [(1, "p1"), (1, "p2"), (3, "p4"), (4, "p3")]


def test_who_is_out_has_its_final_place_at_once() -> None:
    """However far behind other parts of the bracket are."""
    tournament = drawn(SINGLE, 8)
    win(tournament, "1-W1-1", "p1")
    assert {one: place for place, one in places(tournament)}["p8"] == 5
    win(tournament, "1-W1-2", "p4")
    win(tournament, "1-W2-1", "p1")
    live = {one: place for place, one in places(tournament)}
    assert (live["p1"], live["p4"], live["p8"]) == (1, 3, 5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of", "seats"),
    [
        (SingleElimination(), kit.TWO),
        (SingleElimination(third_place=True), kit.TWO),
        (SingleElimination(), Seats(2, 4)),
        (DoubleElimination(), kit.TWO),
        (DoubleElimination(reset=False), kit.TWO),
    ],
    ids=["single", "third", "tables", "double", "double without reset"],
)
def test_the_live_places_never_contradict_how_it_may_end(
    of: SingleElimination | DoubleElimination, seats: Seats
) -> None:
    """Who is out keeps its place to the end, in whatever order it is played."""
    for seed in range(60):
        chance = Random(seed)
        entrants = chance.randint(2, 20)
        tournament = drawn(kit.settings(of, seats=seats), entrants)
        result = kit.by_chance(chance, ties=0)
        moments = []
        while not tournament.over:
            moments.append(({one: place for place, one in places(tournament)}, still_in(tournament)))
            wanted = chance.choice(tournament.wanted())
            kit.play(tournament, wanted, result(wanted))
            kit.settle(tournament)
        ended = {one: place for place, one in places(tournament)}
        for live, alive in moments:
            assert sorted(live.values()) == list(live.values())
            for one, place in live.items():
                assert one in alive or place == ended[one], (seed, one, live, ended)


def still_in(tournament: Tournament) -> set[str]:
    """Who may play on: everybody of an open box and of one that is not paired yet."""
    there = {slot.entrant for box in picture(tournament).boxes if not box.decided for slot in box.slots}
    return {one for one in there if one is not None}


def test_the_place_of_who_is_disqualified_is_the_last_and_others_move_up() -> None:
    tournament = drawn(THIRD, 4)
    win(tournament, "1-W1-1", "p1")
    win(tournament, "1-W1-2", "p2")
    tournament.apply(Withdrawn("p2", "two accounts", disqualified=True))
    kit.settle(tournament)
    win(tournament, "1-T1-1", "p4")
    assert tournament.over
    assert places(tournament) == [(1, "p1"), (2, "p4"), (3, "p3"), (4, "p2")]
