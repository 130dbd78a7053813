"""Who plays out of competition has no place, does not go on and cannot win."""

from __future__ import annotations

import pytest

from arena.pairing import (
    Entered,
    Entrant,
    Groups,
    Paired,
    RoundRobin,
    Seats,
    Settings,
    SingleElimination,
    Stage,
    Swiss,
    Tiebreak,
    Tournament,
    Wanted,
    final_standings,
    fold,
    read_event,
    standings,
    to_document,
)
from arena.pairing.settings import Format
from tests.arena.pairing import kit


def with_guests(settings: Settings, entrants: int, guests: set[int]) -> Tournament:
    """p1 is the best rated; these numbers play out of competition."""
    tournament = Tournament(settings)
    for number in range(1, entrants + 1):
        tournament.apply(Entered(Entrant(f"p{number}", 50 - number / 10, competes=number not in guests)))
    return tournament


@pytest.mark.parametrize(
    "of", [RoundRobin(), Swiss(3), SingleElimination(), SingleElimination(third_place=True)], ids=str
)
def test_the_best_of_those_who_compete_wins(of: Format) -> None:
    tournament = kit.play_through(with_guests(kit.settings(of), 6, {1, 4}))
    assert tournament.champions == ("p2",)
    places = {row.entrant: row.place for row in standings(tournament, 1)}
    assert (places["p1"], places["p4"], places["p2"]) == (0, 0, 1)
    assert sorted(places.values())[:3] == [0, 0, 1]
    assert {row.entrant for row in standings(tournament, 1) if row.guest} == {"p1", "p4"}
    final = {row.entrant: row.place for row in final_standings(tournament)}
    assert final == places


def test_places_of_a_list_have_no_gap() -> None:
    tournament = kit.play_through(with_guests(kit.settings(RoundRobin()), 6, {1, 4}))
    assert [(row.place, row.entrant) for row in standings(tournament, 1)] == [
        (0, "p1"), (1, "p2"), (2, "p3"), (0, "p4"), (3, "p5"), (4, "p6"),
    ]  # fmt: skip


def test_nobody_out_of_competition_goes_on() -> None:
    settings = Settings((Stage(Groups(2), advance=1), Stage(SingleElimination())), seed=kit.SEED)
    tournament = kit.play_through(with_guests(settings, 8, {1, 2}))
    assert set(tournament.stages[1].field) == {"p3", "p4"}
    assert tournament.champions == ("p3",)
    final = [(row.place, row.entrant) for row in final_standings(tournament)]
    assert final[:2] == [(1, "p3"), (2, "p4")]
    assert sorted(final[2:]) == [(0, "p1"), (0, "p2"), (3, "p5"), (3, "p6"), (5, "p7"), (5, "p8")]


def test_no_place_is_played_off_with_somebody_out_of_competition() -> None:
    def tied(wanted: Wanted) -> list[int]:
        return [1] * len(wanted.seating)

    settings = Settings((Stage(RoundRobin(), tie_breaks=(Tiebreak.PLAY_OFF,)),), seed=kit.SEED)
    tournament = kit.play_through(with_guests(settings, 4, {1, 2}), tied)
    play_off = [match for match in tournament.matches.values() if match.play_off]
    assert {player for match in play_off for player in match.players} == {"p3", "p4"}


def test_records_without_the_word_are_of_those_who_compete() -> None:
    event = read_event({"kind": "entered", "entrant": {"key": "a/b", "rating": 1.0, "seed": None}})
    assert event == Entered(Entrant("a/b", 1.0))
    tournament = kit.play_through(with_guests(kit.settings(Swiss(3), seats=Seats(3, 4)), 9, {2}))
    again = fold(tournament.settings, [read_event(to_document(one)) for one in tournament.events])
    assert final_standings(again) == final_standings(tournament)
    assert any(isinstance(one, Paired) for one in again.events)
