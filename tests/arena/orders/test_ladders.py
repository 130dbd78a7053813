"""The ladders that games bring, read from their packages; what is wrong there names its distribution."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.games import registry
from arena.kernel.plugin import BadPlugin
from arena.orders import ladders
from arena.orders.ladders import QUICK, Plan, all_plans, plans_of
from athanorpb.farm.values import Clock
from athanorpb.isolation import Isolation

ROW = 'slug = "venom"\ntitle = "Venom"\nabout = "For two."\nseats = 2\nleast_seats = 2\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that Poison's package is taken to be."""
    monkeypatch.setattr(ladders, "folder_of", lambda game: tmp_path / game)
    monkeypatch.setattr(ladders, "plans_of", plans_of.__wrapped__)  # not what is remembered of the true one
    (tmp_path / "poison").mkdir()
    return tmp_path / "poison"


def test_every_game_of_ours_brings_its_ladders_in_the_order_of_games() -> None:
    ours = [plan for plan in all_plans() if registry.PLUGINS[plan.game].declared.distribution == "athanor"]
    assert [plan.slug for plan in ours] == [
        "poison", "kazaam", "kazaam-4", "alakazoo", "alakazoo-4", "alakazoo-solo", "alkemy"
    ]  # fmt: skip
    assert {plan.slug for plan in ours if plan.clock != QUICK} == {"alkemy"}
    assert {plan.slug for plan in ours if plan.season_days} == {"alakazoo-solo"}


def test_what_a_row_leaves_out_is_as_a_plan_has_it(package: Path) -> None:
    (package / ladders.FILE).write_text(f"[[ladder]]\n{ROW}")
    (plan,) = ladders.plans_of("poison")
    assert plan == Plan("venom", "Venom", "For two.", "poison", 2, 2, QUICK)


def test_a_row_may_say_everything_that_a_plan_has(package: Path) -> None:
    more = 'rotates = true\nleast_isolation = "own"\nclock = {bank = 1000}\n[ladder.options]\ntaken = "hidden"\n'
    (package / ladders.FILE).write_text(f"[[ladder]]\n{ROW}{more}")
    (plan,) = ladders.plans_of("poison")
    assert plan.clock == Clock(bank=1000)
    assert (plan.rotates, plan.least_isolation, plan.options) == (True, Isolation.OWN, {"taken": "hidden"})


def test_a_game_without_the_file_brings_none(package: Path) -> None:
    assert ladders.plans_of("poison") == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[ladder]\n", "TOMLDecodeError"),
        ("title = 1\n", "KeyError: 'ladder'"),
        (f"[[ladder]]\n{ROW}colour = 3\n", "unexpected keyword argument 'colour'"),
        ("[[ladder]]\nslug = 'venom'\n", "missing"),
        (f"[[ladder]]\n{ROW}clock = {{banc = 1}}\n", "unexpected keyword argument 'banc'"),
        (f"[[ladder]]\n{ROW}least_isolation = 'some'\n", "'some' is not a valid Isolation"),
    ],
)
def test_a_file_that_is_wrong_names_what_is_wrong_and_whose_it_is(package: Path, text: str, why: str) -> None:
    (package / ladders.FILE).write_text(text)
    with pytest.raises(BadPlugin, match="the game 'poison' of the installed distribution athanor ") as bad:
        ladders.plans_of("poison")
    assert why in str(bad.value)


def test_two_games_have_no_ladder_of_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    (poison,) = plans_of("poison")
    monkeypatch.setattr(ladders, "plans_of", lambda game: [replace(poison, game=game)])
    with pytest.raises(BadPlugin, match=r"the game 'kazaam' .* another game has a ladder 'poison'"):
        all_plans()
