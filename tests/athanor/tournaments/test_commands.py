"""Organizers' commands: in the right state, by the right people, once, and written down."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.api.tournament_shapes import Order
from athanor.lifecycles import EntryState, TournamentState
from athanor.refusals import Refusal
from athanor.tournaments import commands, editions, entries
from athanor.tournaments.acts import LEADS_OUT, Command
from athanor.tournaments.commands import COMMANDS
from athanor.tournaments.commands.announce import MOST_A_DAY
from athanor.tournaments.models import Act, Game, Tournament
from athanor.tournaments.records import contest_of
from tests.athanor import world
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")


def running(owner: User, clock: Clock, names: tuple[str, ...] = NAMES, **fields: Any) -> Tournament:
    cup = events.event(owner, **({"format": "single-elimination"} | fields))
    events.enter(cup, names)
    events.at(clock, START)
    return events.fresh(cup)


@pytest.mark.database
def test_it_works(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    assert commands.carry("pause", tournament=cup, by=olga, reason="a look at the workers")
    assert events.fresh(cup).state == TournamentState.PAUSED
    assert events.play() == 2, "what is being played counts"
    assert events.open_matches() == []
    assert commands.carry("resume", tournament=cup, by=olga)
    assert events.play_out() == 1
    assert events.fresh(cup).state == TournamentState.FINISHED
    log = list(Act.objects.filter(tournament=cup).order_by("number").values_list("what", "by__username"))
    assert ("pause", "olga") in log
    assert ("finish", None) in log
    assert [number for (number,) in Act.objects.filter(tournament=cup).values_list("number")] == list(
        range(1, len(log) + 1)
    )


def test_only_organizers_may(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    carl, eve = world.author("carl"), world.author("eve")
    for user in (carl, eve):
        with pytest.raises(Refusal, match="directed by others"):
            commands.carry("pause", tournament=cup, by=user)
    commands.carry("add-organizer", tournament=cup, by=olga, username="carl")
    assert commands.carry("pause", tournament=cup, by=carl)
    with pytest.raises(Refusal, match="only its owner says"):
        commands.carry("add-organizer", tournament=cup, by=carl, username="eve")
    commands.carry("remove-organizer", tournament=cup, by=olga, username="carl")
    with pytest.raises(Refusal, match="directed by others"):
        commands.carry("resume", tournament=cup, by=carl)


@pytest.mark.database
def test_who_was_an_organizer_when_the_page_was_opened_may_be_none_by_now(clock: Clock, olga: User) -> None:
    carl = world.author("carl")
    cup = editions.create(plan=events.plan(), owner=olga, announce=False)
    commands.carry("add-organizer", tournament=cup, by=olga, username="carl")
    assert editions.edit(tournament=cup, plan=events.plan(title="Cup of Carl"), by=carl).title == "Cup of Carl"
    commands.carry("remove-organizer", tournament=cup, by=olga, username="carl")
    with pytest.raises(Refusal, match="directed by others"):
        editions.edit(tournament=cup, plan=events.plan(title="My Cup"), by=carl)
    with pytest.raises(Refusal, match="directed by others"):
        commands.carry("publish", tournament=cup, by=carl)
    assert (events.fresh(cup).title, events.fresh(cup).state) == ("Cup of Carl", TournamentState.DRAFT)


@pytest.mark.database
def test_a_command_that_is_given_twice_takes_effect_once(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="swiss", rounds=2, round_minutes=60)
    assert commands.carry("extend", tournament=cup, by=olga, minutes=30, command=Command("x1"))
    assert not commands.carry("extend", tournament=cup, by=olga, minutes=30, command=Command("x1"))
    assert events.fresh(cup).next_round_at == START + timedelta(minutes=90)
    assert Act.objects.filter(tournament=cup, what="extend").count() == 1


@pytest.mark.database
def test_of_two_organizers_the_second_is_told_what_the_first_did(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="swiss", rounds=2, round_minutes=60)
    carl = world.author("carl")
    commands.carry("add-organizer", tournament=cup, by=olga, username="carl")
    seen = events.fresh(cup).acts
    assert commands.carry("extend", tournament=cup, by=olga, minutes=30, command=Command("of-olga", seen))
    with pytest.raises(Refusal, match="since you looked, olga did this: Put off by 30 minutes"):
        commands.carry("extend", tournament=cup, by=carl, minutes=30, command=Command("of-carl", seen))
    assert events.fresh(cup).next_round_at == START + timedelta(minutes=90)


def test_the_start_is_put_off_and_registration_opens_again(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=60)
    events.enter(cup, NAMES)
    events.at(clock, START - timedelta(minutes=60))
    assert events.fresh(cup).state == TournamentState.CHECK_IN
    commands.carry("extend", tournament=cup, by=olga, minutes=120)
    cup = events.fresh(cup)
    assert cup.state == TournamentState.REGISTRATION
    assert cup.starts_at == START + timedelta(hours=2)
    events.enter(cup, ["eve"])


def test_where_nothing_waits_for_a_time_nothing_is_put_off(clock: Clock, olga: User) -> None:
    with pytest.raises(Refusal, match="there is no planned time to put off"):
        commands.carry("extend", tournament=running(olga, clock), by=olga, minutes=5)


@pytest.mark.database
def test_a_game_is_voided_and_played_again(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    events.play()
    semi = Game.objects.get(tournament=cup, pairing="1-W1-1")
    commands.carry("void", tournament=cup, by=olga, pairing="1-W1-1", game=1, reason="the wrong options")
    again = Game.objects.get(tournament=cup, pairing="1-W1-1", dropped_at=None)
    assert again.match_id != semi.match_id
    assert again.attempt > semi.attempt
    events.play_out(lambda names: events.by_name(names)[::-1])
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert Act.objects.get(tournament=cup, what="void").sentence == (
        "Voided game 1 of pairing 1-W1-1: the wrong options."
    )


@pytest.mark.database
def test_a_game_of_a_finished_tournament_is_voided_and_it_runs_again(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    events.play_out()
    assert events.entry(cup, "ada").place == 1
    commands.carry("void", tournament=cup, by=olga, pairing="1-W2-1", game=1, reason="the final was not watched")
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert events.entry(cup, "ada").place is None
    events.play_out(lambda names: events.by_name(names)[::-1])
    assert events.fresh(cup).state == TournamentState.FINISHED
    assert events.entry(cup, "ada").place == 2


def test_a_duplicate_set_is_voided_as_a_whole(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, NAMES[:2], duplicate=True)
    assert len({match.duplicate_set for match in events.open_matches()}) == 1
    first, second = events.open_matches()
    events.play(matches=[first])
    commands.carry("void", tournament=cup, by=olga, pairing="1-W1-1", game=2, reason="a power cut")
    second.refresh_from_db()
    assert second.state == "void"
    again = events.open_matches()
    assert len(again) == 2
    assert {match.duplicate_set for match in again}.isdisjoint({first.duplicate_set})
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED


@pytest.mark.parametrize(("seats", "matches"), [(3, 6), (4, 4)])
def test_a_duplicate_set_seats_everybody_before_everybody_else(
    seats: int, matches: int, clock: Clock, olga: User
) -> None:
    table = {"game": "poison", "seats": seats, "least_seats": seats, "format": "round-robin", "duplicate": True}
    cup = running(olga, clock, NAMES[:seats], **table)
    tables = [list(match.seats.order_by("seat").values_list("bot", flat=True)) for match in events.open_matches()]
    assert len(tables) == matches
    assert len({match.duplicate_set for match in events.open_matches()}) == 1
    before = Counter(pair for table in tables for pair in pairwise(table))
    assert len(before) == seats * (seats - 1)
    assert len(set(before.values())) == 1
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_a_tournament_that_was_drawn_before_sets_balanced_neighbours_is_played_as_it_was(
    clock: Clock, olga: User
) -> None:
    cup = events.event(olga, game="poison", seats=3, least_seats=3, format="round-robin", cycles=2, duplicate=True)
    events.enter(cup, NAMES[:3])
    cup = events.fresh(cup)
    for stage in cup.settings["stages"]:
        del stage["unit"]["seating"]
    cup.save(update_fields=["settings"])
    events.at(clock, START)
    tables = [list(match.seats.order_by("seat").values_list("bot", flat=True)) for match in events.open_matches()]
    assert tables[1] == [*tables[0][1:], tables[0][0]]
    assert len(tables) % 3 == 0
    assert len({match.duplicate_set for match in events.open_matches()}) == len(tables) // 3
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_a_pairing_is_ruled_and_the_ruling_taken_back(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    match = contest_of(cup).match("1-W1-1")
    assert match is not None
    commands.carry("rule", tournament=cup, by=olga, pairing="1-W1-1", ranks=[2, 1], reason="a forfeit")
    assert len(events.open_matches()) == 1, "the match that nobody needs is given up"
    with pytest.raises(Refusal, match="is decided"):
        commands.carry("rule", tournament=cup, by=olga, pairing="1-W1-1", ranks=[2, 1], reason="again")
    commands.carry("void", tournament=cup, by=olga, pairing="1-W1-1", game=0, reason="a mistake")
    assert len(events.open_matches()) == 2
    events.play_out()
    assert contest_of(events.fresh(cup)).champions == (events.key("ada"),)


def test_who_is_disqualified_is_out_and_does_not_come_back(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="swiss", rounds=3, late_entry=True)
    commands.carry("disqualify", tournament=cup, by=olga, key=events.key("ada"), reason="two bots in one")
    entry = events.entry(cup, "ada")
    assert (entry.state, entry.reason) == (EntryState.DISQUALIFIED, "two bots in one")
    with pytest.raises(Refusal, match="ada is disqualified: two bots in one"):
        entries.enter(tournament=cup, bot=entry.bot, by=entry.bot.owner)
    events.play_out()
    assert contest_of(events.fresh(cup)).champions == (events.key("bea"),)


USUAL: dict[str, object] = {"number": 5, "ranks": [1, 2], "pairing": "1-1-1", "entrant": "a/b"}


def fields_of(what: str) -> dict[str, Any]:
    """Something for each field of a command."""
    return {asked.name: USUAL.get(asked.kind, asked.value or "why") for asked in COMMANDS[what].fields}


def test_every_file_is_a_command_under_its_own_name() -> None:
    there = {path.stem.replace("_", "-") for path in Path(commands.__file__).parent.glob("[!_]*.py")}
    assert set(COMMANDS) == there
    assert {"start", "call-off"} <= there
    places = [one.place for one in COMMANDS.values()]
    assert places == sorted(set(places)), "each stands at a place of its own"


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_says_what_it_is_and_when_it_may_be_given(what: str) -> None:
    one = COMMANDS[what]
    assert one.title[0].isupper()
    assert not one.about or one.about.endswith(".")
    assert one.states <= frozenset(TournamentState)
    assert one.states
    names = [asked.name for asked in one.fields]
    assert len(names) == len(set(names))
    assert set(names) <= set(Order.model_fields), "the API takes its fields"
    if one.is_hard:
        assert one.is_asked_about


@pytest.mark.parametrize("state", list(TournamentState))
def test_what_the_state_does_not_allow_says_which_it_is_and_what_leads_out(
    clock: Clock, olga: User, state: TournamentState
) -> None:
    cup = events.event(olga)
    Tournament.objects.filter(pk=cup.pk).update(state=state, started_at=events.NOW, finished_at=events.NOW)
    refused = [what for what, one in COMMANDS.items() if state not in one.states]
    assert refused
    for what in refused:
        with pytest.raises(Refusal) as refusal:
            commands.carry(what, tournament=cup, by=olga, **fields_of(what))
        assert refusal.value.status == 409
        assert f"the tournament is {state.label}" in refusal.value.message, what
        assert refusal.value.hint == LEADS_OUT[state]
        assert events.fresh(cup).state == state
        assert what not in commands.possible(events.fresh(cup))


@pytest.mark.database
def test_called_off_gives_up_what_is_played(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    commands.carry("call-off", tournament=cup, by=olga, reason="no power")
    assert events.open_matches() == []
    cup = events.fresh(cup)
    assert (cup.state, cup.reason) == (TournamentState.CANCELLED, "no power")


def test_it_is_started_ahead_of_its_time(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=0)
    events.enter(cup, NAMES)
    commands.carry("start", tournament=cup, by=olga)
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert events.fresh(cup).starts_at == events.NOW


def test_what_is_decided_about_games_is_told_to_everybody_once_their_results_are(clock: Clock, olga: User) -> None:
    for reveal in ({}, {"reveal": "end", "reveal_after": 600}):
        cup = events.event(olga, title=f"Cup {len(reveal)}", format="round-robin", **reveal)
        events.enter(cup, [f"{name}-{len(reveal)}" for name in NAMES[:3]])
        commands.carry("start", tournament=cup, by=olga)
        events.play(matches=[one for one in events.open_matches() if one.tournament_game.tournament == cup][:1])
        game = Game.objects.get(tournament=cup, counted_at__isnull=False)
        commands.carry("void", tournament=cup, by=olga, pairing=game.pairing, game=1, reason="a fault")
        other = Game.objects.filter(tournament=cup, dropped_at=None).exclude(pairing=game.pairing)[0]
        commands.carry("rule", tournament=cup, by=olga, pairing=other.pairing, ranks=[1, 2], reason="a forfeit")
        told = cup.log.filter(what__in=("void", "rule")).values_list("is_public", flat=True)
        assert list(told) == [not reveal, not reveal]


@pytest.mark.database
def test_announcements_are_not_endless(clock: Clock, olga: User) -> None:
    cup = events.event(olga)
    for number in range(MOST_A_DAY):
        commands.carry("announce", tournament=cup, by=olga, text=f"Number {number}")
    with pytest.raises(Refusal, match="20 announcements were made within a day"):
        commands.carry("announce", tournament=cup, by=olga, text="One more")
    clock.move_to(events.NOW + timedelta(hours=25))
    assert commands.carry("announce", tournament=cup, by=olga, text="One more")


def test_an_organizer_cannot_disqualify_where_everything_is_played(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, reveal="end", reveal_after=600)
    events.play_out()
    with pytest.raises(Refusal, match="its results stand"):
        commands.carry("disqualify", tournament=cup, by=olga, key=events.key("ada"), reason="cheated")
    assert events.entry(cup, "ada").state == EntryState.PLAYING


@pytest.mark.parametrize(("names", "there"), [((), "are 0"), (("ada",), "is 1")])
def test_with_too_few_it_is_not_started_ahead_of_its_time_and_goes_on(
    clock: Clock, olga: User, names: tuple[str, ...], there: str
) -> None:
    cup = events.event(olga)
    events.enter(cup, names)
    with pytest.raises(Refusal, match=f"it cannot start now: at least 2 entrants are needed, and there {there}"):
        commands.carry("start", tournament=cup, by=olga)
    cup = events.fresh(cup)
    assert (cup.state, cup.starts_at) == (TournamentState.REGISTRATION, START)
    events.enter(cup, ["bea", "cam"])
    assert commands.carry("start", tournament=cup, by=olga)


def test_who_has_not_checked_in_does_not_count_for_a_start_ahead_of_time(clock: Clock, olga: User) -> None:
    cup = events.event(olga, check_in_minutes=60)
    events.enter(cup, NAMES)
    events.at(clock, START - timedelta(minutes=30))
    entries.check_in(entry=events.entry(cup, "ada"))
    with pytest.raises(Refusal, match="there is 1"):
        commands.carry("start", tournament=cup, by=olga)
    assert events.fresh(cup).state == TournamentState.CHECK_IN
    assert events.entry(cup, "bea").state == EntryState.ENTERED


def test_a_number_counts_only_where_the_organizer_seeds_by_hand(clock: Clock, olga: User) -> None:
    for seeding, told in (("rating", "seeded by rating"), ("random", "drawn by lot")):
        cup = events.event(olga, title=f"Cup by {seeding}", seeding=seeding)
        events.enter(cup, [f"ada-{seeding}"])
        with pytest.raises(Refusal, match=told):
            commands.carry("seed", tournament=cup, by=olga, key=events.key(f"ada-{seeding}"), number=1)
    cup = events.event(olga, title="Cup by hand", seeding="hand")
    events.enter(cup, ["ada"])
    assert commands.carry("seed", tournament=cup, by=olga, key=events.key("ada"), number=1)
    assert events.entry(cup, "ada").seed == 1


def test_who_is_disqualified_already_is_not_disqualified_again(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="swiss", rounds=3)
    key = events.key("ada")
    commands.carry("disqualify", tournament=cup, by=olga, key=key, reason="two bots in one")
    with pytest.raises(Refusal, match=": ada is disqualified already: two bots in one"):
        commands.carry("disqualify", tournament=cup, by=olga, key=key, reason="once more")
    assert cup.log.filter(what="disqualify").count() == 1
    commands.carry("remove", tournament=cup, by=olga, key=events.key("bea"), reason="on request")
    with pytest.raises(Refusal, match="is withdrawn already"):
        commands.carry("remove", tournament=cup, by=olga, key=events.key("bea"), reason="once more")
