"""The table of contents of the documentation.

To add a page: write templates/docs/<slug>.html (it extends docs/base.html and fills the block `prose`) and add a
line here. A number or a code that a page tells comes from the code that obeys it, by way of `facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from athanor.pages.facts import alakazoo, alkemy, chance, games, kazaam, languages, poison, tables, tournaments


class Chapter(NamedTuple):
    slug: str
    title: str
    facts: Callable[[], Mapping[str, object]] = dict
    """What its template is filled with, from the code that the page speaks of."""


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
    Chapter("poison", "Rules: Poison", poison.poison),
    Chapter("kazaam", "Rules: Kazaam", kazaam.kazaam),
    Chapter("alakazoo", "Rules: Alakazoo", alakazoo.alakazoo),
    Chapter("alkemy", "Rules: Alkemy", alkemy.alkemy),
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


def template_of(chapter: Chapter) -> str:
    return f"docs/{chapter.slug or 'index'}.html"
