"""How a bot fares: whom it met, from which seat, and where it failed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from athanor.bots.models import Bot
from athanor.lifecycles import MatchState
from athanor.matches.models import SEAT_IS_SEALED, Seat

LOOKED_AT = 300
"""Matches that the tables of opponents and seats are counted over."""
OPPONENTS = 12
FAULTS = 10


class Opponent(NamedTuple):
    bot: Bot
    apart: str
    """What tells it from another of these opponents with the same name: its author, or its game; else empty."""
    ahead: int
    behind: int
    level: int

    @property
    def matches(self) -> int:
        return self.ahead + self.behind + self.level

    @property
    def percent(self) -> float:
        """How often it ranked before the other, a tie as half."""
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
    """Over its last matches at a table with others, by opponent and by seat."""
    at_tables = _finished(bot).filter(~SEAT_IS_SEALED, match__season=None)
    own = list(at_tables.values_list("match_id", "seat", "rank")[:LOOKED_AT])
    ranks = {match: rank for match, _seat, rank in own if rank is not None}
    met: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    others = Seat.objects.filter(match_id__in=list(ranks), rank__isnull=False).exclude(bot=bot)
    for other, match, rank in others.values_list("bot_id", "match_id", "rank"):
        assert rank is not None
        met[other][0 if ranks[match] < rank else 1 if ranks[match] > rank else 2] += 1
    most = sorted(met, key=lambda other: -sum(met[other]))[:OPPONENTS]
    bots = Bot.objects.select_related("owner").in_bulk(most)
    names = Counter((bot.name, bot.owner_id) for bot in bots.values())
    seats: dict[int, list[int]] = defaultdict(list)
    for _match, seat, rank in own:
        if rank is not None:
            seats[seat].append(rank)
    return Record(
        [Opponent(bots[other], _apart(bots[other], names), *met[other]) for other in most],
        [AtSeat(seat, len(seats[seat]), sum(seats[seat]) / len(seats[seat])) for seat in sorted(seats)],
        len(own),
    )


def _apart(bot: Bot, names: Counter[tuple[str, int]]) -> str:
    namesakes = sum(times for (name, _owner), times in names.items() if name == bot.name)
    if namesakes == 1:
        return ""
    # Its author's own namesakes play other games.
    own = names[bot.name, bot.owner_id] > 1
    return bot.title.partition(" · ")[2] if own else f"by {bot.owner.username}"


def _finished(bot: Bot) -> QuerySet[Seat]:
    return Seat.objects.filter(bot=bot, match__state=MatchState.FINISHED).order_by("-match_id")


def faults(bot: Bot) -> list[Seat]:
    """The last matches in which the bot was out: for its author."""
    return list(_finished(bot).filter(~SEAT_IS_SEALED).exclude(out="").select_related("match", "version")[:FAULTS])
