"""What the pages of the matches show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.http import QueryDict

from arena.games.registry import GAMES
from athanor.bots.models import Bot
from athanor.ladders.models import Ladder
from athanor.lifecycles import OPEN_MATCH, MatchState, one_of
from athanor.matches.models import Match, Seat
from athanor.refusals import NotFound, Refusal

PAGE = 40
SHOWN_STATES = {"running": "being played", "finished": "finished", "void": "void"}


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With all that a line of a list shows."""
    seats = Seat.objects.select_related("bot__owner", "version").order_by("seat")
    return matches.select_related("ladder").prefetch_related(Prefetch("seats", queryset=seats))


def running(limit: int) -> list[Match]:
    return list(with_seats(Match.objects.filter(state=MatchState.RUNNING).order_by("-id"))[:limit])


def finished(limit: int) -> list[Match]:
    return list(with_seats(Match.objects.filter(state=MatchState.FINISHED).order_by("-ended_at", "-id"))[:limit])


def latest_public() -> Match | None:
    """The last match whose replay may be shown."""
    ended = Match.objects.filter(state=MatchState.FINISHED).exclude(seed="").order_by("-ended_at", "-id")
    return with_seats(ended).first()


def waiting() -> int:
    return Match.objects.filter(state=MatchState.ORDERED).count()


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed down to; the same names as in its address."""

    ladder: str = ""
    game: str = ""
    state: str = ""
    bot: str = ""

    def address(self, **changed: str) -> str:
        """The list with one filter changed, from its first page."""
        query = QueryDict(mutable=True)
        for name, value in {**self.__dict__, **changed}.items():
            if value:
                query[name] = value
        return f"/matches/?{query.urlencode()}" if query else "/matches/"


class Choice(NamedTuple):
    label: str
    address: str
    chosen: bool


class Group(NamedTuple):
    label: str
    choices: Sequence[Choice]


class Page(NamedTuple):
    matches: Sequence[Match]
    older: str
    """The address of the next page; empty on the last."""
    newest: str
    groups: Sequence[Group]
    filters: Filters
    bot: Bot | None


def listing(query: QueryDict) -> Page:
    """The list that an address asks for. Raises Refusal where it asks for what there is not."""
    filters = Filters(*(query.get(name, "") for name in ("ladder", "game", "state", "bot")))
    ladders = {ladder.slug: ladder for ladder in Ladder.objects.all()}
    matches = Match.objects.order_by("-id")
    bot = None
    if filters.ladder:
        if filters.ladder not in ladders:
            raise NotFound(f"no ladder is called {filters.ladder:.40}", f"there are: {', '.join(ladders)}")
        matches = matches.filter(ladder=ladders[filters.ladder])
    if filters.game:
        if filters.game not in GAMES:
            raise NotFound(f"no game is called {filters.game:.40}", f"there are: {', '.join(GAMES)}")
        matches = matches.filter(game=filters.game)
    if filters.state:
        if filters.state not in SHOWN_STATES:
            raise NotFound(f"no match is in a state {filters.state:.40}", f"there are: {', '.join(SHOWN_STATES)}")
        matches = matches.filter(state=filters.state)
    else:
        matches = matches.exclude(state=MatchState.ORDERED)
    if filters.bot:
        owner, _, slug = filters.bot.partition("/")
        bot = Bot.objects.select_related("owner").filter(owner__username=owner, slug=slug).first()
        if bot is None:
            raise NotFound(f"no bot is called {filters.bot:.80}", "write it as author/bot")
        matches = matches.filter(seats__bot=bot).distinct()
    before = _place(query.get("before", ""))
    if before is not None:
        matches = matches.filter(id__lt=before)
    found = list(with_seats(matches)[: PAGE + 1])
    here = filters.address()
    older = f"{here}{'&' if '?' in here else '?'}before={found[PAGE - 1].pk}" if len(found) > PAGE else ""
    return Page(found[:PAGE], older, here if before is not None else "", _groups(filters, ladders), filters, bot)


def _place(given: str) -> int | None:
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 19):
        raise Refusal("bad-page", f"{given:.40} is no place in the list", "take the links under it")
    return int(given)


def _groups(filters: Filters, ladders: dict[str, Ladder]) -> list[Group]:
    def choices(name: str, values: dict[str, str]) -> list[Choice]:
        chosen = getattr(filters, name)
        every = Choice("all", filters.address(**{name: ""}), not chosen)
        return [
            every,
            *(Choice(label, filters.address(**{name: value}), chosen == value) for value, label in values.items()),
        ]

    groups = [Group("State", choices("state", SHOWN_STATES))]
    if len(ladders) > 1:
        groups.insert(0, Group("Ladder", choices("ladder", {slug: ladder.title for slug, ladder in ladders.items()})))
    if len(GAMES) > 1:
        groups.insert(0, Group("Game", choices("game", {name: name.capitalize() for name in GAMES})))
    return groups


def match_named(public_id: str) -> Match:
    match = with_seats(Match.objects.filter(public_id=public_id).select_related("ladder", "epoch")).first()
    if match is None:
        raise NotFound(f"there is no match {public_id:.20}", "look for it in the list of matches")
    return match


def is_open(match: Match) -> bool:
    return match.state in {state.value for state in OPEN_MATCH}


def open_of_bot(bot: Bot) -> int:
    return Match.objects.filter(one_of(OPEN_MATCH), seats__bot=bot).distinct().count()
