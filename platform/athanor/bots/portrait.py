"""What the pages of a bot show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.ladders import board
from athanor.ladders.models import Ladder, Standing
from athanor.lifecycles import MatchState
from athanor.matches.models import Match, Seat
from athanor.pages.charts import History
from athanor.refusals import NotFound

LOOKED_AT = 300
"""Matches that the tables of opponents and seats are counted over."""
OPPONENTS = 12
FAULTS = 10


def bot_named(owner: str, slug: str) -> Bot:
    bot = Bot.objects.select_related("owner", "current").filter(owner__username=owner, slug=slug).first()
    if bot is None:
        raise NotFound(f"{owner:.40} has no bot called {slug:.40}", "find it on a ladder")
    return bot


def version_named(owner: str, slug: str, number: int) -> Version:
    version = (
        Version.objects.select_related("bot__owner", "bot__current")
        .filter(bot__owner__username=owner, bot__slug=slug, number=number)
        .first()
    )
    if version is None:
        raise NotFound(f"{owner:.40}/{slug:.40} has no version {number}", "its page lists those there are")
    return version


class Career(NamedTuple):
    """A bot on one ladder."""

    ladder: Ladder
    standing: Standing
    rank: int | None
    """None: it is not on the board now."""
    row: board.Row
    history: History | None


def careers(bot: Bot) -> list[Career]:
    by_ladder: dict[int, list[Standing]] = defaultdict(list)
    for standing in bot.standings.select_related("ladder", "version", "bot__owner").order_by("ladder__place"):
        by_ladder[standing.ladder_id].append(standing)
    drawn = []
    for standings in by_ladder.values():
        shown = max(standings, key=lambda standing: (standing.listed, standing.version.number))
        rank = board.standings(shown.ladder).filter(exposure__gt=shown.exposure).count() + 1
        drawn.append(
            Career(
                shown.ladder,
                shown,
                rank if shown.listed else None,
                board.rows([shown])[0],
                board.history([standing.pk for standing in standings]),
            )
        )
    return drawn


class Shown(NamedTuple):
    """A version in the list of a bot's versions."""

    version: Version
    standings: Sequence[Standing]


def versions(bot: Bot) -> list[Shown]:
    standings: dict[int, list[Standing]] = defaultdict(list)
    for standing in bot.standings.select_related("ladder").order_by("ladder__place"):
        standings[standing.version_id].append(standing)
    return [Shown(version, standings[version.pk]) for version in bot.versions.order_by("-number").defer("log")]


class Opponent(NamedTuple):
    bot: Bot
    matches: int
    ahead: int
    behind: int
    level: int

    @property
    def percent(self) -> float:
        return 100 * (self.ahead + self.level / 2) / self.matches


class AtSeat(NamedTuple):
    seat: int
    matches: int
    mean_rank: float


class Record(NamedTuple):
    opponents: Sequence[Opponent]
    seats: Sequence[AtSeat]
    matches: int


def record(bot: Bot) -> Record:
    """Whom it met and how it fared, by opponent and by seat, over its last matches."""
    own = list(_finished(bot).values_list("match_id", "seat", "rank")[:LOOKED_AT])
    ranks: dict[int, int] = {match: rank for match, _seat, rank in own}
    met: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    others = Seat.objects.filter(match_id__in=list(ranks)).exclude(bot=bot).values_list("bot_id", "match_id", "rank")
    for other, match, rank in others:
        place = 0 if ranks[match] < rank else 1 if ranks[match] > rank else 2
        met[other][place] += 1
    most = sorted(met, key=lambda other: -sum(met[other]))[:OPPONENTS]
    bots = Bot.objects.select_related("owner").in_bulk(most)
    seats: dict[int, list[int]] = defaultdict(list)
    for _match, seat, rank in own:
        seats[seat].append(rank)
    return Record(
        [Opponent(bots[other], sum(met[other]), *met[other]) for other in most],
        [AtSeat(seat, len(seats[seat]), sum(seats[seat]) / len(seats[seat])) for seat in sorted(seats)],
        len(own),
    )


def _finished(bot: Bot) -> QuerySet[Seat]:
    return Seat.objects.filter(bot=bot, match__state=MatchState.FINISHED).order_by("-match_id")


def faults(bot: Bot) -> list[Seat]:
    """The last matches in which the bot was out: for its author."""
    return list(_finished(bot).exclude(out="").select_related("match__ladder", "version")[:FAULTS])


def matches(bot: Bot, limit: int) -> QuerySet[Match]:
    ids = Seat.objects.filter(bot=bot).order_by("-match_id").values_list("match_id", flat=True)[: limit * 2]
    return Match.objects.filter(id__in=list(ids)).exclude(state=MatchState.ORDERED).order_by("-id")[:limit]


def own_bots(user: User) -> QuerySet[Bot]:
    return Bot.objects.filter(owner=user).select_related("owner", "current").order_by("retired_at", "-id")


def pending_versions(user: User) -> QuerySet[Version]:
    """The last uploads, whatever became of them."""
    return Version.objects.filter(bot__owner=user).select_related("bot__owner").defer("log").order_by("-id")[:8]
