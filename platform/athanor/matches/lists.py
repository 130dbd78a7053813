"""The list of matches as its address asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import QueryDict

from arena.games.registry import GAMES
from athanor.bots import queries as bots
from athanor.bots.models import Bot
from athanor.matches import events, queries
from athanor.matches.events import LadderOf
from athanor.matches.rows import MatchRow
from athanor.paging import Page
from athanor.refusals import NotFound, Refusal

STATES = {"": "finished", "open": "being played", "void": "void"}
LISTED = 100
"""Of what is under way or void."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list is narrowed down to; the same names as in its address."""

    ladder: str = ""
    game: str = ""
    state: str = ""
    bot: str = ""
    against: str = ""

    @property
    def address(self) -> str:
        query = QueryDict(mutable=True)
        for name in ("ladder", "game", "state", "bot", "against"):
            if value := getattr(self, name):
                query[name] = value
        return f"/matches/?{query.urlencode()}" if query else "/matches/"


class Choice(NamedTuple):
    label: str
    address: str
    chosen: bool


class Group(NamedTuple):
    label: str
    choices: Sequence[Choice]


class Listing(NamedTuple):
    matches: Sequence[MatchRow]
    older: str
    """The address of the next page; empty on the last."""
    newest: str
    """That of the first page; empty there."""
    groups: Sequence[Group]
    bot: Bot | None
    against: Bot | None
    waiting: Sequence[MatchRow] | None = None
    """What waits for a worker, where the list is of what is being played."""


def listing(query: QueryDict) -> Listing:
    """The list that an address asks for. Raises Refusal where it asks for what there is not."""
    filters = Filters(*(query.get(name, "") for name in ("ladder", "game", "state", "bot", "against")))
    cursor = query.get("from", "")
    if not filters.address.isascii() or "%00" in filters.address:
        raise NotFound("nothing here has a name like that", "take the links over the list")
    if filters.against and not filters.bot:
        raise Refusal("bad-filter", "`against` needs a `bot`", "write ?bot=author/bot&against=author/bot")
    bot = _bot(filters.bot)
    against = _bot(filters.against)
    page = _page(filters, bot, against, cursor)
    here = filters.address
    older = f"{here}{'&' if '?' in here else '?'}from={page.next}" if page.next else ""
    waiting = queries.waiting(limit=LISTED) if filters.state == "open" and bot is None else None
    return Listing(page.rows, older, here if cursor else "", _groups(filters), bot, against, waiting)


def _page(filters: Filters, bot: Bot | None, against: Bot | None, cursor: str) -> Page[MatchRow]:
    if filters.state not in STATES:
        there = ", ".join(state for state in STATES if state)
        raise NotFound(f"no list of matches is called {filters.state!r:.40}", f"there are: {there}")
    if bot is not None:
        return queries.of_bot(bot=bot, against=against, cursor=cursor)
    if filters.state == "open":
        return Page(queries.running(limit=LISTED), "")
    if filters.state == "void":
        return Page(queries.voided(limit=LISTED), "")
    if filters.game and filters.game not in GAMES:
        raise NotFound(f"no game is called {filters.game!r:.40}", f"there are: {', '.join(GAMES)}")
    ladder_id = _ladder(filters.ladder).pk if filters.ladder else None
    return queries.finished(ladder_id=ladder_id, game=filters.game, cursor=cursor)


def _ladders() -> list[LadderOf]:
    return [ladder for some in events.ladders.call() for ladder in some]


def _ladder(slug: str) -> LadderOf:
    found = next((ladder for ladder in _ladders() if ladder.slug == slug), None)
    if found is None:
        raise NotFound(f"there is no ladder called {slug!r}", "the list of ladders has those there are")
    return found


def _bot(name: str) -> Bot | None:
    if not name:
        return None
    owner, _, slug = name.partition("/")
    return bots.bot(owner, slug)


def _groups(filters: Filters) -> list[Group]:
    if filters.bot:
        return []
    groups = [
        Group(
            "State",
            [Choice(label, Filters(state=name).address, filters.state == name) for name, label in STATES.items()],
        )
    ]
    rows = _ladders()
    if not filters.state and len(rows) > 1:
        every = Choice("all ladders", Filters().address, not (filters.ladder or filters.game))
        groups.append(
            Group(
                "Ladder",
                [
                    every,
                    *(
                        Choice(row.title, Filters(ladder=row.slug).address, filters.ladder == row.slug)
                        for row in rows
                    ),
                ],
            )
        )
    return groups
