"""Bots of one author are kept apart as long as the format allows, and without authors nothing changes."""

from __future__ import annotations

from random import Random

import pytest

from arena.pairing import (
    DoubleElimination,
    Drawn,
    Entered,
    Entrant,
    Groups,
    Seats,
    Seeding,
    Settings,
    SingleElimination,
    Stage,
    Swiss,
    Tournament,
    audit,
)
from arena.pairing.settings import Format
from tests.arena.pairing import kit


def of_authors(settings: Settings, authors: str) -> Tournament:
    """Entrant p1 is of the first letter, p2 of the second; "." is of nobody. p1 is the best rated."""
    tournament = Tournament(settings)
    for number, author in enumerate(authors, 1):
        tournament.apply(Entered(Entrant(f"p{number}", 50 - number / 10, author=author.strip("."))))
    return tournament


def begun(settings: Settings, authors: str) -> Tournament:
    tournament = of_authors(settings, authors)
    kit.settle(tournament, start=True)
    return tournament


def met(tournament: Tournament, stage: int = 1) -> set[frozenset[str]]:
    """Which authors have met themselves, by the keys of their bots."""
    author = {key: one.author for key, one in tournament.entrants.items()}
    return {
        frozenset(pair)
        for match in tournament.stages[stage - 1].matches.values()
        for pair in kit.pairs(match.players)
        if len({author[one] for one in pair} - {""}) == 1 and all(author[one] for one in pair)
    }


GROUPS = Settings((Stage(Groups(2), advance=2), Stage(SingleElimination())), seed=kit.SEED)


def test_groups_part_them_within_the_rows_of_the_draw() -> None:
    tournament = begun(GROUPS, "abca.c..")
    (drawn,) = [event for event in tournament.events if isinstance(event, Drawn)]
    rows = [set(drawn.order[place : place + 2]) for place in range(0, 8, 2)]
    assert rows == [{"p1", "p2"}, {"p3", "p4"}, {"p5", "p6"}, {"p7", "p8"}], "nobody left its row"
    assert met(tournament) == set()


def test_an_author_with_more_bots_than_groups_has_them_spread_evenly() -> None:
    tournament = begun(GROUPS, "aaaa....")
    groups: dict[str, set[str]] = {}
    for match in tournament.matches.values():
        groups.setdefault(match.pairing.group, set()).update(match.players)
    assert sorted(len(group & {"p1", "p2", "p3", "p4"}) for group in groups.values()) == [2, 2]


@pytest.mark.parametrize("of", [SingleElimination(), DoubleElimination()], ids=["single", "double"])
@pytest.mark.parametrize("authors", ["a......a", "abcddcba", "aa....bb", "aaaa....", ".a.b..cd.ab.c..d"])
def test_in_a_bracket_nobody_meets_its_own_author_in_the_first_round(of: Format, authors: str) -> None:
    tournament = begun(kit.settings(of), authors)
    assert met(tournament) == set()


def test_in_a_bracket_they_meet_as_late_as_can_be() -> None:
    """Numbers 1 and 5 to 8: two of one author lie in different halves."""
    tournament = begun(kit.settings(SingleElimination()), "a...a...")
    (drawn,) = [event for event in tournament.events if isinstance(event, Drawn)]
    upper = {drawn.order[number - 1] for number in (1, 8, 4, 5)}
    assert len(upper & {"p1", "p5"}) == 1
    assert drawn.order[:4] == ("p1", "p2", "p3", "p4"), "only of its own tier somebody changed places"


def test_what_the_organizer_seeds_by_hand_stays() -> None:
    by_hand = Settings((Stage(SingleElimination()),), seeding=Seeding.HAND, seed=kit.SEED)
    tournament = begun(by_hand, "a......a")
    assert met(tournament) == {frozenset(("p1", "p8"))}


@pytest.mark.parametrize("authors", ["aabbccdd", "aabb....", "aaa.....", "abababab", "aabbccddee", "aabbcdefg"])
def test_in_a_swiss_they_do_not_meet_while_others_are_left(authors: str) -> None:
    for seed in range(20):
        tournament = of_authors(kit.settings(Swiss(3)), authors)
        kit.play_through(tournament, kit.by_chance(Random(seed)))
        assert met(tournament) == set(), seed
        assert audit(tournament.settings, tournament.events) == []


def test_in_a_swiss_the_author_with_the_most_bots_meets_itself_first() -> None:
    """Of 5 of 7 bots some have to meet; the two others need not."""
    tournament = begun(kit.settings(Swiss(3)), "aaaaabb.")
    for _ in range(2):
        for one in tournament.wanted():
            kit.play(tournament, one, kit.better_number(one))
        kit.settle(tournament)
    assert met(tournament)
    assert frozenset(("p6", "p7")) not in met(tournament)


def test_at_larger_tables_of_a_swiss_they_sit_apart() -> None:
    for seed in range(10):
        tournament = of_authors(kit.settings(Swiss(3), seats=Seats(3, 4)), "aabbccdd........")
        kit.play_through(tournament, kit.by_chance(Random(seed)))
        assert met(tournament) == set(), seed


def test_from_groups_a_bracket_parts_authors_and_groups() -> None:
    settings = Settings((Stage(Groups(4), advance=2), Stage(SingleElimination())), seed=kit.SEED)
    for seed in range(20):
        chance = Random(seed)
        tournament = of_authors(settings, "".join(chance.choice("abcdefgh") for _ in range(16)))
        kit.play_through(tournament, kit.by_chance(chance))
        first = [match for match in tournament.stages[1].matches.values() if match.round == 1]
        groups = {
            player: match.pairing.group
            for match in tournament.stages[0].matches.values()
            for player in match.players
        }
        assert all(groups[one] != groups[other] for one, other in (match.players for match in first)), seed
        assert audit(tournament.settings, tournament.events) == []


def test_who_comes_late_joins_a_group_without_its_author() -> None:
    tournament = begun(kit.settings(Groups(2), SingleElimination()), "ab.....c..")
    groups = tournament.stages[0]
    before = {match.pairing.group for match in groups.matches.values() if "p1" in match.players}
    tournament.apply(Entered(Entrant("late", author="a")))
    kit.settle(tournament)
    after = {match.pairing.group for match in groups.matches.values() if "late" in match.players}
    assert before.isdisjoint(after)
