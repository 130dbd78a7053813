"""A round that takes long is paired aside: once, whoever dies over it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from pytest_django import Settings

from arena.orders.queues import PAIRING_QUEUE
from arena.pairing.formats.swiss import course as swiss
from athanor import messages
from athanor.jobs.tasks import sweep
from athanor.lifecycles import EntryState
from athanor.tournaments import commands, entries, pairing_jobs, progress, queries
from athanor.tournaments.models import Record, Tournament
from athanor.tournaments.records import due_of, forget
from athanor.tournaments.tasks import advance_tournaments, pair_tournament
from tests.athanor import world
from tests.athanor.front.reading import client_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot", "eve", "fay")


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(swiss, "LARGE", 4)
    settings.PAIRING_LEASE = 60


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> list[dict[str, Any]]:
    """The messages to the queue of pairings."""
    found: list[dict[str, Any]] = []

    def send(task: str, document: dict[str, Any], queue: str) -> bool:
        assert (task, queue) == (pairing_jobs.PAIR, PAIRING_QUEUE)
        found.append(document)
        return True

    monkeypatch.setattr(messages, "send", lambda *given: send(*given) if given[2] == PAIRING_QUEUE else True)
    monkeypatch.setattr(transaction, "on_commit", lambda do, **how: do())
    return found


def cup_after_a_round(clock: Clock, **fields: Any) -> Tournament:
    cup = events.event(format="swiss", rounds=3, **fields)
    events.enter(cup, NAMES)
    events.at(clock, START)
    assert cup_rounds(cup) == 1, "the first round needs no program and is paired at once"
    events.play()
    return events.fresh(cup)


def a_lease_later(clock: Clock) -> None:
    clock.shift(timedelta(seconds=61))
    sweep()
    advance_tournaments()


def cup_rounds(cup: Tournament) -> int:
    return events.fresh(cup).rounds


def test_it_works(clock: Clock, sent: list[dict[str, Any]]) -> None:
    cup = cup_after_a_round(clock)
    assert (cup.rounds, queries.pairing_since(cup)) == (1, START)
    (wish,) = sent
    assert ">pairing</span>" in client_of(None).get(cup.get_absolute_url()).content.decode()
    assert client_of(None).get(f"/api/v1/tournaments/{cup.slug}").json()["pairing_since"] == "2027-03-05T18:00:00Z"
    assert pair_tournament(wish)
    assert (cup_rounds(cup), queries.pairing_since(cup)) == (2, None)
    assert len(events.open_matches()) == 3, "its games are ordered"


def test_nothing_waits_for_it_and_nobody_does_it_twice(clock: Clock, sent: list[dict[str, Any]]) -> None:
    cup = cup_after_a_round(clock)
    for _ in range(3):
        advance_tournaments()
    (wish,) = sent
    assert pair_tournament(wish)
    before = events.snapshot()
    assert not pair_tournament(wish), "the same message again"
    assert not pair_tournament(wish | {"token": ""})
    assert not pair_tournament(wish | {"token": "f" * 32})
    assert events.snapshot() == before
    assert Record.objects.filter(tournament=cup, pairs=True).count() == 2


def test_who_dies_over_it_is_followed_by_another_and_is_too_late(clock: Clock, sent: list[dict[str, Any]]) -> None:
    cup = cup_after_a_round(clock)
    a_lease_later(clock)
    first, second = sent
    assert not pair_tournament(first), "its lease went to somebody else"
    assert cup_rounds(cup) == 1
    assert pair_tournament(second)
    assert cup_rounds(cup) == 2


def test_a_lease_that_is_lost_while_it_computes_changes_nothing(
    clock: Clock, sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_after_a_round(clock)

    def slow(tournament: Tournament) -> object:
        if len(sent) == 1:
            a_lease_later(clock)
        return due_of(tournament)

    monkeypatch.setattr(pairing_jobs, "due_of", slow)
    assert not pair_tournament(sent[0])
    assert cup_rounds(cup) == 1
    assert pair_tournament(sent[1])


def test_where_nobody_takes_such_messages_it_is_done_all_the_same(
    clock: Clock, sent: list[dict[str, Any]]
) -> None:
    cup = cup_after_a_round(clock)
    for _ in range(pairing_jobs.SENT_OUT):
        assert cup_rounds(cup) == 1
        a_lease_later(clock)
    assert len(sent) == pairing_jobs.SENT_OUT
    assert cup_rounds(cup) == 2


def test_what_is_recorded_meanwhile_is_paired_anew(clock: Clock, sent: list[dict[str, Any]]) -> None:
    cup = cup_after_a_round(clock)
    entries.withdraw(entry=events.entry(cup, "dot"))
    advance_tournaments()
    first, second = sent
    assert not pair_tournament(first)
    assert pair_tournament(second)
    players = [key for match in events.open_matches() for key in match.seats.values_list("bot__slug", flat=True)]
    assert "dot" not in players
    assert events.entry(cup, "dot").state == EntryState.WITHDRAWN


def test_a_round_that_waits_for_its_time_is_ready_when_it_comes(
    clock: Clock, sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_after_a_round(clock, round_minutes=30)
    assert sent == [], "it is computed a little before it, not half an hour"
    events.at(clock, START + timedelta(minutes=29))
    (wish,) = sent
    assert not pair_tournament(wish), "it is not written yet"
    assert cup_rounds(cup) == 1
    forget()

    def afterwards(tournament: Tournament) -> object:
        assert tournament.rounds == 2, "the second round was computed already"
        return due_of(tournament)

    monkeypatch.setattr(progress, "due_of", afterwards)
    events.at(clock, START + timedelta(minutes=30))
    assert cup_rounds(cup) == 2
    assert len(sent) == 1


def test_a_tournament_that_is_paused_waits(clock: Clock, sent: list[dict[str, Any]]) -> None:
    olga = world.author("olga")
    cup = events.event(olga, format="swiss", rounds=3)
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play()
    commands.carry("pause", tournament=cup, by=olga)
    assert not pair_tournament(sent[0])
    assert cup_rounds(cup) == 1
    commands.carry("resume", tournament=cup, by=olga)
    advance_tournaments()
    assert cup_rounds(cup) == 2, "what was computed counts"


def test_that_it_is_being_paired_is_hidden_with_the_results(clock: Clock, sent: list[dict[str, Any]]) -> None:
    olga = world.author("olga")
    cup = events.event(olga, format="swiss", rounds=3, reveal="end", reveal_after=300)
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play()
    assert queries.pairing_since(cup)
    here = cup.get_absolute_url()
    assert ">pairing</span>" not in client_of(None).get(here).content.decode()
    assert client_of(None).get(f"/api/v1/tournaments/{cup.slug}").json()["pairing_since"] is None
    assert ">pairing</span>" in client_of(olga).get(f"{here}control/").content.decode()
