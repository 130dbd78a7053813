"""The ladders that a new site begins with: they exist, are filled by the house, and fit its bots' clocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.games.registry import GAMES
from arena.orders.ladders import QUICK, Plan, all_plans
from arena.referee.inprocess import Functions
from arena.referee.local import play
from arena.referee.match import Match as Played
from athanor.bots import house
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder, Season
from athanor.ladders.services import create, seed
from athanor.matches.models import Match
from athanor.refusals import Refusal
from athanorpb.farm.values import MatchOrder
from tests.athanor import world

LADDERS = all_plans()

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.slow
def test_it_works(settings: Settings) -> None:
    settings.BACKLOG = 60
    house.seed()
    made = seed()
    assert [ladder.slug for ladder in made] == [plan.slug for plan in LADDERS]
    assert {ladder.game for ladder in made} == set(GAMES)
    matchmake()
    for ladder in made:
        matches = list(ladder.matches.all())
        assert matches, ladder.slug
        for match in matches:
            assert ladder.least_seats <= match.seats.count() <= ladder.seats
            assert match.options == GAMES[ladder.game].settle(match.seats.count(), ladder.options)
    assert [season.number for season in Season.objects.order_by("number")] == [1, 2]


@pytest.mark.parametrize("plan", LADDERS, ids=lambda plan: plan.slug)
def test_a_bot_that_only_thinks_meets_its_bank_before_any_other_limit(plan: Plan) -> None:
    clock, answers = plan.clock, 250
    assert clock.match_cap / plan.seats >= clock.bank + answers * clock.increment


def test_seeding_twice_changes_nothing() -> None:
    seed()
    before = list(Ladder.objects.values())
    seed()
    assert list(Ladder.objects.values()) == before


@pytest.mark.parametrize(("slug", "seats"), [("alakazoo", 2), ("alakazoo-4", 4)])
def test_alakazoo_is_played_in_duplicate_sets_where_its_ladder_rotates(
    slug: str, seats: int, settings: Settings
) -> None:
    settings.BACKLOG = 1
    (plan,) = [plan for plan in LADDERS if plan.slug == slug]
    ladder = create(plan=plan)
    Ladder.objects.filter(pk=ladder.pk).update(rotates=True)
    bots = [world.soloist() for _ in range(seats)]
    assert matchmake() == seats
    matches = list(Match.objects.order_by("pk"))
    assert len({match.duplicate_set for match in matches}) == 1
    assert len({world.dispatch_order(match).seed for match in matches}) == 1
    for bot in bots:
        assert {match.seats.get(bot=bot).seat for match in matches} == set(range(seats))
    for match in matches:
        world.play(match)
    assert set(Ladder.objects.values_list("sequence", flat=True)) == {seats}


def happened(order: MatchOrder, choosers: Sequence[Callable[[Any], Any]]) -> list[Any]:
    """Two turns of an ordered match, as these play it."""
    options = {**order.options, "turn_limit": 2}
    match = Played(
        GAMES[order.game], seats=len(choosers), options=options, seed=bytes.fromhex(order.seed), clock=order.clock
    )
    play(match, [Functions(choose) for choose in choosers])
    assert not any(account.out for account in match.accounts())
    return [match.game.facts.document(happening.fact) for happening in match.log]


def by_default(ask: Any) -> Any:
    return {"default": {}}


def by_the_last(ask: Any) -> Any:
    """Other orders than the default's, and the same setup."""
    return ask.legal[-1] if ask.question in ("orders", "hand", "card") else {"default": {}}


SETUP = ("terrain_first", "terrain", "component", "deploy_first", "deploy")


def test_a_pairing_of_alkemy_is_one_table_and_one_chance_from_both_sides(settings: Settings) -> None:
    settings.BACKLOG = 1
    (plan,) = [plan for plan in LADDERS if plan.slug == "alkemy"]
    assert not plan.options.get("armies"), "the armies are the bots' own choice"
    create(plan=plan)
    for _ in range(2):
        world.bot(games=("alkemy",))
    assert matchmake() == 2
    one, two = (world.dispatch_order(match) for match in Match.objects.order_by("pk"))
    assert (one.seed, one.options, one.clock) == (two.seed, two.options, two.clock)
    assert [entrant.bot for entrant in one.seats] == [entrant.bot for entrant in reversed(two.seats)]
    assert happened(one, [by_default, by_default]) == happened(two, [by_default, by_default])
    there, back = happened(one, [by_default, by_the_last]), happened(two, [by_the_last, by_default])
    assert there != back
    of_setup = [[fact for fact in facts if next(iter(fact)) in SETUP] for facts in (there, back)]
    assert len(of_setup[0]) > 15
    assert of_setup[0] == of_setup[1]


def planned(seats: int, **also: int) -> Plan:
    least_seats = also.pop("least_seats", seats)
    return Plan("new", "New", "", "alakazoo", seats, least_seats, QUICK, **also)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "plan",
    [
        planned(1),
        planned(1, season_days=28, season_seeds=30),
        planned(1, season_days=28, season_seeds=0, season_entries=20),
        planned(1, season_days=28, season_seeds=1001, season_entries=20),
        planned(1, season_days=28, season_seeds=30, season_entries=20, rotates=True),
        planned(2, season_days=28, season_seeds=30, season_entries=20),
        planned(4, least_seats=1),
        planned(3, least_seats=4),
        planned(5),
    ],
)
def test_a_ladder_that_cannot_be_is_refused_in_words(plan: Plan) -> None:
    with pytest.raises(Refusal) as refused:
        create(plan=plan)
    assert refused.value.code in ("bad-seasons", "bad-seats", "bad-options")
    assert refused.value.hint
    assert not Ladder.objects.exists()


def test_a_solo_ladder_takes_its_figures_into_each_season() -> None:
    world.solo_ladder(season_days=3, season_seeds=7, season_entries=2)
    world.soloist()
    matchmake()
    season = Season.objects.get(number=1)
    assert (season.seeds, season.entries, (season.ends_at - season.starts_at).days) == (7, 2, 3)
    assert season.starts_at <= timezone.now() < season.ends_at
