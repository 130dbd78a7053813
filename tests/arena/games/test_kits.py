"""Every game has a kit, and its contract is tested; what the contract's cases are taken from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.contract.cases import values
from arena.contract.plugin import Check, pytest_generate_tests
from arena.games.registry import GAMES, UnknownGame, game_named
from arena.kernel.options import Option
from tests.arena.games.kits import KITS, kit_of


def test_a_game_without_a_kit_is_named_with_the_file_that_it_lacks() -> None:
    with pytest.raises(LookupError, match="write tests/arena/games/chess/kit"):
        kit_of("chess")


@pytest.mark.parametrize("name", GAMES)
def test_the_contract_of_every_game_is_tested(name: str) -> None:
    assert KITS[name].name == name
    assert f"from tests.arena.games.{name}.kit import KIT\n" in (
        Path(__file__).parent / name / "test_contract.py"
    ).read_text(encoding="utf-8")


def test_a_kit_of_a_game_that_is_not_installed_says_to_install_it(request: pytest.FixtureRequest) -> None:
    module = request.node.getparent(pytest.Module)
    check = Check.from_parent(module, name="positions", path=module.path, nodeid="positions")
    check.kit = replace(KITS["poison"], name="chess")
    asked: Any = SimpleNamespace(definition=SimpleNamespace(getparent=lambda kind: check), fixturenames=["case"])
    with pytest.raises(
        pytest.Collector.CollectError, match=r"no game is called 'chess'.* Install its distribution"
    ):
        pytest_generate_tests(asked)


@pytest.mark.parametrize(("default", "tried"), [(5, [5, 1, 10]), (1, [1, 10]), (10, [10, 1])])
def test_of_a_range_of_values_the_default_the_least_and_the_greatest_are_tried(
    default: int, tried: list[int]
) -> None:
    assert values(Option(default, range(1, 11))) == tried


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=", ".join(GAMES)):
        game_named("chess")
