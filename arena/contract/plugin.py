"""The pytest plugin: a `KIT` in a test module stands for the tests of the contract, on the game of that kit.

    # a test module of a game's distribution
    from arena.contract.kit import Kit

    KIT = Kit(name="connect4", ...)

`pytest` then runs `arena.contract.checks` on it; `pytest --write-golden` writes the golden playthroughs first.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from arena.contract.kit import Kit

NAME: Final = "KIT"
CHECKS: Final = "arena.contract.checks"
pytest.register_assert_rewrite(CHECKS, "arena.contract.play")


class Check(pytest.Module):
    """One module of the checks, on one game."""

    kit: Kit

    def _getobj(self) -> ModuleType:
        return import_module(f"{CHECKS}.{self.name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("athanor").addoption(
        "--write-golden", action="store_true", help="write the golden playthroughs of the games that are tested"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes more than half a second")


def pytest_pycollect_makeitem(
    collector: pytest.Collector, name: str, obj: object
) -> list[pytest.Collector] | None:
    return list(_checks(collector, obj)) if name == NAME and isinstance(obj, Kit) else None


def _checks(collector: pytest.Collector, kit: Kit) -> Iterable[pytest.Collector]:
    for found in pkgutil.iter_modules(import_module(CHECKS).__path__):
        path = Path(str(import_module(f"{CHECKS}.{found.name}").__file__))
        nodeid = f"{collector.nodeid}::{found.name}"
        check = Check.from_parent(collector, name=found.name, path=path, nodeid=nodeid)
        check.kit = kit
        yield check


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    check = metafunc.definition.getparent(Check)
    if check is None:
        return
    # What needs the game is imported when its contract is tested and not sooner.
    from arena.games.registry import UnknownGame

    try:
        _parametrize(metafunc, check.kit)
    except UnknownGame as problem:
        raise check.CollectError(
            f"{problem}. Install its distribution first: pip install --no-build-isolation --editable ."
        ) from None


def _parametrize(metafunc: pytest.Metafunc, kit: Kit) -> None:
    from arena.contract.cases import cases_of
    from arena.contract.golden import golden_of

    wanted = metafunc.fixturenames
    if "kit" in wanted:
        metafunc.parametrize("kit", [kit], ids=[kit.name])
    if "case" in wanted:
        # The first, with the defaults, and the last, with all else, are in the fast tier.
        cases = cases_of(kit)
        fast = (cases[0], cases[-1])
        values: list[Any] = [
            case if case in fast else pytest.param(case, marks=pytest.mark.slow) for case in cases
        ]
        metafunc.parametrize("case", values, ids=map(str, cases))
    if "golden" in wanted:
        metafunc.parametrize("golden", golden_of(kit), ids=str)
    if "scenario_file" in wanted:
        files = sorted(kit.scenario_folder.glob("*.json"))
        metafunc.parametrize("scenario_file", files, ids=[file.stem for file in files])
