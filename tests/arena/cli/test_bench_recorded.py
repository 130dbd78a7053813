"""What the benchmarks compare a game with stands in the game's package, a stranger's as ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.bench import house
from arena.cli.bench import recorded as module
from arena.cli.bench.recorded import Budget, Recorded, quick_games
from arena.kernel.plugin import BadPlugin

GOOD = """
recorded = "2030-01-02"
random_play = {budget = 1.5, goal = 3}

[[strength]]
bot = "greedy"
against = "random"
seats = 2
deals = 4
share = 0.9
error = 0.1
"""


def read(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str | None) -> Recorded:
    if text is not None:
        (folder / "bench.toml").write_text(text)
    monkeypatch.setattr(module, "folder_of", lambda game: folder)
    found: Recorded = module.recorded.__wrapped__("poison")
    return found


def test_a_game_brings_its_budget_and_the_tables_of_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = read(tmp_path, monkeypatch, GOOD)
    assert (found.on, found.random_play) == ("2030-01-02", Budget(1.5, 3))
    monkeypatch.setattr(house, "recorded", lambda game: found)
    (table,) = house._tables_of("poison")
    assert (table.game, table.recorded_on, table.what) == (
        "poison",
        "2030-01-02",
        "poison: greedy against random, 2 seats",
    )


def test_a_game_without_the_file_is_compared_with_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(tmp_path, monkeypatch, None) == Recorded()


def test_of_ours_the_games_of_cards_are_measured_against_hearts() -> None:
    assert list(quick_games()) == ["poison", "kazaam", "alakazoo"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("recorded", "TOMLDecodeError"),
        ("", "'recorded'"),
        ('recorded = "2030-01-02"\nrandom_play = {speed = 1}', "speed"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_its_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    with pytest.raises(BadPlugin, match=r"'poison' of the installed distribution athanor .*bench\.toml") as found:
        read(tmp_path, monkeypatch, text)
    assert said in str(found.value)


def test_a_table_with_an_unknown_word_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(tmp_path, monkeypatch, GOOD.replace("deals", "rounds"))
    monkeypatch.setattr(house, "recorded", lambda game: found)
    with pytest.raises(BadPlugin, match=r"bench\.toml: a table \[\[strength\]\]: .*rounds"):
        house._tables_of("poison")
