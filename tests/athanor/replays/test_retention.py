"""Logs and replays are removed when their time is over, and nothing that anybody still needs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from pytest_django import Settings

from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.bots.services import upload
from athanor.ladders import ledger, seasons
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import LedgerEntry
from athanor.lifecycles import TournamentState
from athanor.matches.models import Match, Seat
from athanor.refusals import Refusal
from athanor.replays import retention, stars
from athanor.storage import blobs
from athanor.tournaments.models import Game, Tournament
from athanorpb.farm.values import SeatRecord
from tests.athanor import world
from tests.athanor.matches.test_settle_at_once import at_once
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = datetime(2027, 3, 5, 12, tzinfo=UTC)
DAY = timedelta(days=1)
MONTH, YEAR = 31 * DAY, 366 * DAY
LOG = b"what the bot wrote\n"


def played(bots: Sequence[Bot], log: bytes = LOG, **also: Any) -> Match:
    """A challenge that was played at NOW, unless said otherwise; its first seat has a log."""
    (match,) = world.order(bots, now=NOW, **also)
    finish(match, log)
    return match


def finish(match: Match, log: bytes = LOG, now: datetime = NOW) -> None:
    digest = blobs().put(log)
    accounts = [SeatRecord(answers=12) for _ in range(match.seats.count())]
    accounts[0] = SeatRecord(answers=12, log=digest)
    world.settle(signed=world.signed(world.record(match, seats=tuple(accounts))), now=now)
    match.refresh_from_db()


def stored_at(moment: datetime) -> None:
    """As if everything in the store had been stored then."""
    for path in Path(site.BLOBS).rglob("*"):
        os.utime(path, (moment.timestamp(), moment.timestamp()))


def kept(at: datetime) -> dict[str, int]:
    stored_at(NOW)
    return retention.keep_storage(now=at)


def log_of(match: Match) -> str:
    return match.seats.get(seat=0).log


@pytest.fixture
def bots() -> list[Bot]:
    return [world.bot() for _ in range(3)]


def test_it_works(bots: list[Bot]) -> None:
    """A month later the log goes, a year later the replay; result, seed and hashes stay."""
    ladder = world.ladder()
    match = played(bots, on=ladder)
    assert (match.replay_bytes, match.seats.get(seat=0).log_bytes) == (len(blobs().get(match.replay)), len(LOG))
    assert not any(kept(NOW + 30 * DAY).values())
    assert kept(NOW + MONTH) == {"logs": 1, "replays": 0, "measured": 0, "beyond a quota": 0, "blobs": 1}
    assert not blobs().has(log_of(match))
    assert blobs().has(match.replay)
    assert kept(NOW + YEAR) == {"logs": 0, "replays": 1, "measured": 0, "beyond a quota": 0, "blobs": 1}
    assert not blobs().has(match.replay)
    before = (match.replay, match.chain, match.seed, match.state)
    match.refresh_from_db()
    assert (match.replay, match.chain, match.seed, match.state) == before
    assert LedgerEntry.objects.count() == 1
    assert not ledger.rebuild(ladder=ladder, write=False)
    assert not any(kept(NOW + 2 * YEAR).values()), "nothing is left to be done"


def test_nothing_is_removed_where_it_is_kept_for_ever(bots: list[Bot], settings: Settings) -> None:
    settings.KEEP_LOGS = settings.KEEP_REPLAYS = settings.AUTHOR_BYTES = 0
    match = played(bots)
    assert not any(kept(NOW + 10 * YEAR).values())
    assert blobs().has(log_of(match))
    assert blobs().has(match.replay)


def test_a_starred_replay_stays_until_nobody_stars_it(bots: list[Bot]) -> None:
    match, user = played(bots), world.author()
    stars.star(user=user, public_id=match.public_id, now=NOW)
    kept(NOW + 2 * YEAR)
    assert blobs().has(match.replay)
    stars.unstar(user=user, public_id=match.public_id)
    kept(NOW + 2 * YEAR)
    assert not blobs().has(match.replay)


def test_a_match_that_is_not_decided_keeps_everything(bots: list[Bot]) -> None:
    """Its set is still being played: nobody could see the replay yet."""
    (first, second, _) = world.order(bots, now=NOW, rotations=3)
    finish(first)
    kept(NOW + 2 * YEAR)
    assert blobs().has(first.replay)
    assert second.replay == ""


def tournament_of(match: Match, **fields: object) -> Tournament:
    cup = events.event(world.author())
    Tournament.objects.filter(pk=cup.pk).update(**({"state": TournamentState.RUNNING, "started_at": NOW} | fields))
    Game.objects.create(tournament=cup, pairing="1-W1-1", number=1, leg=1, attempt=1, round=1, match=match)
    Match.objects.filter(pk=match.pk).update(purpose="tournament")
    return cup


def test_a_tournament_keeps_its_replays_for_ever_and_its_logs_until_it_is_over(bots: list[Bot]) -> None:
    match = played(bots)
    cup = tournament_of(match)
    kept(NOW + 2 * YEAR)
    assert blobs().has(log_of(match)), "it still runs"
    finished = NOW + 2 * YEAR
    Tournament.objects.filter(pk=cup.pk).update(state=TournamentState.FINISHED, finished_at=finished)
    kept(finished + 30 * DAY)
    assert blobs().has(log_of(match))
    kept(finished + MONTH)
    assert not blobs().has(log_of(match))
    kept(finished + 10 * YEAR)
    assert blobs().has(match.replay)


def test_logs_of_a_tournament_that_was_called_off_go_unless_it_is_hidden_still(bots: list[Bot]) -> None:
    match, hidden = played(bots), played(bots)
    for one in (match, hidden):
        tournament_of(one, state=TournamentState.CANCELLED)
    Match.objects.filter(pk=hidden.pk).update(hidden=True)
    assert kept(NOW + MONTH)["logs"] == 1
    assert [one.seats.get(seat=0).log_removed_at is None for one in (match, hidden)] == [False, True]


def test_a_season_keeps_its_logs_and_replays_while_nobody_may_see_them() -> None:
    world.solo_ladder(season_days=700, season_seeds=1)
    world.soloist()
    matchmake(now=NOW)
    match = Match.objects.get()
    accounts = (SeatRecord(answers=1, log=blobs().put(LOG)),)
    world.play_alone(match, now=NOW, seats=accounts)
    match.refresh_from_db()
    assert match.replay
    kept(NOW + 600 * DAY)
    assert blobs().has(log_of(match))
    assert blobs().has(match.replay)
    over = NOW + 701 * DAY
    assert seasons.reveal(now=over) == 1
    kept(over + 30 * DAY)
    assert blobs().has(log_of(match)), "its author could not read it before"
    kept(over + MONTH)
    assert not blobs().has(log_of(match))
    assert blobs().has(match.replay)
    kept(over + YEAR)
    assert not blobs().has(match.replay)


def test_no_bundle_is_ever_removed(settings: Settings) -> None:
    world.ladder()
    version = upload(
        owner=world.author("ada"), content=b"def choose(ask):\n    return 0\n", filename="bot.py", games=["poison"]
    )
    settings.AUTHOR_BYTES = 1
    kept(NOW + 10 * YEAR)
    assert blobs().has(version.digest)


# --- what several rows share


def test_a_blob_that_another_row_needs_stays_and_goes_with_the_last(bots: list[Bot]) -> None:
    first, second = played(bots), played(bots)
    Match.objects.filter(pk=second.pk).update(ended_at=NOW + 20 * DAY)
    kept(NOW + MONTH)
    assert first.seats.get(seat=0).log_removed_at is not None
    assert blobs().get(log_of(second)) == LOG
    kept(NOW + MONTH + 20 * DAY)
    assert not blobs().has(log_of(second))


def test_a_replay_that_another_match_has_too_stays_and_goes_with_the_last(bots: list[Bot]) -> None:
    first, second = played(bots), played(bots)
    Match.objects.filter(pk=second.pk).update(replay=first.replay, ended_at=NOW + 20 * DAY)
    kept(NOW + YEAR)
    first.refresh_from_db()
    assert first.replay_removed_at is not None
    assert blobs().has(first.replay)
    kept(NOW + YEAR + 20 * DAY)
    assert not blobs().has(first.replay)


@pytest.mark.parametrize("field", ["digest", "built"])
def test_a_log_whose_bytes_are_those_of_a_bundle_does_not_take_it_along(bots: list[Bot], field: str) -> None:
    match = played(bots)
    Version.objects.filter(pk=world.current(bots[0]).pk).update(**{field: log_of(match)})
    kept(NOW + MONTH)
    assert blobs().has(log_of(match))


def test_a_blob_that_was_just_stored_again_stays_for_the_record_that_will_name_it(bots: list[Bot]) -> None:
    """The race: a worker has stored the same bytes, and its record is still on its way."""
    old = played(bots)
    at = NOW + MONTH
    stored_at(NOW)
    (match,) = world.order(bots, now=at)
    os.utime(path_of(blobs().put(LOG)), (at.timestamp(), at.timestamp()))
    retention.keep_storage(now=at)
    assert old.seats.get(seat=0).log_removed_at is not None, "nobody is shown the old one"
    finish(match, now=at)
    assert blobs().get(log_of(match)) == LOG
    later = at + retention.STORED_LATELY + DAY
    stored_at(at)
    retention.keep_storage(now=later)
    assert blobs().get(log_of(match)) == LOG, "a row names it now"


def path_of(digest: str) -> Path:
    return Path(site.BLOBS) / digest[:2] / digest[2:4] / digest


def test_one_that_nobody_came_to_name_goes_later(bots: list[Bot]) -> None:
    match = played(bots)
    at = NOW + MONTH
    os.utime(path_of(blobs().put(LOG)), (at.timestamp(), at.timestamp()))
    retention.keep_storage(now=at)
    assert blobs().has(log_of(match))
    retention.keep_storage(now=at + retention.STORED_LATELY + DAY)
    assert not blobs().has(log_of(match))


def test_who_was_killed_between_the_rows_and_the_blobs_is_followed_by_another(bots: list[Bot]) -> None:
    match = played(bots)
    stored_at(NOW)
    assert retention.remove_logs(now=NOW + MONTH) == 1
    assert blobs().has(log_of(match))
    assert kept(NOW + MONTH + DAY)["blobs"] == 1
    assert not blobs().has(log_of(match))


def test_one_round_takes_many_batches_and_not_all_that_there_are(
    bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "A_BATCH", 1)
    monkeypatch.setattr(retention, "A_ROUND", 2)
    for number in range(3):
        played(bots, log=LOG + bytes([number]))
    assert [kept(NOW + MONTH)["logs"] for _ in range(3)] == [2, 1, 0]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_star_that_is_given_while_replays_are_removed_keeps_its_replay_or_is_refused() -> None:
    bots, users = [world.bot() for _ in range(3)], [world.author() for _ in range(4)]
    for _ in range(6):
        match = played(bots)
        stored_at(NOW)

        def give(user: User, public_id: str = match.public_id) -> str:
            try:
                stars.star(user=user, public_id=public_id, now=NOW + YEAR)
            except Refusal as refusal:
                return refusal.code
            return "starred"

        said = at_once(
            lambda: str(retention.keep_storage(now=NOW + YEAR)["replays"]),
            *(lambda user=user, give=give: give(user) for user in users),
        )
        match.refresh_from_db()
        assert set(said[1:]) <= {"starred", "removed"}
        assert ("starred" in said) == (match.replay_removed_at is None) == blobs().has(match.replay)


@pytest.mark.django_db(transaction=True)
def test_two_who_clean_up_at_once_do_it_once() -> None:
    bots = [world.bot() for _ in range(3)]
    for number in range(8):
        played(bots, log=LOG + bytes([number]))
    stored_at(NOW)
    at_once(*[lambda: retention.keep_storage(now=NOW + MONTH)] * 3)
    assert not Seat.objects.exclude(log_bytes=None).exists()
    assert Seat.objects.exclude(log_removed_at=None).count() == 8
