"""A solo ladder: everybody gets the same deals, each once, and is ranked by how many were solved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from athanor.bots.models import Bot
from athanor.bots.services import make_current, retire
from athanor.jobs.services import Settlement
from athanor.ladders import runs, seasons, solo
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import LedgerEntry, Run, Standing, Trial
from athanor.ladders.trials import PAUSE
from athanor.matches import services
from athanor.matches.models import Match, Seat
from athanorpb.farm.values import SeatRecord
from tests.athanor import world

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def room(settings: Settings) -> None:
    settings.BACKLOG = 100


def open_matches(bot: Bot | None = None) -> list[Match]:
    """In the order of their deals."""
    found = Match.objects.filter(ended_at=None).order_by("trial__number", "pk")
    return list(found.filter(seats__bot=bot) if bot else found)


def run_of(bot: Bot) -> Run:
    return Run.objects.get(bot=bot, listed=True)


def played(bot: Bot, results: Sequence[tuple[int, ...]]) -> Run:
    for match, progress in zip(open_matches(bot), results, strict=True):
        assert world.play_alone(match, progress) is Settlement.FINISHED
    return run_of(bot)


def order_of_board() -> list[str]:
    return [row.slug for row in solo.board(season=Run.objects.all()[0].season).rows]


WON, NEAR, FAR = (9, 18, 2), (7, 15, 0), (1, 4, 0)


@pytest.mark.database
def test_it_works() -> None:
    ladder = world.solo_ladder()
    ada, bea = world.soloist("ada"), world.soloist("bea")
    assert matchmake() == 6
    assert matchmake() == 0, "each deal once"
    played(ada, [WON, NEAR, FAR])
    run = played(bea, [WON, WON, FAR])
    assert (run.played, run.solved, run.progress, run.marks) == (3, 2, [19, 40, 4], "ssf")
    page = solo.board(season=run.season)
    assert [(row.rank, row.slug, row.solved) for row in page.rows] == [(1, "bea", 2), (2, "ada", 1)]
    assert page.rows[0].progress == {"spells": 19, "runes": 40, "spare": 4}
    assert matchmake() == 0, "all is played"
    assert ladder.matches.count() == 6


def test_everybody_gets_the_same_deals_whatever_their_bundle() -> None:
    world.solo_ladder()
    ada, bea = world.soloist(), world.soloist()
    matchmake()
    seeds = [[world.dispatch_order(match).seed for match in open_matches(bot)] for bot in (ada, bea)]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 3


def test_no_rating_is_touched() -> None:
    world.solo_ladder()
    rated = world.bot(games=["alakazoo", "poison"])
    world.ladder()
    matchmake()
    before = list(Standing.objects.values())
    played(rated, [WON, NEAR, FAR])
    assert list(Standing.objects.values()) == before
    assert not LedgerEntry.objects.exists()
    assert not Standing.objects.filter(ladder__seats=1).exists()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ([WON, FAR, FAR], [NEAR, NEAR, NEAR]),
        ([NEAR, FAR, FAR], [FAR, FAR, FAR]),
        ([(5, 12, 0), FAR, FAR], [(5, 11, 0), FAR, FAR]),
        ([(5, 12, 3), FAR, FAR], [(5, 12, 2), FAR, FAR]),
        ([FAR, FAR, (4, 9, 0)], [(3, 14, 5), FAR, FAR]),
    ],
    ids=["solved deals", "spells", "runes", "dark tokens to spare", "spells before all that comes after"],
)
def test_the_board_is_ranked_by(better: Sequence[tuple[int, ...]], worse: Sequence[tuple[int, ...]]) -> None:
    world.solo_ladder()
    older, younger = world.soloist("older"), world.soloist("younger")
    matchmake()
    played(younger, better)
    played(older, worse)
    assert order_of_board() == ["younger", "older"]


@pytest.mark.database
def test_of_two_alike_the_older_is_first() -> None:
    world.solo_ladder()
    older, younger = world.soloist("older"), world.soloist("younger")
    matchmake()
    played(younger, [NEAR, NEAR, FAR])
    played(older, [FAR, NEAR, NEAR])
    assert order_of_board() == ["older", "younger"]


@pytest.mark.database
def test_a_result_is_ranked_and_told_when_the_last_deal_is_played_and_not_before() -> None:
    world.solo_ladder()
    quick, slow = world.soloist("quick"), world.soloist("slow")
    matchmake()
    played(quick, [FAR, FAR, FAR])
    for match in open_matches(slow)[:2]:
        world.play_alone(match, WON)
    quick_row, slow_row = solo.board(season=run_of(slow).season).rows
    assert (quick_row.slug, quick_row.rank) == ("quick", 1)
    assert (slow_row.rank, slow_row.solved, slow_row.progress, slow_row.interval) == (None, None, None, None)
    assert (slow_row.played, slow_row.marks) == (2, "??.")
    world.play_alone(open_matches(slow)[0], WON)
    assert order_of_board() == ["slow", "quick"]


@pytest.mark.database
def test_the_order_in_which_matches_end_changes_nothing() -> None:
    world.solo_ladder()
    one, other = world.soloist(), world.soloist()
    matchmake()
    results = [WON, NEAR, FAR]
    played(one, results)
    for match, progress in reversed(list(zip(open_matches(other), results, strict=True))):
        world.play_alone(match, progress)
    for field in ("marks", "solved", "progress", "merit"):
        assert getattr(run_of(one), field) == getattr(run_of(other), field)


def test_who_was_out_has_solved_nothing_whatever_the_autopilot_did() -> None:
    world.solo_ladder()
    bot = world.soloist()
    matchmake()
    first, *rest = open_matches(bot)
    world.play_alone(first, WON, seats=(SeatRecord(out="illegal", out_ply=3),))
    for match in rest:
        world.play_alone(match, FAR)
    run = run_of(bot)
    assert (run.solved, run.marks, run.progress, run.faults) == (0, "off", [2, 8, 0], {"illegal": 1})


def test_a_new_version_starts_over_and_the_old_one_s_result_stays() -> None:
    world.solo_ladder()
    bot = world.soloist()
    matchmake()
    first = played(bot, [WON, WON, WON])
    make_current(version=world.version(bot, games=["alakazoo"]))
    assert run_of(bot).played == 0
    assert matchmake() == 3
    second = played(bot, [FAR, FAR, FAR])
    first.refresh_from_db()
    assert (first.listed, first.solved, second.solved) == (False, 3, 0)
    assert [row.version for row in solo.board(season=second.season).rows] == [2]


def test_an_older_version_made_current_again_goes_on_where_it_was() -> None:
    world.solo_ladder()
    bot = world.soloist()
    first = world.current(bot)
    matchmake()
    world.play_alone(open_matches(bot)[0], WON)
    make_current(version=world.version(bot, games=["alakazoo"]))
    make_current(version=first)
    assert (run_of(bot).version, run_of(bot).played) == (first, 1)
    assert Run.objects.filter(bot=bot).count() == 2


def test_a_replaced_version_is_ordered_no_more_and_what_was_under_way_counts_for_it(
    settings: Settings,
) -> None:
    settings.BACKLOG = 1
    world.solo_ladder()
    bot = world.soloist()
    matchmake()
    (under_way,) = open_matches()
    first = run_of(bot)
    second = world.version(bot, games=["alakazoo"])
    make_current(version=second)
    world.play_alone(under_way, WON)
    first.refresh_from_db()
    assert (first.played, first.solved) == (1, 1)
    for _ in range(3):
        assert matchmake() == 1
        assert Seat.objects.get(match=open_matches()[0]).version == second
        world.play_alone(open_matches()[0], FAR)
    assert matchmake() == 0


@pytest.mark.database
def test_an_author_has_so_many_entries_and_then_the_last_one_stands() -> None:
    world.solo_ladder(season_entries=3)
    ada = world.author("ada")
    bot, twin = world.soloist("bot", ada), world.soloist("twin", ada)
    matchmake()
    second = world.version(bot, games=["alakazoo"])
    make_current(version=second)
    season = run_of(bot).season
    assert runs.entries_left(season=season, bot=bot) == 0
    make_current(version=world.version(bot, games=["alakazoo"]))
    assert run_of(bot).version == second
    assert world.soloist("third", ada).runs.count() == 0
    assert runs.entries_left(season=season, bot=world.soloist()) > 0
    assert run_of(twin).listed


def test_the_house_may_enter_as_often_as_it_likes() -> None:
    world.solo_ladder(season_entries=1)
    matchmake()
    house = world.author("house", is_house=True)
    bots = [world.soloist(owner=house) for _ in range(3)]
    assert Run.objects.filter(bot__in=bots, listed=True).count() == 3


@pytest.mark.database
def test_a_retired_bot_leaves_the_board_and_gets_no_more_matches() -> None:
    world.solo_ladder()
    bot = world.soloist()
    seasons.turn(now=timezone.now())
    retire(bot=bot)
    assert matchmake() == 0
    assert not Run.objects.filter(listed=True).exists()


def test_a_bot_of_another_game_is_not_there() -> None:
    world.solo_ladder()
    world.bot()
    assert matchmake() == 0


@pytest.mark.database
def test_one_run_is_played_to_its_end_before_the_next_and_the_house_comes_last(
    settings: Settings,
) -> None:
    settings.BACKLOG = 1
    world.solo_ladder()
    house = world.soloist("house-bot", world.author("house", is_house=True))
    first, second = world.soloist("first"), world.soloist("second")
    served = []
    while matchmake():
        (match,) = open_matches()
        served.append(Seat.objects.get(match=match).bot)
        world.play_alone(match)
    assert served == [*[first] * 3, *[second] * 3, *[house] * 3]


@pytest.mark.database
def test_a_void_match_is_played_again_on_the_same_deal_after_a_pause(settings: Settings) -> None:
    settings.ATTEMPTS = 1
    world.solo_ladder()
    bot = world.soloist()
    now = timezone.now()
    matchmake(now=now)
    first = open_matches()[0]
    void: dict[str, Any] = {"outcome": "void", "reason": "the sandbox did not start", "replay": ""}
    seed = world.dispatch_order(first).seed
    assert world.play_alone(first, now=now, **void) is Settlement.VOID
    assert run_of(bot).played == 0
    assert matchmake(now=now + PAUSE / 2) == 0
    assert matchmake(now=now + PAUSE) == 1
    again = Trial.objects.get(run=run_of(bot), number=1).match
    assert again != first
    assert world.dispatch_order(again).seed == seed
    first.refresh_from_db()
    assert first.seed == "", "the deal is still before others"
    assert world.play_alone(again, WON) is Settlement.FINISHED
    assert run_of(bot).played == 1
    world.play_alone(open_matches()[0], now=now, **void)
    for _minute in range(10):
        now += timedelta(minutes=1)
        for _ in range(matchmake(now=now)):
            last = Match.objects.filter(ended_at=None).latest("pk")
            world.play_alone(last, now=now, **void)
    assert Trial.objects.get(run=run_of(bot), number=2).tries == 5, "after pauses of 1, 2, 3 and 4 minutes"


@pytest.mark.database
def test_a_second_record_and_a_late_one_change_nothing() -> None:
    world.solo_ladder()
    bot = world.soloist()
    matchmake()
    match = open_matches()[0]
    also: dict[str, Any] = {"progress": FAR, "scores": (0,)}
    failed = world.signed(world.record(match, [1], outcome="void", reason="host stalled", **also))
    late = world.signed(world.record(match, [1], **also))
    assert world.settle(signed=failed) is Settlement.AGAIN
    said = world.signed(world.record(match, [1], progress=WON, scores=(1,)))
    assert world.settle(signed=said) is Settlement.FINISHED
    before = Run.objects.values().get(), list(Trial.objects.order_by("pk").values())
    for stale in (said, late, failed):
        assert world.settle(signed=stale) is Settlement.STALE
    assert (Run.objects.values().get(), list(Trial.objects.order_by("pk").values())) == before
    assert run_of(bot).played == 1


@pytest.mark.parametrize("progress", [(), (1, 2), (1, 2, 3, 4)])
def test_a_record_that_does_not_say_how_far_the_bot_came_is_a_fault_of_ours(progress: tuple[int, ...]) -> None:
    world.solo_ladder()
    bot = world.soloist()
    matchmake()
    match = open_matches()[0]
    assert world.settle(signed=world.signed(world.record(match, [1], progress=progress))) is Settlement.AGAIN
    assert run_of(bot).played == 0


def test_a_match_that_ends_opens_no_replay_to_others_with_its_deal() -> None:
    world.solo_ladder()
    world.soloist()
    matchmake()
    for match in open_matches():
        world.play_alone(match, WON)
    assert not Match.objects.exclude(seed="").exists()
    services.give_up(match=Match.objects.all()[0], fault="a test", now=timezone.now())
    assert not Match.objects.exclude(seed="").exists()


def test_a_closed_ladder_orders_nothing() -> None:
    ladder = world.solo_ladder()
    world.soloist()
    seasons.turn(now=timezone.now())
    ladder.open = False
    ladder.save()
    assert matchmake() == 0
