"""What was paired and played, as pages and the API read it: rounds, pairings and their matches, as far as they are
told, or from a fold that the caller may see more of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arena.pairing.matches import Match as Meeting
from arena.pairing.record import Record as StageRecord
from arena.pairing.tournament import Tournament as Contest
from arena.pairing.views import layout
from athanor.matches import rows
from athanor.matches.models import Match
from athanor.matches.rows import MatchRow
from athanor.refusals import NotFound
from athanor.tournaments.models import Game, Tournament
from athanor.tournaments.queries import EntryRow
from athanor.tournaments.records import rounds_of, told


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of a pairing that counts, or is under way."""

    number: int
    leg: int
    match: MatchRow


@dataclass(frozen=True, slots=True)
class PairingRow:
    key: str
    stage: int
    round: int
    players: Sequence[EntryRow]
    points: Sequence[str]
    """Of each player, as far as it is played: legs of a best-of, else points of games."""
    ranks: Sequence[int] | None
    how: str
    """What decided it; empty: it is open."""
    reason: str
    play_off: bool
    games: int

    @property
    def sides(self) -> list[tuple[EntryRow, str, int]]:
        ranks = self.ranks or [0] * len(self.players)
        return list(zip(self.players, self.points, ranks, strict=True))


@dataclass(frozen=True, slots=True)
class RoundRow:
    stage: int
    number: int
    play_off: bool
    pairings: Sequence[PairingRow]
    byes: Sequence[EntryRow]
    called: str = ""
    """As the bracket calls it: "Semi-final"."""

    @property
    def is_open(self) -> bool:
        return any(not pairing.how for pairing in self.pairings)

    @property
    def title(self) -> str:
        return self.called or ("Play-off" if self.play_off else f"Round {self.number}")


def rounds(contest: Contest, names: Mapping[str, EntryRow]) -> list[RoundRow]:
    """Every round that is told, the last one first."""
    found = []
    titles = {record.number: _titles(contest, record.number) for record in contest.stages}
    for stage, number, play_off in reversed(list(rounds_of(contest))):
        record = contest.stages[stage - 1]
        parts = [one for one in record.rounds if (one.number, one.play_off) == (number, play_off)]
        pairings = [pairing_row(record.matches[key], names) for part in parts for key in part.keys]
        byes = [names[key] for part in parts for key in part.byes]
        called = ", ".join(dict.fromkeys(titles[stage].get(pairing.key, "") for pairing in pairings))
        found.append(RoundRow(stage, number, play_off, pairings, byes, called))
    return found


def _titles(contest: Contest, stage: int) -> dict[str, str]:
    """What the boxes of a bracket are called, by pairing; nothing where there is none."""
    shown = layout(contest, stage)
    return {box.key: box.title for box in shown.boxes} if shown else {}


def pairing_row(meeting: Meeting, names: Mapping[str, EntryRow]) -> PairingRow:
    best_of = meeting.unit.best_of and meeting.unit.legs > 1
    points = meeting.leg_points() if best_of else meeting.game_points()
    return PairingRow(
        key=meeting.key,
        stage=meeting.stage,
        round=meeting.round,
        players=[names[player] for player in meeting.players],
        points=[fraction(points[player]) for player in meeting.players],
        ranks=meeting.outcome.ranks if meeting.outcome else None,
        how=meeting.outcome.how.value if meeting.outcome else "",
        reason=meeting.ruling.reason if meeting.ruling else "",
        play_off=meeting.play_off,
        games=len(meeting.games),
    )


SIGNS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (1, 6): "⅙"}


def fraction(value: Fraction) -> str:
    """A figure of the standings, as people write it: 3½."""
    minus = "\u2212" if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{minus}{whole}"
    sign = SIGNS.get((rest.numerator, rest.denominator))
    if sign is None:
        return f"{minus}{float(abs(value)):.2f}"
    return f"{minus}{whole or ''}{sign}"


def pairing(found: Tournament, key: str, contest: Contest | None = None) -> Meeting:
    meeting = (contest or told(found)).match(key)
    if meeting is None:
        raise NotFound(f"there is no pairing {key[:40]!r}", "the schedule has those that were made")
    return meeting


def games_of(found: Tournament, meeting: Meeting, names: Mapping[str, EntryRow]) -> list[GameRow]:
    """The matches of a pairing that count or are under way; those that are hidden are left out."""
    games = Game.objects.filter(tournament=found, pairing=meeting.key, dropped_at=None, match__hidden=False)
    listed = list(games.order_by("number").values_list("number", "leg", "match"))
    keys = [match for *_, match in listed]
    by_pk = dict(zip(keys, rows.listed(keys), strict=True))
    return [GameRow(number, leg, _titled(by_pk[match], names)) for number, leg, match in listed]


def playing_now(found: Tournament, names: Mapping[str, EntryRow], limit: int = 12) -> list[MatchRow]:
    open_ones = Match.objects.filter(tournament_game__tournament=found, hidden=False, ended_at=None)
    live = open_ones.filter(tournament_game__dropped_at=None).order_by("-started_at", "pk")
    listed = rows.listed(list(live.values_list("pk", flat=True)[:limit]))
    return [_titled(match, names) for match in listed]


def _titled(match: MatchRow, names: Mapping[str, EntryRow]) -> MatchRow:
    """With the bots called as on the other pages of the tournament."""
    titles = {one.address: one.title for one in names.values()}
    seats = [replace(seat, title=titles.get(seat.address, seat.title)) for seat in match.seats]
    return replace(match, seats=seats)


def stage_of(contest: Contest, wanted: str) -> StageRecord | None:
    """The stage that an address asks for, by default the last that was drawn."""
    if not contest.stages:
        return None
    if not wanted:
        return contest.stages[-1]
    if not wanted.isdecimal() or len(wanted) > 3 or not 1 <= int(wanted) <= len(contest.stages):
        raise NotFound(f"there is no stage {wanted[:10]!r}", f"there are 1 to {len(contest.stages)}")
    return contest.stages[int(wanted) - 1]
