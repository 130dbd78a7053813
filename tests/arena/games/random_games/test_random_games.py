"""A slice of `make random-games`, and that what it finds is told so that it can be seen again."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.registry import GAMES
from tests.arena.games.contract.kits import KITS
from tests.arena.games.poison import invariants as poison
from tests.arena.games.random_games import __main__ as command
from tests.arena.games.random_games.plan import planned
from tests.arena.games.random_games.play import Broken, play

HANDS_AT_FIRST = 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_a_slice_of_random_games_breaks_no_invariant(name: str, part: int) -> None:
    games = KITS[name].random_games
    for number in range(part * games // 4, (part + 1) * games // 4):
        play(planned(name, number), stride=25)


@pytest.mark.parametrize("name", GAMES)
def test_the_slice_has_every_number_of_seats_and_every_value_of_every_option(name: str) -> None:
    plans = [planned(name, number) for number in range(KITS[name].random_games)]
    assert {plan.seats for plan in plans} == set(GAMES[name].seats)
    for key, option in GAMES[name].options.items():
        met = {str(plan.options[key]) for plan in plans}
        if option.values and not isinstance(option.values, range):
            assert met == {*map(str, option.values)}
        else:
            assert len(met) >= min(6, len(option.values) or 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_checked_does_not_bear_on_what_is_played(name: str) -> None:
    for number in range(2):
        assert play(planned(name, number), stride=1) == play(planned(name, number), stride=1000)


def _breaks_late(document: dict[str, Any]) -> None:
    assert document["ply"] < HANDS_AT_FIRST, "broken on purpose"


def test_a_broken_invariant_names_seed_options_and_ply_and_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(poison, "check", _breaks_late)
    plan = planned("poison", 7)
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
    assert "no game is called 'chess'; there are: poison, kazaam, alakazoo, alkemy" in capsys.readouterr().err


def test_the_command_ends_with_1_where_an_invariant_is_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(poison, "check", _breaks_late)  # its processes are forks of this one
    assert command.main(["poison", "--games", "2", "--processes", "1"]) == 1
    assert "an invariant is broken\npoison 0: " in capsys.readouterr().out
