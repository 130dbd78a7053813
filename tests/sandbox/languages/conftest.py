"""Bots of every language, built once a driver and then played in every game."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.entrants import Bot, bot_of
from arena.cli.series import Series
from arena.cli.standings import Played
from arena.cli.stands import Stand
from arena.games.registry import GAMES, game_named
from athanorpb.farm.values import Clock
from sandbox.engine import connect
from sandbox.interface import Driver
from sandbox.runtimes import debian, images, library, recipes, shelf
from sandbox.runtimes.recipes import PURPOSES
from tests.sandbox.conftest import WALLED, lacking

CLOCK = Clock(startup=60_000, bank=120_000, increment=1_000, move_cap=60_000, match_cap=900_000)
"""Generous: the machine may be busy, and it is not speed that is tried here."""


def trees_of(language: str) -> None:
    """The trees of a language, built if they are missing."""
    wanted = [recipes.languages()[name].recipe(purpose) for name in ("python", language) for purpose in PURPOSES]
    if all(shelf.place_of(recipe) is not None for recipe in wanted):
        return
    try:
        # What bots are built in first: what they run in may be made by it.
        debian.build(shelf.own(), sorted(wanted, key=lambda recipe: not recipe.name.endswith("(build)")))
    except (debian.CannotBuild, library.CannotFetch) as problem:
        lacking(str(problem))


@pytest.fixture(params=WALLED)
def driver(request: pytest.FixtureRequest, made: Callable[[str], Driver]) -> Driver:
    """By itself: what sandboxd adds is the same for every language."""
    return made(request.param)


@pytest.fixture
def furnished(driver: Driver) -> Callable[[str], Driver]:
    """The driver, with what it needs of a language."""

    def furnish(language: str) -> Driver:
        trees_of(language)
        if driver.name == "docker":
            both = [recipes.languages()[language].recipe(purpose) for purpose in PURPOSES]
            with contextlib.closing(connect(timeout=600)) as client:
                images.import_missing(client, both)
        return driver

    return furnish


@pytest.fixture(scope="session")
def stands(state: Path) -> Callable[[Driver], Stand]:
    """One a driver, which keeps what was built."""
    made: dict[int, Stand] = {}

    def stand(driver: Driver) -> Stand:
        if id(driver) not in made:
            folder = state / f"stand-{len(made)}"
            folder.mkdir()
            made[id(driver)] = Stand(driver, folder)
        return made[id(driver)]

    return stand


def played(stand: Stand, path: Path, game: str, opponent: str = "random") -> list[Played]:
    """One match of a game: the bot, and house bots at the other seats."""
    least = GAMES[game].seats.start
    return list(
        series(game, [bot_of(str(path), game), *[bot_of(opponent, game)] * max(1, least - 1)]).matches(stand)
    )


def series(game: str, bots: list[Bot]) -> Series:
    found = game_named(game)
    return Series(
        game=found,
        options=found.settle(len(bots), {}),
        clock=CLOCK,
        bots=bots,
        seed=bytes(31) + b"\7",
        deals=1,
        rotate=False,
        replay_path=None,
    )
