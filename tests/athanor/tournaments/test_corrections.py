"""Results that an organizer corrects, takes from both, or has a disqualified bot forfeit."""

from __future__ import annotations

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.lifecycles import TournamentState
from athanor.refusals import Refusal
from athanor.tournaments import commands
from athanor.tournaments.acts import Command
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import contest_of
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]
Clock = time_machine.Traveller
NAMES = ("ada", "bea", "cam", "dot")


def running(olga: User, clock: Clock, **fields: object) -> Tournament:
    cup = events.event(olga, **({"format": "swiss", "rounds": 3} | fields))
    events.enter(cup, NAMES)
    events.at(clock, events.START)
    return events.fresh(cup)


def meeting(cup: Tournament, one: str, other: str) -> str:
    pair = {events.key(one), events.key(other)}
    found = contest_of(events.fresh(cup)).matches
    return next(key for key, match in found.items() if set(match.players) == pair)


def winning(cup: Tournament, key: str, winner: str) -> list[int]:
    match = contest_of(events.fresh(cup)).matches[key]
    return [1 if player == events.key(winner) else 2 for player in match.players]


def test_a_result_of_an_earlier_round_is_corrected_while_a_later_one_is_played(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    events.play()
    open_before = [match.pk for match in events.open_matches()]
    first = next(iter(contest_of(events.fresh(cup)).matches.values()))
    loser = first.in_order()[1]
    ranks = [1 if player == loser else 2 for player in first.players]
    assert commands.carry("correct", tournament=cup, by=olga, pairing=first.key, ranks=ranks, reason="a wrong log")
    assert [match.pk for match in events.open_matches()] == open_before, "round 2 is played as it was paired"
    assert contest_of(events.fresh(cup)).matches[first.key].in_order()[0] == loser
    act = cup.log.get(what="correct")
    assert act.is_public
    assert act.sentence == f"Corrected pairing {first.key} to {ranks[0]}-{ranks[1]}: a wrong log."
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_of_a_finished_tournament_the_places_are_written_anew(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="round-robin")
    events.play_out()
    assert [events.entry(cup, name).place for name in NAMES] == [1, 2, 3, 4]
    key = meeting(cup, "ada", "bea")
    commands.carry(
        "correct", tournament=cup, by=olga, pairing=key, ranks=winning(cup, key, "bea"), reason="a wrong log"
    )
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert [events.entry(cup, name).place for name in NAMES] == [2, 1, 3, 4]


def test_a_correction_that_asks_for_a_play_off_has_it_played(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="round-robin", tie_breaks=("play_off",))
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED
    key = meeting(cup, "ada", "bea")
    commands.carry("correct", tournament=cup, by=olga, pairing=key, ranks=[1, 1], reason="a wrong log")
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert events.play_out() == 1
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_both_lose_by_a_ruling_of_the_control_room(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    given = {"do": "rule", "pairing": "1-1-1", "ranks": "2 2", "reason": "both cheated", "confirm": "yes"}
    here = f"{cup.get_absolute_url()}control/"
    assert client_of(olga).post(here, given).status_code == 302
    outcome = contest_of(events.fresh(cup)).matches["1-1-1"].outcome
    assert outcome is not None
    assert outcome.points == (0, 0)
    for page in ("", "standings/", "crosstable/", "schedule/", "pairings/1-1-1/", "control/"):
        assert page_of(client_of(olga).get(f"{cup.get_absolute_url()}{page}")).faults == []


def test_what_a_disqualified_bot_has_played_is_kept_or_forfeited(clock: Clock, olga: User) -> None:
    for results, gained in (("kept", 0), ("forfeited", 1)):
        cup = events.event(olga, title=f"Cup of {results}", format="swiss", rounds=3)
        names = [f"{name}-{results}" for name in NAMES]
        events.enter(cup, names)
        commands.carry("start", tournament=cup, by=olga)
        events.play()
        key = events.key(names[0])
        found = contest_of(events.fresh(cup)).matches.values()
        (beaten,) = [match.in_order()[1] for match in found if match.outcome and match.in_order()[0] == key]
        fields = {"key": key, "reason": "two bots in one", "results": results}
        commands.give(
            tournament=cup, by=olga, what="disqualify", fields=fields, command=Command("d"), confirmed=True
        )
        contest = contest_of(events.fresh(cup))
        first = next(match for match in contest.matches.values() if {key, beaten} == set(match.players))
        assert first.outcome is not None
        assert dict(zip(first.players, first.outcome.points, strict=True))[beaten] == gained
        assert ("forfeited" in cup.log.get(what="disqualify").sentence) == bool(gained)
    with pytest.raises(Refusal, match="is no choice for earlier results"):
        commands.carry("disqualify", tournament=cup, by=olga, key=key, reason="x", results="burnt")


def test_the_api_corrects_and_says_what_cannot_be(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    events.play()
    by, there = caller.of(olga), f"/tournaments/{cup.slug}/commands/correct"
    wish = {"command": "c1", "pairing": "1-1-1", "ranks": [1, 1], "reason": "a wrong log"}
    assert by.post(there, wish).status == 200
    assert by.get(f"/tournaments/{cup.slug}/pairings/1-1-1").document["how"] == "corrected"
    wrong = by.post(there, wish | {"command": "c2", "pairing": "1-2-1"})
    assert (wrong.status, wrong.code) == (409, "not-now")
    assert "is not decided: rule it" in wrong.document["error"]["message"]
    assert caller.of(world.author("eva")).post(there, wish).code == "not-yours"
