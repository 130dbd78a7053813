"""`make random-games`: what it finds is told so that it can be seen again."""

from __future__ import annotations

from typing import Any

import pytest

from arena.contract.plan import planned
from arena.contract.play import Broken, play
from arena.games.registry import GAMES
from tests.arena.games.kits import KITS
from tests.arena.games.poison import invariants as poison
from tests.arena.games.random_games import __main__ as command

HANDS_AT_FIRST = 12


def _breaks_late(document: dict[str, Any]) -> None:
    assert document["ply"] < HANDS_AT_FIRST, "broken on purpose"


def test_a_broken_invariant_names_seed_options_and_ply_and_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(poison, "check", _breaks_late)
    plan = planned(KITS["poison"], 7)
    with pytest.raises(Broken) as found:
        play(plan, stride=1)
    report = found.value.report
    assert f"poison 7: {plan.seats} seats, options {plan.options}" in report
    assert plan.seed.hex() in report
    assert f"at ply {HANDS_AT_FIRST - 1}: AssertionError: broken on purpose" in report
    assert command.again(found.value).endswith("make random-games GAME=poison FIRST=7 GAMES=1 STRIDE=1")


def test_the_command_counts_its_games_and_refuses_what_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["poison", "--games", "3", "--first", "5", "--processes", "1"]) == 0
    assert capsys.readouterr().out.startswith("poison: 3 games, ")
    with pytest.raises(SystemExit) as ended:
        command.main(["chess"])
    assert ended.value.code == 2
    assert f"no game is called 'chess'; there are: {', '.join(GAMES)}" in capsys.readouterr().err


def test_the_command_ends_with_1_where_an_invariant_is_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(poison, "check", _breaks_late)  # its processes are forks of this one
    assert command.main(["poison", "--games", "2", "--processes", "1"]) == 1
    assert "an invariant is broken\npoison 0: " in capsys.readouterr().out
