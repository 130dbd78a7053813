"""The results of a series of local matches: a line a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from arena.cli.logs import Log
from arena.referee.conduct import Corrected


@dataclass(frozen=True, slots=True)
class Played:
    """One match of a series."""

    deal: int
    rotation: int
    seed: str
    seats: tuple[int, ...]
    """Which bot sat at each seat, as its place on the command line."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    plies: int
    outs: tuple[str, ...]
    """Why the seat's bot was out; empty: it was not."""
    details: tuple[str, ...]
    strikes: tuple[int, ...]
    chain: str
    replay: str
    logs: tuple[Log, ...] = ()
    """What each seat's bot said; nothing, of a house bot."""
    corrected: tuple[tuple[Corrected, ...], ...] = ()
    """Each seat's illegal answers that it was told of; one too many is a disqualification, with its detail."""


@dataclass(frozen=True, slots=True)
class Standing:
    bot: str
    games: int
    wins: float
    """First places; a shared one counts in parts. Of who plays alone: the games that it solved."""
    mean_rank: float
    mean_score: float
    score_error: float
    """Standard error of the mean score, over deals: the rotations of one deal are no independent games."""
    faults: int
    """Illegal answers, and matches in which it was out."""
    out: int

    def document(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "games": self.games,
            "wins": round(self.wins, 4),
            "mean_rank": round(self.mean_rank, 4),
            "mean_score": round(self.mean_score, 4),
            "score_error": round(self.score_error, 4),
            "faults": self.faults,
            "out": self.out,
        }


def standings(names: Sequence[str], matches: Sequence[Played]) -> list[Standing]:
    """A line a bot; none where nothing was played."""
    return [_standing(bot, name, matches) for bot, name in enumerate(names)] if matches else []


def _standing(bot: int, name: str, matches: Sequence[Played]) -> Standing:
    seats = [(match, match.seats.index(bot)) for match in matches]
    deals: dict[int, list[int]] = {}
    for match, seat in seats:
        deals.setdefault(match.deal, []).append(match.scores[seat])
    means = [fmean(scores) for scores in deals.values()]
    return Standing(
        bot=name,
        games=len(seats),
        wins=sum(_won(match, seat) for match, seat in seats),
        mean_rank=fmean(match.ranks[seat] for match, seat in seats),
        mean_score=fmean(match.scores[seat] for match, seat in seats),
        score_error=stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0,
        faults=sum(match.strikes[seat] + bool(match.outs[seat]) for match, seat in seats),
        out=sum(bool(match.outs[seat]) for match, seat in seats),
    )


def _won(match: Played, seat: int) -> float:
    if len(match.seats) == 1:
        return match.scores[seat]
    return 1 / match.ranks.count(1) if match.ranks[seat] == 1 else 0


def table(found: Sequence[Standing]) -> list[str]:
    rows = [("bot", "games", "wins", "mean rank", "mean score", "faults")]
    rows += [
        (
            standing.bot,
            str(standing.games),
            f"{standing.wins:.4g}",
            f"{standing.mean_rank:.2f}",
            f"{standing.mean_score:.2f} ± {standing.score_error:.2f}",
            str(standing.faults),
        )
        for standing in found
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
