"""Results that are told later: until then nobody is told anything, by any way there is (G8)."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction

from arena.replay.transparency import Audit
from athanor.accounts.models import User
from athanor.jobs.models import Attempt
from athanor.lifecycles import EntryState, MatchState, TournamentState
from athanor.matches import epochs, play_jobs, published_log, queries, services, transparency_log
from athanor.matches.models import Epoch, Match
from athanor.notices.models import Notice
from athanor.refusals import Refusal
from athanor.tournaments import commands, entries, records
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import contest_of, told
from tests.athanor import world
from tests.athanor.front.reading import client_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

START = datetime(2027, 3, 5, 18, tzinfo=UTC)
NAMES = ("ada", "bea", "cam", "dot")
HOUR = timedelta(hours=1)


def cup_of(clock: Clock, owner: User | None = None, **fields: Any) -> Tournament:
    given = {"format": "single-elimination", "reveal": "rounds", "reveal_after": 60, "reveal_every": 60}
    cup = events.event(owner, **(given | fields))
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play_out()
    return events.fresh(cup)


def addresses(cup: Tournament) -> list[str]:
    """Every page and route that tells something of a tournament, its matches or its bots."""
    here = cup.get_absolute_url()
    found = [here, "/", "/tournaments/", "/matches/", "/matches/?state=open", "/matches/?state=void"]
    found += [f"{here}{part}" for part in ("standings/", "crosstable/", "schedule/", "entrants/", "calendar.ics")]
    found += [f"{here}{part}" for part in ("results.json", "results.csv", "pairings/1-W1-1/", "pairings/1-W2-1/")]
    found += ["/matches/live.json", "/api/v1/matches", "/api/v1/matches/under-way", "/tournaments/calendar.ics"]
    api = f"/api/v1/tournaments/{cup.slug}"
    found += [
        "/api/v1/tournaments",
        api,
        f"{api}/entries",
        f"{api}/standings",
        f"{api}/pairings",
        f"{api}/bracket",
    ]
    found += [f"{api}/pairings/1-W2-1", f"{api}/news", f"{api}/results.json", f"{api}/calendar.ics"]
    found += [f"{api}/stages/1/crosstable", f"{here}replays.zip", f"{here}control/", f"{here}bracket/"]
    found += ["/notices/", "/accounts/you/", "/ladders/", "/docs/tournaments/", "/api/v1/bots"]
    found += ["/fairness/", "/fairness/log/", "/api/v1/fairness/log"]
    found += ["/api/v1/health", "/api/v1/epochs", "/api/v1/ladders", "/api/v1/matches?game=kazaam"]
    for name in NAMES:
        found += [f"/bots/a-{name}/{name}/", f"/api/v1/bots/a-{name}/{name}", f"/matches/?bot=a-{name}/{name}"]
        found += [f"/api/v1/matches?bot=a-{name}/{name}", f"/bots/a-{name}/{name}/versions/1/"]
    for match in Match.objects.all():
        page = match.get_absolute_url()
        found += [page, f"{page}live.json", f"{page}replay.json", f"{page}replay.athanor", f"{page}seats/0/log"]
        found += [f"/api/v1/matches/{match.public_id}", f"/api/v1/matches/{match.public_id}/replay.json"]
    return found


def read_all(cup: Tournament, user: User | None, chance: Random) -> dict[str, str]:
    client = client_of(user)
    read = {}
    for address in addresses(cup):
        chance.seed(address)  # A page draws tokens of its own.
        answer = client.get(address)
        text = answer.getvalue()
        # Notices are numbered over the whole site, and a sequence of PostgreSQL is not taken back with the rest.
        shown = re.sub(r'name="upto" value="\d+"', "", text.decode("utf-8", "replace"))
        # Commitments to what is hidden are salted by chance, and the entries after them have other hashes.
        shown = re.sub("[0-9a-f]{12,64}", "#", shown) if "/fairness/" in address else shown
        read[address] = f"{answer.status_code} {shown}"
    return read


@pytest.mark.database
def test_it_works(clock: Clock) -> None:
    cup = cup_of(clock)
    assert cup.state == TournamentState.RUNNING, "it is finished when everything is told"
    assert contest_of(cup).champions == (events.key("ada"),)
    assert told(cup).champions == ()
    assert Match.objects.filter(hidden=True).count() == 3
    events.at(clock, START + HOUR)
    cup = events.fresh(cup)
    assert cup.revealed == 1
    assert Match.objects.filter(hidden=True).count() == 1
    final = told(cup).match("1-W2-1")
    assert final is not None, "who meets in the next round is known"
    assert final.games == {}
    events.at(clock, START + 2 * HOUR)
    cup = events.fresh(cup)
    assert cup.state == TournamentState.FINISHED
    assert told(cup).champions == (events.key("ada"),)
    assert not Match.objects.filter(hidden=True).exists()
    assert not Match.objects.filter(seed="").exists()
    transparency_log.turn(now=START + 2 * HOUR)
    log = audit_of_the_log()
    assert (log.counts["opened"], log.counts["ordered"]) == (1, 3), "what was hidden is in the log now"


def audit_of_the_log() -> Audit:
    audit = Audit()
    for entry in published_log.documents(after=0, limit=500):
        audit.take(entry)
    return audit


class Undone(Exception):
    """Takes everything back that was done in a transaction."""


def site_on_which(judge: events.Judge | None, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What can be read an hour after everything was played, or nothing; chance is the same each time."""
    chance = Random(7)
    monkeypatch.setattr(secrets, "choice", chance.choice)
    monkeypatch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: chance.randbytes(size).hex())
    monkeypatch.setattr(world, "numbers", count(1000))
    records.forget()
    read: dict[str, str] = {}
    try:
        with transaction.atomic():
            clock.move_to(events.NOW)
            cup = events.event(world.author("olga"), format="single-elimination", reveal="end", reveal_after=600)
            events.enter(cup, NAMES)
            events.at(clock, START)
            if judge is not None:
                events.play_out(judge)
                cup = events.fresh(cup)
                assert contest_of(cup).over
                read["champion"] = contest_of(cup).champions[0]
            clock.move_to(START + HOUR)
            transparency_log.turn(now=START + HOUR)
            for name in (None, "a-ada", "a-dot"):
                user = User.objects.get(username=name) if name else None
                read.update({f"{name} {address}": text for address, text in read_all(cup, user, chance).items()})
            raise Undone
    except Undone:
        records.forget()
    return read


