"""Seasons and runs against real concurrency: threads with connections of their own, on any database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from athanor.bots.services import make_current
from athanor.jobs.services import Settlement
from athanor.ladders import seasons
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Run, Season, Trial
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.matches.test_settle_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.slow]


@pytest.fixture(autouse=True)
def room(settings: Settings) -> None:
    settings.BACKLOG = 100


def test_all_deals_of_a_run_settled_at_once_are_all_counted() -> None:
    world.solo_ladder(season_seeds=8)
    world.soloist()
    matchmake()
    said = [
        world.signed(world.record(match, [1], progress=(number, 2 * number, 0), scores=(0,)))
        for number, match in enumerate(Match.objects.order_by("pk"))
    ]
    settled = at_once(*[lambda one=one: world.settle(signed=one) for one in said])
    assert set(settled) == {Settlement.FINISHED}
    run = Run.objects.get()
    assert (run.played, run.progress, run.marks) == (8, [28, 56, 0], "f" * 8)
    assert run.merit


def test_the_same_record_settled_in_four_threads_counts_once() -> None:
    world.solo_ladder()
    world.soloist()
    matchmake()
    match = Match.objects.order_by("pk")[0]
    said = world.signed(world.record(match, [1], progress=(9, 18, 1), scores=(1,)))
    settled = at_once(*[lambda: world.settle(signed=said)] * 4)
    assert sorted(result.name for result in settled) == ["FINISHED", "STALE", "STALE", "STALE"]
    assert (Run.objects.get().played, Run.objects.get().solved) == (1, 1)


def test_several_matchmakers_at_once_order_each_deal_once_in_one_season() -> None:
    world.solo_ladder(season_seeds=6)
    bots = [world.soloist() for _ in range(2)]
    at_once(*[matchmake] * 4)
    assert Trial.objects.count() == Match.objects.count() == 12
    assert [run.trials.count() for run in Run.objects.filter(bot__in=bots)] == [6, 6]
    assert [season.number for season in Season.objects.order_by("number")] == [1, 2]


def test_several_schedulers_at_once_turn_a_season_once() -> None:
    world.solo_ladder()
    world.soloist()
    seasons.turn(now=timezone.now())
    later = timezone.now() + timedelta(days=28)
    turned = at_once(*[lambda: (seasons.turn(now=later), seasons.reveal(now=later))] * 4)
    assert [sum(part) for part in zip(*turned, strict=True)] == [1, 1]
    states = Season.objects.order_by("number").values_list("number", "begun_at", "revealed_at")
    told = [(number, bool(begun), bool(revealed)) for number, begun, revealed in states]
    assert told == [(1, True, True), (2, True, False), (3, False, False)]


def test_versions_made_current_at_once_do_not_pass_the_entries() -> None:
    world.solo_ladder(season_entries=3)
    matchmake()
    ada = world.author("ada")
    bots = [world.soloist(owner=ada) for _ in range(2)]
    versions = [world.version(bot, games=["alakazoo"]) for bot in bots for _ in range(2)]
    at_once(*[lambda version=version: make_current(version=version) for version in versions])
    assert Run.objects.count() == 3
    assert Run.objects.filter(listed=True).count() == 2
