"""The transparency log has every set that was ordered, repeated or void, in a chain, and nothing hidden."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from arena.replay.transparency import FIRST, Audit
from athanor.ladders import seasons
from athanor.ladders.matchmaker import matchmake
from athanor.lifecycles import TournamentState
from athanor.matches import epochs, published_log, services, transparency_log
from athanor.matches.models import LogEntry, Match, Purpose, Seal, SealedEntry
from athanor.tournaments.models import Tournament
from tests.athanor import world
from tests.athanor.api.caller import Caller
from tests.athanor.matches.test_settle_at_once import at_once
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]

NOW = datetime(2027, 3, 5, 12, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def audited() -> Audit:
    """The log as the API gives it, some entries at a time, checked from the first one on."""
    audit = Audit()
    while rows := Caller().get(f"/fairness/log?after={audit.number}&limit=3").document["rows"]:
        for entry in rows:
            audit.take(entry)
    assert Caller().get("/fairness/log").document["head"] == {"number": audit.number, "hash": audit.head}
    return audit


def kinds() -> list[str]:
    transparency_log.chain()
    return [entry["kind"] for entry in published_log.documents(after=0, limit=100)]


def details(number: int) -> dict[str, Any]:
    (entry,) = published_log.documents(after=number - 1, limit=1)
    found: dict[str, Any] = entry["details"]
    return found


def void(match: Match) -> None:
    world.settle(signed=world.signed(world.record(match, outcome="void", reason="host stalled")), now=NOW)


def test_it_works() -> None:
    """From an order to the end of a match that cannot be played: each step is an entry, and the chain holds."""
    (match, other) = world.order([world.bot() for _ in range(3)], on=world.ladder(), rotations=2, now=NOW)
    for _ in range(3):
        void(match)
    assert kinds() == ["ordered", "repeated", "repeated", "void"]
    ids = [match.public_id, other.public_id]
    assert details(1) == {"set": match.duplicate_set, "game": "poison", "matches": ids}
    assert details(2) == {
        "set": match.duplicate_set,
        "match": match.public_id,
        "attempt": 2,
        "reason": "host stalled",
    }
    assert details(4) == {"set": match.duplicate_set, "match": match.public_id, "reason": "host stalled"}
    assert audited().counts == {"ordered": 1, "repeated": 2, "void": 1}


def test_an_empty_log_is_whole() -> None:
    assert audited().head == FIRST


def test_a_game_that_is_ordered_again_names_the_set_that_it_replaces() -> None:
    bots = [world.bot() for _ in range(3)]
    (first,) = world.order(bots, now=NOW)
    world.order(bots, now=NOW, replaces=first.duplicate_set)
    assert kinds() == ["ordered", "reordered"]
    assert details(2)["replaces"] == first.duplicate_set


def test_an_entry_of_a_transaction_that_is_taken_back_is_not_in_the_log() -> None:
    bots = [world.bot() for _ in range(3)]
    epochs.ensure(now=NOW)
    with transaction.atomic():
        services.order(
            purpose=Purpose.CHALLENGE,
            game="poison",
            options={},
            clock=world.Clock(),
            versions=[world.current(bot) for bot in bots],
            now=NOW,
        )
        assert LogEntry.objects.exists()
        transaction.set_rollback(True)
    assert kinds() == []


def test_a_change_in_the_database_shows() -> None:
    bots = [world.bot() for _ in range(3)]
    for _ in range(3):
        world.order(bots, now=NOW)
    transparency_log.chain()
    audited()
    LogEntry.objects.filter(number=2).update(at=NOW - HOUR)
    with pytest.raises(ValueError, match="entry 2 was changed"):
        audited()
    LogEntry.objects.filter(number=2).delete()
    with pytest.raises(ValueError, match="entry 2 is missing"):
        audited()


@pytest.mark.django_db(transaction=True)
def test_of_many_who_write_at_once_every_entry_has_one_place_in_one_chain() -> None:
    bots = [world.bot() for _ in range(3)]
    epochs.ensure(now=NOW)
    world.order(bots, now=NOW)

    def order_some() -> int:
        return sum(len(world.order(bots, now=NOW)) for _ in range(5))

    assert sum(at_once(*[order_some] * 4)) == 20
    transparency_log.chain()
    assert audited().number == 21
    assert not LogEntry.objects.filter(number=None).exists()
    sets = [entry["details"]["set"] for entry in published_log.documents(after=0, limit=100)]
    assert len(set(sets)) == 21


@pytest.mark.django_db(transaction=True)
def test_of_many_who_chain_at_once_each_entry_is_chained_by_one_of_them() -> None:
    def write(number: int) -> None:
        details = {"set": f"d/{number}", "game": "poison", "matches": []}
        LogEntry.objects.create(at=NOW, kind="ordered", details=details)

    for number in range(60):
        write(number)
    assert sum(at_once(*[transparency_log.chain] * 4)) == 60
    assert audited().number == 60


@pytest.mark.django_db(transaction=True)
def test_an_order_is_in_the_log_as_soon_as_it_is_committed() -> None:
    (match,) = world.order([world.bot() for _ in range(3)], now=NOW)
    (entry,) = published_log.documents(after=0, limit=10)
    assert entry["details"]["matches"] == [match.public_id]


# --- what is hidden


@pytest.fixture
def cup() -> Tournament:
    """It runs, and tells its results later."""
    made = events.event(world.author("olga"), reveal="end", reveal_after=600)
    running = {"state": TournamentState.RUNNING, "started_at": NOW, "reveal_at": NOW + 5 * HOUR}
    Tournament.objects.filter(pk=made.pk).update(**running)
    return made


def hidden(cup: Tournament, number: int = 1) -> Match:
    name = f"tournament-{cup.pk}/1-W1-1/{number}/1"
    (match,) = world.order([world.bot() for _ in range(3)], now=NOW, hidden=True, set_name=name)
    return match


def over(cup: Tournament) -> None:
    Match.objects.update(hidden=False)
    Tournament.objects.filter(pk=cup.pk).update(state=TournamentState.FINISHED, finished_at=NOW)


def test_of_a_hidden_set_the_log_has_nothing_but_a_commitment_and_that_is_there_without_one_too(
    cup: Tournament,
) -> None:
    transparency_log.turn(now=NOW)
    assert kinds() == ["sealed"], "nothing has happened"
    match = hidden(cup)
    void(match)
    transparency_log.turn(now=NOW)
    assert kinds() == ["sealed"], "one an hour, whatever happens"
    transparency_log.turn(now=NOW + HOUR)
    assert kinds() == ["sealed", "sealed"]
    shown = Client().get("/fairness/log/").content.decode() + str(Caller().get("/fairness/log").document)
    assert match.public_id not in shown
    assert match.duplicate_set not in shown
    first, second = (details(number)["commitments"] for number in (1, 2))
    assert set(first) == set(second) == {f"tournament-{cup.pk}"}


def test_when_its_results_are_told_the_log_opens_what_it_had_committed_to(cup: Tournament) -> None:
    match = hidden(cup)
    transparency_log.turn(now=NOW)
    void(match)
    transparency_log.turn(now=NOW + HOUR)
    last = hidden(cup, number=2)
    over(cup)
    transparency_log.turn(now=NOW + HOUR)
    assert kinds() == ["sealed", "sealed", "opened"]
    opened = details(3)
    told = [[entry["kind"] for entry in batch["entries"]] for batch in opened["batches"]]
    assert told == [["ordered"], ["repeated"]]
    assert [entry["details"]["matches"] for entry in opened["rest"]] == [[last.public_id]]
    assert audited().counts == {"sealed": 2, "opened": 1, "ordered": 2, "repeated": 1}
    assert not SealedEntry.objects.exists()
    assert not Seal.objects.exists()
    transparency_log.turn(now=NOW + 2 * HOUR)
    assert len(kinds()) == 3, "nothing is left to be sealed"
    assert match.public_id in Client().get("/fairness/log/").content.decode()


def test_what_was_sealed_cannot_be_changed_before_it_is_opened(cup: Tournament) -> None:
    hidden(cup)
    transparency_log.turn(now=NOW)
    SealedEntry.objects.update(at=NOW - HOUR)
    over(cup)
    transparency_log.turn(now=NOW)
    with pytest.raises(ValueError, match="opens other entries than were sealed"):
        audited()


def test_a_match_of_a_season_is_in_the_log_when_the_season_is_over() -> None:
    world.solo_ladder(season_days=7)
    world.soloist()
    matchmake(now=NOW)
    match = Match.objects.filter(season__isnull=False).first()
    assert match is not None
    void(match)
    transparency_log.turn(now=NOW)
    assert kinds() == ["sealed"]
    assert set(details(1)["commitments"]) == {"season/alone/1"}
    over = NOW + timedelta(days=8)
    for open_match in Match.objects.all():
        services.give_up(match=open_match, fault="nobody could play it", now=over)
    assert seasons.reveal(now=over) == 1
    transparency_log.turn(now=over)
    assert kinds() == ["sealed", "opened"]
    assert audited().counts == {"sealed": 1, "opened": 1, "repeated": 1, "void": Match.objects.count()}


# --- its page


def test_the_page_tells_every_kind_of_entry_in_words(cup: Tournament) -> None:
    hidden(cup)
    transparency_log.turn(now=NOW)
    over(cup)
    transparency_log.turn(now=NOW)
    bots = [world.bot() for _ in range(3)]
    (match,) = world.order(bots, now=NOW)
    for _ in range(3):
        void(match)
    world.order(bots, now=NOW, replaces=match.duplicate_set)
    transparency_log.chain()
    page = Client().get("/fairness/log/").content.decode()
    for text in (
        "ordered again",
        "in place of",
        "repeated",
        "attempt 3: host stalled",
        "void",
        "sealed",
        "opened",
    ):
        assert text in page, text
    assert published_log.head().hash in page


def test_earlier_entries_have_pages_of_their_own() -> None:
    bots = [world.bot() for _ in range(3)]
    for _ in range(published_log.A_PAGE + 2):
        world.order(bots, now=NOW)
    transparency_log.chain()
    first = Client().get("/fairness/log/").content.decode()
    assert 'href="?before=3"' in first
    second = Client().get("/fairness/log/?before=3").content.decode()
    assert f"set <code>{NOW.date()}/2</code>" in second
    assert f"set <code>{NOW.date()}/3</code>" not in second
    assert "the newest" in second


def test_a_very_large_entry_is_shown_in_part_and_leads_to_all_of_it(cup: Tournament) -> None:
    hidden(cup)
    (sealed,) = SealedEntry.objects.all()
    many = published_log.LISTED + 3
    sealed.details |= {"matches": [f"match{number:05}" for number in range(many)]}
    sealed.save()
    others = [
        SealedEntry(group=sealed.group, at=NOW, kind="ordered", details=sealed.details | {"set": f"set {number}"})
        for number in range(1_500)
    ]
    SealedEntry.objects.bulk_create(others)
    transparency_log.turn(now=NOW)
    over(cup)
    transparency_log.turn(now=NOW)
    page = Client().get("/fairness/log/").content.decode()
    shown = published_log.OPENED_SHOWN
    assert page.count("match00000") == 2 * shown, "its address and its name"
    assert f"match{published_log.LISTED:05}" not in page
    assert len(page) < 100_000
    whole = "/api/v1/fairness/log?after=1&amp;limit=1"
    assert f'<a href="{whole}">{1_501 - shown:,} more, in the whole entry</a>' in page.replace("\u202f", ",")
    assert page.count(f'and <a href="{whole}">3 more</a>') == shown
    (entry,) = Client().get(whole.replace("&amp;", "&")).json()["rows"]
    assert len(entry["details"]["batches"][0]["entries"]) == 1_501
    assert audited().counts == {"sealed": 1, "opened": 1, "ordered": 1_501}


def test_an_entry_that_lists_many_groups_is_shown_in_part() -> None:
    groups = {f"tournament-{number}": "ab" * 32 for number in range(500)}
    LogEntry.objects.create(at=NOW, kind="sealed", details={"commitments": groups})
    transparency_log.chain()
    page = Client().get("/fairness/log/").content.decode()
    assert page.count("<code>tournament-") == published_log.LISTED
    assert '<a href="/api/v1/fairness/log?after=0&amp;limit=1">490 more</a>' in page
