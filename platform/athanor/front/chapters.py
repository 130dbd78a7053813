"""The table of contents of the documentation.

To add a page: write templates/docs/<slug>.md and add a line here; the rules page of a game is found by the game's
name. A number or a code that a page tells comes from the code that obeys it, by way of `facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Final, NamedTuple

from arena.games.registry import GAMES
from athanor.front.facts import any_game, chance, games, languages, tables, tournaments

FACTS: Final = "athanor.front.facts"


class Chapter(NamedTuple):
    slug: str
    title: str
    facts: Callable[[], Mapping[str, object]] = dict
    """What its template is filled with, from the code that the page speaks of."""
    fixed: bool = False
    """Nothing that it is filled with changes while the site runs: its prose is rendered once."""


def _rules() -> Iterator[Chapter]:
    for name, game in GAMES.items():
        yield Chapter(name, f"Rules: {game.title}", cache(_facts_of(name)), fixed=True)


def _facts_of(game: str) -> Callable[[], Mapping[str, object]]:
    """The function called after the game in its module there; of a game without one what every game tells."""
    place = f"{FACTS}.{game}"
    if find_spec(place) is None:
        return partial(any_game.any_game, game)
    found: Callable[[], Mapping[str, object]] = getattr(import_module(place), game)
    return found


CHAPTERS: tuple[Chapter, ...] = (
    Chapter("", "Overview", games.games),
    Chapter("quick-start", "Quick start", games.games),
    Chapter("python", "A bot in Python", games.python),
    Chapter("languages", "A bot in any language", languages.languages),
    Chapter("protocol", "The bot protocol", tables.protocol),
    Chapter("bundle", "Bundle and bot.toml", tables.bundles),
    Chapter("checks", "Upload checks", tables.checks),
    Chapter("conduct", "Faults of a bot", tables.conduct),
    Chapter("clock", "The clock", tables.clock),
    Chapter("sandbox", "The sandbox", tables.sandbox),
    *_rules(),
    Chapter("ladders", "Ladders", tables.ladders),
    Chapter("ratings", "Ratings", tables.ratings),
    Chapter("tournaments", "Tournaments", tournaments.tournaments),
    Chapter("seeds", "Fairness and seeds", chance.vectors),
    Chapter("replays", "Replays", tables.storage),
    Chapter("api", "API and command line"),
    Chapter("operations", "Running a site", tables.storage),
)


def chapter_named(slug: str) -> Chapter | None:
    return next((chapter for chapter in CHAPTERS if chapter.slug == slug), None)


def templates_of(chapter: Chapter) -> list[str]:
    """The first that there is: of a game that has no rules page of its own one that its engine fills."""
    own = f"docs/{chapter.slug or 'index'}"
    return [f"{own}.md", f"{own}.html", "docs/rules/any.md"] if chapter.slug in GAMES else [f"{own}.md"]
