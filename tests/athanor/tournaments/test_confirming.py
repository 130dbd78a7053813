"""What cannot be undone is asked about first, with what follows from it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from athanor.accounts.models import User
from athanor.lifecycles import TournamentState
from athanor.refusals import Refusal
from athanor.tournaments import commands, editions
from athanor.tournaments.acts import Command
from athanor.tournaments.consequences import Unconfirmed
from athanor.tournaments.models import Act, Game, Tournament
from athanor.tournaments.records import contest_of
from tests.athanor.api import caller
from tests.athanor.tournaments import events
from tests.athanor.tournaments.test_commands import running

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")


def asked(cup: Tournament, by: User, what: str, **fields: Any) -> str:
    """What follows from a command, as it is said before anything is done."""
    before, log = events.snapshot(), Act.objects.count()
    with pytest.raises(Unconfirmed) as unconfirmed:
        commands.give(tournament=cup, by=by, what=what, fields=fields, command=Command(f"ask-{what}"))
    assert (events.snapshot(), Act.objects.count()) == (before, log), "only asked"
    return unconfirmed.value.follows


def test_what_cannot_be_undone_says_what_follows_until_it_is_confirmed(clock: Clock, olga: User) -> None:
    cup = editions.create(plan=events.plan(format="single-elimination"), owner=olga, announce=False)
    assert "cannot become a draft again" in asked(cup, olga, "publish")
    commands.carry("publish", tournament=cup, by=olga)
    events.enter(cup, NAMES)
    cup = events.fresh(cup)
    assert "with 4 entrants, not at 2027-03-05 18:00 UTC" in asked(cup, olga, "start")
    assert "5 people get a notice" in asked(cup, olga, "announce", text="Pizza")
    assert "loses its place" in asked(cup, olga, "remove", key=events.key("dot"), reason="on request")
    events.at(clock, START)
    events.play(matches=events.open_matches()[:1])
    cup = events.fresh(cup)
    decided = Game.objects.get(tournament=cup, counted_at__isnull=False)
    open_one = Game.objects.get(tournament=cup, counted_at=None)
    still_in = contest_of(cup).matches[open_one.pairing].players[0]
    assert "1 open pairing is lost" in asked(cup, olga, "disqualify", key=still_in, reason="cheated")
    assert "1 game is given up" in asked(cup, olga, "call-off", reason="rain")
    assert "played again" in asked(cup, olga, "void", pairing=decided.pairing, game="1", reason="a fault")
    ruled = asked(cup, olga, "rule", pairing=open_one.pairing, ranks="1 2", reason="a forfeit")
    assert "1 game is given up" in ruled
    given = {"reason": "rain"}
    commands.give(tournament=cup, by=olga, what="call-off", fields=given, command=Command("off"), confirmed=True)
    assert events.fresh(cup).state == TournamentState.CANCELLED
    # The same again has been done: it asks no more.
    commands.give(tournament=cup, by=olga, what="call-off", fields=given, command=Command("off"))


def test_a_void_says_which_pairings_it_takes_back_and_that_the_tournament_runs_again(
    clock: Clock, olga: User
) -> None:
    cup = running(olga, clock)
    events.play()
    assert "Pairings made of it are taken back: 1-W2-1." in asked(
        events.fresh(cup), olga, "void", pairing="1-W1-1", game="1", reason="a fault"
    )
    events.play_out()
    follows = asked(events.fresh(cup), olga, "void", pairing="1-W2-1", game="1", reason="a fault")
    assert "The tournament runs again" in follows


def test_a_correction_says_that_a_finished_tournament_runs_again(clock: Clock, olga: User) -> None:
    cup = running(olga, clock, format="round-robin", tie_breaks=("play_off",))
    events.play_out()
    cup = events.fresh(cup)
    assert cup.state == TournamentState.FINISHED
    by_place = sorted(cup.entries.all(), key=lambda entry: entry.place or 0)
    best = {entry.key for entry in by_place[:2]}
    found = contest_of(cup).matches.values()
    final = next(match.key for match in found if set(match.players) == best)
    tie = {"pairing": final, "ranks": "1 1", "reason": "a wrong log"}
    assert "a play-off is played, also if the result is corrected back" in asked(cup, olga, "correct", **tie)
    last = {entry.key for entry in by_place[-2:]}
    harmless = next(match.key for match in found if set(match.players) == last)
    commands.give(
        tournament=cup, by=olga, what="correct", fields=tie | {"pairing": harmless}, command=Command("h")
    )
    assert events.fresh(cup).state == TournamentState.FINISHED, (
        "another correction takes it back: nothing is asked"
    )
    cup = events.fresh(cup)
    commands.give(tournament=cup, by=olga, what="correct", fields=tie, command=Command("c"), confirmed=True)
    assert events.fresh(cup).state == TournamentState.RUNNING
    assert events.play_out() == 1
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_times_that_are_put_off_are_asked_about_where_they_cannot_be_brought_forward(
    clock: Clock, olga: User
) -> None:
    """Before the start the plan can move it back. Afterwards neither rounds nor results come earlier again."""
    cup = events.event(olga, format="swiss", rounds=2, round_minutes=60, reveal="end", reveal_after=240)
    events.enter(cup, NAMES)
    commands.give(tournament=cup, by=olga, what="extend", fields={"minutes": "30"}, command=Command("1"))
    events.at(clock, START + timedelta(minutes=30))
    follows = asked(events.fresh(cup), olga, "extend", minutes="30")
    assert follows == (
        "The next round at 2027-03-05 20:00 UTC, not at 2027-03-05 19:30 UTC, and the results at 2027-03-05 23:00"
        " UTC, not at 2027-03-05 22:30 UTC: this can be put off further, but not brought forward again."
    )
    events.play()
    events.at(clock, START + timedelta(minutes=90))
    # The last round is played, and only the results wait for their time.
    follows = asked(events.fresh(cup), olga, "extend", minutes="30")
    assert follows.startswith("The results at 2027-03-05 23:00 UTC, not at 2027-03-05 22:30 UTC: ")
    assert "all results from now on" in asked(events.fresh(cup), olga, "reveal")


def test_who_retires_a_bot_by_the_api_is_told_what_it_is_withdrawn_from(clock: Clock, olga: User) -> None:
    cup = events.event(olga, title="Rainy Cup")
    bot, *_ = events.enter(cup, NAMES)
    refused = caller.of(bot.owner).post("/me/bots/ada/retire")
    assert (refused.status, refused.code) == (409, "not-confirmed")
    assert "It is withdrawn from Rainy Cup" in refused.document["error"]["message"]
    assert caller.of(bot.owner).post("/me/bots/ada/retire?confirm=true").status == 200


def test_who_stops_a_series_is_told_what_comes_no_more(clock: Clock, olga: User) -> None:
    cup = events.event(olga, repeat="0 18 * * FRI", opens_days=3)
    assert "only if another rule is written into the plan" in asked(cup, olga, "stop-series")


def test_who_takes_a_bot_out_is_told_what_it_loses(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin", capacity=2)
    events.enter(cup, NAMES[:3])
    for name, loses in (("ada", "loses its place, and the next"), ("cam", "leaves the waiting list")):
        fields = {"key": events.key(name), "reason": "on request"}
        assert loses in asked(events.fresh(cup), olga, "remove", **fields)
    events.at(clock, START)
    fields = {"key": events.key("ada"), "reason": "two bots in one", "results": "forfeited"}
    follows = asked(events.fresh(cup), olga, "disqualify", **fields)
    assert "1 open pairing is lost to it" in follows
    assert "What it has played is lost by forfeit, too." in follows
    assert "cannot come back" in follows


@pytest.mark.parametrize(
    ("what", "fields", "why"),
    [
        ("call-off", {"reason": ""}, "no reason is given"),
        ("rule", {"pairing": "1-W1-1", "ranks": "2 3", "reason": "why"}, "needs a rank for each"),
        ("void", {"pairing": "1-W1-1", "game": "7", "reason": "why"}, "there is no game 7"),
        ("disqualify", {"key": "a/nobody", "reason": "why"}, "is not entered here"),
        ("start", {}, "the tournament is running"),
    ],
)
def test_what_would_be_refused_is_refused_before_it_is_asked_about(
    clock: Clock, olga: User, what: str, fields: dict[str, str], why: str
) -> None:
    cup = running(olga, clock)
    with pytest.raises(Refusal, match=why) as refused:
        commands.give(tournament=cup, by=olga, what=what, fields=fields, command=Command("x"))
    assert not isinstance(refused.value, Unconfirmed)


def test_what_was_done_already_is_refused_before_it_is_asked_about(clock: Clock, olga: User) -> None:
    cup = events.event(olga, format="round-robin", repeat="0 18 * * FRI", opens_days=7)
    events.enter(cup, NAMES)
    events.at(clock, START)
    out = {"key": events.key("ada"), "reason": "on request"}
    commands.give(tournament=cup, by=olga, what="remove", fields=out, command=Command("1"), confirmed=True)
    commands.give(tournament=cup, by=olga, what="stop-series", fields={}, command=Command("2"), confirmed=True)
    cup = events.fresh(cup)
    given: list[tuple[str, dict[str, str], str]] = [
        ("remove", out, "is withdrawn already"),
        ("disqualify", out, "ada is withdrawn"),
        ("stop-series", {}, "stopped already"),
        ("extend", {"minutes": "5"}, "no planned time to put off"),
        ("reveal", {}, "nothing is hidden"),
    ]
    for what, fields, why in given:
        with pytest.raises(Refusal, match=why) as refused:
            commands.give(tournament=cup, by=olga, what=what, fields=fields, command=Command("x"))
        assert not isinstance(refused.value, Unconfirmed), what


TAKEN_BACK = {
    "pause": "resume",
    "resume": "pause",
    "seed": "seed",
    "add-organizer": "remove-organizer",
    "remove-organizer": "add-organizer",
    "invite": "the list in the plan",
}
"""By what."""


def test_every_command_says_what_follows_or_can_be_taken_back() -> None:
    asked_about = {name for name, command in commands.COMMANDS.items() if command.is_asked_about}
    assert asked_about | set(TAKEN_BACK) == set(commands.COMMANDS)
    assert not asked_about & set(TAKEN_BACK)


def test_what_can_be_taken_back_is_not_asked_about(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    for what in ("pause", "resume"):
        commands.give(tournament=cup, by=olga, what=what, fields={}, command=Command(what))
    assert events.fresh(cup).state == TournamentState.RUNNING
