"""Seasons turn by themselves, committed to before and revealed after: G4 for the deals that everybody gets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from arena.replay.seeds import commitment, seed_of
from athanor.bots.services import make_current, retire
from athanor.ladders import runs, seasons, solo, trials
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder, Run, Season
from athanor.ladders.tasks import turn_seasons
from athanor.matches import services
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.plans import scans_nothing

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DAY = timedelta(days=1)
START = datetime(2027, 3, 1, 15, 30, tzinfo=UTC)
MIDNIGHT = datetime(2027, 3, 1, tzinfo=UTC)


@pytest.fixture
def ladder(clock: time_machine.Traveller, settings: Settings) -> Ladder:
    settings.BACKLOG = 100
    made = world.solo_ladder(season_days=7)
    turn_seasons()
    return made


def numbers() -> list[tuple[int, bool, bool]]:
    """Number, begun, revealed."""
    found = Season.objects.order_by("number").values_list("number", "begun_at", "revealed_at")
    return [(number, bool(begun), bool(revealed)) for number, begun, revealed in found]


def play_all(progress: tuple[int, ...] = (3, 8, 0)) -> int:
    matches = list(Match.objects.filter(ended_at=None))
    for match in matches:
        world.play_alone(match, progress)
    return len(matches)


def test_it_works(ladder: Ladder, clock: time_machine.Traveller) -> None:
    assert numbers() == [(1, True, False), (2, False, False)]
    first = Season.objects.get(number=1)
    assert (first.starts_at, first.ends_at, first.seeds) == (MIDNIGHT, MIDNIGHT + 7 * DAY, 3)
    clock.move_to(first.ends_at - timedelta(seconds=1))
    turn_seasons()
    assert numbers() == [(1, True, False), (2, False, False)]
    clock.move_to(first.ends_at)
    turn_seasons()
    assert numbers() == [(1, True, True), (2, True, False), (3, False, False)]
    second = Season.objects.get(number=2)
    assert (second.starts_at, second.ends_at) == (first.ends_at, first.ends_at + 7 * DAY)


def test_each_wake_up_may_come_twice_and_changes_nothing_then(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    world.soloist()
    for days in (0, 1, 7, 7, 8, 14, 21):
        clock.move_to(MIDNIGHT + days * DAY + timedelta(hours=16))
        turn_seasons()
        matchmake()
        before = list(Season.objects.order_by("pk").values()), list(Run.objects.order_by("pk").values())
        turn_seasons()
        turn_seasons()
        assert (list(Season.objects.order_by("pk").values()), list(Run.objects.order_by("pk").values())) == before
        play_all()


def test_what_was_slept_through_is_left_out_and_the_numbers_go_on(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    committed = Season.objects.get(number=2).commitment
    clock.move_to(MIDNIGHT + 30 * DAY)
    turn_seasons()
    assert numbers() == [(1, True, True), (2, True, False), (3, False, False)]
    second, third = Season.objects.get(number=2), Season.objects.get(number=3)
    assert second.commitment == committed
    assert (second.starts_at, second.ends_at) == (MIDNIGHT + 28 * DAY, MIDNIGHT + 35 * DAY)
    assert third.starts_at == second.ends_at


def test_a_site_without_its_scheduler_orders_nothing_of_a_season_that_is_over(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    bot = world.soloist()
    season = Season.objects.get(number=1)
    clock.move_to(season.ends_at)
    assert runs.running(ladder, timezone.now()) is None
    make_current(version=world.version(bot, games=["alakazoo"]))
    assert Run.objects.filter(season=season).count() == 1, "nobody enters a season that is over"
    matchmake()
    assert not Match.objects.filter(season=season).exists()
    turned = set(Match.objects.values_list("season__number", flat=True))
    assert turned == {2}, "the matchmaker turns it too"


def test_every_bot_that_plays_is_in_the_new_season_and_the_old_board_stays_as_it_was(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    stays, leaves = world.soloist("stays"), world.soloist("leaves")
    matchmake()
    play_all()
    old = Season.objects.get(number=1)
    board = solo.board(season=old).rows
    clock.move_to(old.ends_at)
    turn_seasons()
    retire(bot=leaves)
    make_current(version=world.version(stays, games=["alakazoo"]))
    assert solo.board(season=old).rows == board
    new = Season.objects.get(number=2)
    assert [(row.slug, row.version, row.played) for row in solo.board(season=new).rows] == [("stays", 2, 0)]
    assert [row.number for row in solo.seasons(ladder=ladder)] == [2, 1]


def test_the_next_key_is_committed_to_while_the_present_season_is_played(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    promised = solo.to_come(ladder=ladder)
    assert promised is not None
    assert promised.key == ""
    clock.move_to(promised.starts_at)
    turn_seasons()
    begun = Season.objects.get(number=2)
    assert begun.begun_at is not None
    assert begun.commitment == promised.commitment
    assert begun.committed_at < begun.begun_at


def test_a_season_is_revealed_when_it_is_over_and_its_last_match_has_ended(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    world.soloist()
    season = Season.objects.get(number=1)
    clock.move_to(season.ends_at - timedelta(seconds=20))
    matchmake()
    first, second, third = Match.objects.filter(season=season).order_by("pk")
    world.play_alone(first)
    clock.move_to(season.ends_at + timedelta(seconds=20))
    turn_seasons()
    season.refresh_from_db()
    assert season.revealed_at is None
    assert not Match.objects.filter(season=season).exclude(seed="").exists()
    world.play_alone(second, (9, 18, 1))
    services.give_up(match=third, fault="the worker stalled", now=timezone.now())
    turn_seasons()
    season.refresh_from_db()
    assert season.revealed_at == timezone.now()
    (row,) = solo.board(season=season).rows
    assert (row.rank, row.played, row.solved, row.marks) == (1, 2, 1, "fs."), "ordered in time, it counts"


def test_a_process_whose_look_at_the_clock_is_older_than_the_reveal_orders_and_enters_nothing(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    bot = world.soloist()
    season = Season.objects.get(number=1)
    clock.move_to(season.ends_at)
    before = timezone.now() - timedelta(seconds=1)
    assert runs.running(ladder, before) == season
    assert seasons.reveal(now=timezone.now()) == 1
    assert trials.keep_busy(ladder=ladder, now=before) == 0
    assert not Match.objects.filter(season=season).exists()
    assert runs.enter(season=season, version=world.version(bot, games=["alakazoo"]), now=before) is None
    assert Run.objects.filter(season=season).count() == 1


def test_a_revealed_key_fits_its_commitment_and_gives_every_deal(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    world.soloist(), world.soloist()
    matchmake()
    play_all()
    clock.move_to(MIDNIGHT + 7 * DAY)
    turn_seasons()
    row = solo.season_row(Season.objects.get(number=1))
    key = bytes.fromhex(row.key)
    assert commitment(key) == row.commitment
    matches = Match.objects.filter(season__number=1).select_related("trial")
    assert matches.count() == 6
    for match in matches:
        deal = f"season/alone/1/{match.trial.number}"
        seed = seed_of(key, set_id=deal, game="alakazoo", options=match.options, bundles=())
        assert match.seed == seed.hex()


def test_seasons_have_keys_of_their_own(ladder: Ladder, clock: time_machine.Traveller) -> None:
    world.soloist()
    seeds: set[str] = set()
    for week in range(3):
        clock.move_to(MIDNIGHT + week * 7 * DAY)
        turn_seasons()
        matchmake()
        seeds |= {world.dispatch_order(match).seed for match in Match.objects.filter(ended_at=None)}
        play_all()
    assert len(seeds) == 9


def test_what_an_operator_changes_holds_from_the_first_season_that_is_not_committed_to(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    Ladder.objects.filter(pk=ladder.pk).update(season_days=14, season_seeds=5, options={"round_limit": 10})
    clock.move_to(MIDNIGHT + 7 * DAY)
    turn_seasons()
    second, third = Season.objects.get(number=2), Season.objects.get(number=3)
    assert (second.ends_at - second.starts_at, second.seeds, second.options["round_limit"]) == (7 * DAY, 3, 60)
    assert (third.ends_at - third.starts_at, third.seeds, third.options["round_limit"]) == (14 * DAY, 5, 10)


def test_a_closed_ladder_ends_its_season_and_begins_none(ladder: Ladder, clock: time_machine.Traveller) -> None:
    Ladder.objects.filter(pk=ladder.pk).update(open=False)
    clock.move_to(MIDNIGHT + 8 * DAY)
    turn_seasons()
    assert numbers() == [(1, True, True), (2, False, False)]
    Ladder.objects.filter(pk=ladder.pk).update(open=True)
    clock.move_to(MIDNIGHT + 17 * DAY)
    turn_seasons()
    assert Season.objects.get(number=2).ends_at == MIDNIGHT + 21 * DAY


def test_a_ladder_made_in_the_middle_of_everything_disturbs_no_other(
    ladder: Ladder, clock: time_machine.Traveller
) -> None:
    clock.move_to(MIDNIGHT + 3 * DAY)
    other = world.solo_ladder("other", season_days=2)
    assert seasons.turn(now=timezone.now()) == 1
    assert runs.running(other, timezone.now()) is not None
    assert numbers().count((1, True, False)) == 2


def test_the_scheduler_has_it() -> None:
    from athanor.celery import app

    assert app.conf.beat_schedule["seasons"]["task"] == "site.turn_seasons" == turn_seasons.name


def test_the_board_and_a_place_on_it_walk_an_index(ladder: Ladder) -> None:
    season = Season.objects.get(number=1)
    for _ in range(40):
        world.soloist()
    for place, run in enumerate(Run.objects.order_by("pk")[:30]):
        Run.objects.filter(pk=run.pk).update(merit=runs.merit(place % 7, [place % 5, 0, 0]))
    first = solo.board(season=season, limit=10)
    assert [row.rank for row in first.rows] == list(range(1, 11))
    somebody = Run.objects.exclude(merit="").order_by("pk")[17]
    board = [row.run for row in solo.board(season=season, limit=40).rows]
    assert solo.rank_of(somebody) == board.index(somebody.pk) + 1
    with scans_nothing():
        solo.board(season=season, limit=10)
        solo.board(season=season, limit=10, cursor=first.next)
        solo.rank_of(somebody)


def test_a_process_whose_look_at_the_clock_is_older_than_the_commitment_begins_the_season_all_the_same() -> None:
    ladder = world.solo_ladder()
    now = timezone.now()
    seasons.commit(ladder=ladder, now=now + timedelta(seconds=1))
    assert seasons.begin(ladder=ladder, now=now)
    season = Season.objects.get()
    assert season.begun_at == season.committed_at
