"""A starter of each language plays a whole match of every game, behind the walls of both drivers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.new import STARTERS, files_of, write
from arena.cli.stands import Stand
from arena.games.registry import GAMES
from athanor_contract.runtimes import RUNTIMES, runtime_of_file
from sandbox.interface import Driver
from tests.sandbox.languages.conftest import played, trees_of

OF_A_LANGUAGE = {"python-lines": "python"}
"""Starters that are not called as their language is."""


def started(starter: str, folder: Path) -> Path:
    """A starter that plays every game: it knows none of them."""
    files = files_of(STARTERS[starter], "poison", folder)
    games = ", ".join(f'"{game}"' for game in GAMES)
    files["bot.toml"] = files["bot.toml"].replace('game = "poison"', f"games = [{games}]")
    write(files, folder)
    return folder


def test_there_is_a_starter_of_every_language() -> None:
    assert {OF_A_LANGUAGE.get(starter, starter) for starter in STARTERS} == set(RUNTIMES)
    for name, starter in STARTERS.items():
        runtime = runtime_of_file(starter.main)
        assert runtime is not None
        assert runtime.name == OF_A_LANGUAGE.get(name, name)
        assert starter.main in runtime.mains, "it is found without a command"


@pytest.mark.parametrize("starter", [name for name in STARTERS if name != "python"])
def test_a_starter_plays_a_whole_match_of_every_game(
    starter: str,
    furnished: Callable[[str], Driver],
    stands: Callable[[Driver], Stand],
    tmp_path: Path,
) -> None:
    """It is built once; Python's own, which differ from game to game, are played by the tests of `athanor new`."""
    stand = stands(furnished(OF_A_LANGUAGE.get(starter, starter)))
    bot = started(starter, tmp_path / "first bot")
    for game in GAMES:
        (match,) = played(stand, bot, game)
        assert match.outs == tuple("" for _ in match.outs), (game, match.details)
        assert match.plies > 0


@pytest.mark.parametrize("language", [name for name, runtime in RUNTIMES.items() if runtime.is_compiled])
def test_a_single_source_file_is_built_and_plays(
    language: str,
    furnished: Callable[[str], Driver],
    stands: Callable[[Driver], Stand],
    tmp_path: Path,
) -> None:
    main = STARTERS[language].main
    written = started(language, tmp_path / "whole")
    # Java wants a public class in a file of its name; every other file may be called as one likes.
    alone = shutil.copy(
        written / main, tmp_path / ("Bot.java" if language == "java" else f"gus{Path(main).suffix}")
    )
    (match,) = played(stands(furnished(language)), Path(alone), "poison")
    assert match.outs == tuple("" for _ in match.outs), match.details


def test_what_is_compiled_is_built_and_played_through_sandboxd_too(
    made: Callable[[str], Driver], stands: Callable[[Driver], Stand], tmp_path: Path
) -> None:
    trees_of("c")
    (match,) = played(stands(made("sandboxd-bubblewrap")), started("c", tmp_path / "bot"), "poison")
    assert match.outs == tuple("" for _ in match.outs), match.details