def test_what_is_hidden_makes_no_difference_to_anything_that_can_be_read(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sites on which everything went the other way: nobody can tell them apart."""
    for moment in (events.NOW, START):
        epochs.ensure(now=moment)
    one = site_on_which(events.by_name, clock, monkeypatch)
    other = site_on_which(lambda names: [3 - rank for rank in events.by_name(names)], clock, monkeypatch)
    assert one.pop("champion") == events.key("ada")
    assert other.pop("champion") == events.key("dot")
    assert len(one) > 150
    assert {address for address in one if one[address] != other.get(address)} == set()
    assert any(text.startswith("200 ") for address, text in one.items() if "/api/v1/tournaments/" in address)


def test_nobody_can_tell_whether_anything_of_it_was_played(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor how much: home, health, epochs and every list count the same."""
    for moment in (events.NOW, START):
        epochs.ensure(now=moment)
    played = site_on_which(events.by_name, clock, monkeypatch)
    waiting = site_on_which(None, clock, monkeypatch)
    there = played.keys() & waiting.keys()
    assert len(there) > 150
    assert {address for address in there if played[address] != waiting[address]} == set()


def test_who_withdraws_is_not_told_that_everything_is_played(clock: Clock) -> None:
    over = cup_of(clock, world.author("olga"), reveal="end", reveal_after=600)
    assert contest_of(over).over
    assert entries.withdraw(entry=events.entry(over, "dot")).state == EntryState.WITHDRAWN
    assert contest_of(events.fresh(over)).champions == (events.key("ada"),), "its results stand"
    events.at(clock, START + 10 * HOUR)
    assert events.entry(over, "dot").place == 3


@pytest.mark.database
def test_a_deal_of_a_tournament_takes_no_number_that_others_could_count(clock: Clock) -> None:
    cup = cup_of(clock)
    sets = (
        Match.objects.filter(tournament_game__tournament=cup)
        .order_by("pk")
        .values_list("duplicate_set", flat=True)
    )
    assert list(sets) == [
        f"2027-03-05/tournament-{cup.pk}/{pairing}/1/1" for pairing in ("1-W1-1", "1-W1-2", "1-W2-1")
    ]
    assert not Epoch.objects.filter(sets__gt=0).exists()


def test_a_deal_that_is_ordered_again_has_another_name(clock: Clock) -> None:
    cup = events.event(format="single-elimination")
    events.enter(cup, NAMES[:2])
    events.at(clock, START)
    (match,) = events.open_matches()
    services.give_up(match=match, fault="the worker died", now=events.now())
    events.advance_tournaments()
    (again,) = events.open_matches()
    assert again.duplicate_set == f"2027-03-05/tournament-{cup.pk}/1-W1-1/1/2"


def test_a_pause_of_its_own_accord_tells_everybody_nothing_of_a_round(clock: Clock) -> None:
    olga = world.author("olga")
    cup = events.event(olga, format="single-elimination", reveal="end", reveal_after=600)
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play(matches=events.open_matches()[:1])
    for _ in range(3):
        for match in events.open_matches():
            services.give_up(match=match, fault="the worker died", now=events.now())
        events.advance_tournaments()
    cup = events.fresh(cup)
    assert cup.state == TournamentState.PAUSED
    assert "1-W1" not in cup.reason
    assert "1-W1-2" in cup.log.filter(what="pause")[0].sentence, "its organizers are told which"
    assert Notice.objects.filter(user=olga, sentence__contains="1-W1-2").exists()
    assert not Notice.objects.exclude(user=olga).filter(sentence__contains="1-W1-2").exists()


@pytest.mark.database
def test_a_hidden_match_is_as_if_it_were_not_there(clock: Clock) -> None:
    cup = cup_of(clock)
    match = Match.objects.filter(hidden=True).first()
    assert match is not None
    with pytest.raises(Refusal, match="there is no match"):
        queries.match_page(match.public_id)
    ada = User.objects.get(username="a-ada")
    client = client_of(ada)
    told_, nowhere = client.get(match.get_absolute_url()), client.get("/matches/aaaaaaaaaa/")
    assert (told_.status_code, nowhere.status_code) == (404, 404)
    assert "There is no match" in told_.content.decode()
    assert "There is no match" in nowhere.content.decode()
    assert cup.slug not in client_of(ada).get("/matches/").content.decode()


def test_a_worker_is_told_to_show_nothing(clock: Clock) -> None:
    cup = events.event(format="single-elimination", reveal="end", reveal_after=60)
    events.enter(cup, NAMES)
    events.at(clock, START)
    for attempt in Attempt.objects.filter(job__match__hidden=True):
        assert play_jobs.order_of(attempt).sealed
    assert Match.objects.filter(hidden=True).count() == 2


def test_all_at_once_tells_everything_at_its_time_and_what_comes_later_as_it_comes(clock: Clock) -> None:
    cup = events.event(format="single-elimination", reveal="end", reveal_after=60)
    events.enter(cup, NAMES)
    events.at(clock, START)
    events.play()
    events.at(clock, START + HOUR)
    assert not Match.objects.filter(hidden=True).exists()
    assert Match.objects.filter(state=MatchState.FINISHED).exclude(seed="").count() == 2
    events.play_out()
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_an_organizer_tells_the_next_round_ahead_of_its_time(clock: Clock) -> None:
    olga = world.author("olga")
    cup = cup_of(clock, olga)
    commands.carry("reveal", tournament=cup, by=olga)
    assert events.fresh(cup).revealed == 1
    commands.carry("reveal", tournament=cup, by=olga)
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_results_that_are_put_off_stay_hidden_and_what_was_told_stays_told(clock: Clock) -> None:
    olga = world.author("olga")
    cup = cup_of(clock, olga)
    events.at(clock, START + HOUR)
    commands.carry("extend", tournament=events.fresh(cup), by=olga, minutes=30)
    events.at(clock, START + 2 * HOUR)
    assert events.fresh(cup).revealed == 1
    events.at(clock, START + 2 * HOUR + timedelta(minutes=30))
    assert events.fresh(cup).state == TournamentState.FINISHED


def test_the_minute_of_a_days_key_tells_nothing_of_a_match_that_is_hidden(clock: Clock) -> None:
    """Else whoever looks at midnight sees when the last hidden match of the day has ended."""
    late = datetime(2027, 3, 5, 23, tzinfo=UTC)
    cup = events.event(format="single-elimination", reveal="end", reveal_after=1440, start="2027-03-05T23:00")
    events.enter(cup, NAMES)
    events.at(clock, late)
    told_at = []
    for is_played in (False, True):
        if is_played:
            events.play_out()
            assert contest_of(events.fresh(cup)).over
        clock.move_to(late + HOUR + timedelta(minutes=5))
        epochs.reveal(now=events.now())
        told_at.append(Epoch.objects.get(day=late.date()).revealed_at)
        clock.move_to(late)
    assert told_at == [None, None]
    clock.move_to(late + HOUR + epochs.KEPT_AT_LEAST)
    epochs.reveal(now=events.now())
    assert Epoch.objects.get(day=late.date()).revealed_at == events.now()


def test_a_days_key_waits_for_no_tournament_that_hides_nothing(clock: Clock) -> None:
    late = datetime(2027, 3, 5, 23, tzinfo=UTC)
    cup = events.event(format="single-elimination", start="2027-03-05T23:00")
    events.enter(cup, NAMES)
    events.at(clock, late)
    events.play(matches=events.open_matches())
    clock.move_to(late + HOUR + timedelta(minutes=5))
    events.play_out()
    epochs.reveal(now=events.now())
    assert Epoch.objects.get(day=late.date()).revealed_at == events.now()


def test_what_is_put_off_does_not_say_whether_a_round_still_waits(clock: Clock) -> None:
    olga = world.author("olga")
    given = {"format": "swiss", "rounds": 2, "reveal": "end", "reveal_after": 600, "round_minutes": 60}
    said = []
    for title, plays_on in (("Early Cup", False), ("Late Cup", True)):
        cup = events.event(olga, title=title, **given)
        events.enter(cup, [f"{name}-{title[0].lower()}" for name in NAMES])
        events.at(clock, START)
        if plays_on:
            events.play_out()
            events.at(clock, START + HOUR)
            events.play_out()
            assert contest_of(events.fresh(cup)).over
        commands.carry("extend", tournament=events.fresh(cup), by=olga, minutes=30)
        said.append(cup.log.filter(what="extend", is_public=True).get().sentence)
        clock.move_to(events.NOW)
    assert said == ["Put off by 30 minutes: what is still to come."] * 2


@pytest.mark.database
def test_called_off_tells_what_was_played(clock: Clock) -> None:
    olga = world.author("olga")
    cup = cup_of(clock, olga)
    commands.carry("call-off", tournament=cup, by=olga, reason="no prize")
    assert not Match.objects.filter(hidden=True).exists()
