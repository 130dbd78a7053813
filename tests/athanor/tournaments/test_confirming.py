"""What cannot be undone is asked about first, with what follows from it."""

from __future__ import annotations

from datetime import UTC, datetime
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


def test_what_can_be_taken_back_is_not_asked_about(clock: Clock, olga: User) -> None:
    cup = running(olga, clock)
    for what in ("pause", "resume"):
        commands.give(tournament=cup, by=olga, what=what, fields={}, command=Command(what))
    assert events.fresh(cup).state == TournamentState.RUNNING
