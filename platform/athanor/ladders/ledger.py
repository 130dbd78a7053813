"""The ledger: one entry a rated match, in one order, and the ratings as a fold over it.

`enter` holds the ladder's row, so entries of a ladder are written one after another and each begins from the
ratings that the one before left. `rebuild` folds the ranks again, by the same function, from nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import F

from arena.rating import Environment, Rating, exposure, rate
from athanor.ladders.models import Ladder, LedgerEntry, LedgerLine, Standing

RECENT = 10
"""Matches that a standing remembers: [rank, seats, exposure after it] each."""


def environment_of(ladder: Ladder) -> Environment:
    return Environment(
        mu=ladder.mu,
        sigma=ladder.sigma,
        beta=ladder.beta,
        tau=ladder.tau,
        draw_probability=ladder.draw_probability,
    )


@dataclass(slots=True)
class Score:
    """What the fold knows of one standing."""

    rating: Rating
    games: int = 0
    wins: int = 0
    trend: float = 0.0
    recent: list[list[float]] = field(default_factory=list)


def newcomer(environment: Environment) -> Score:
    return Score(environment.newcomer())


def score_of(standing: Standing) -> Score:
    return Score(
        Rating(standing.mu, standing.sigma), standing.games, standing.wins, standing.trend, list(standing.recent)
    )


def play(scores: Sequence[Score], ranks: Sequence[int], environment: Environment) -> list[Score]:
    """The fold's one step. Both `enter` and `rebuild` go through it, so both give the same bits."""
    after = rate([score.rating for score in scores], ranks, environment)
    return [
        _played(score, rating, rank, len(ranks), exposure(environment.newcomer()))
        for score, rating, rank in zip(scores, after, ranks, strict=True)
    ]


def _played(score: Score, rating: Rating, rank: int, seats: int, start: float) -> Score:
    shown = exposure(rating)
    recent = [*score.recent, [rank, seats, shown]]
    # Eleven are looked at so that the trend of ten matches has the exposure before the first of them.
    since = recent[-RECENT - 1][2] if len(recent) > RECENT else start
    return Score(rating, score.games + 1, score.wins + (rank == 1), shown - since, recent[-RECENT:])


@transaction.atomic
def enter(*, ladder_id: int, match_id: int, table: Sequence[tuple[int, int, int]], now: datetime) -> LedgerEntry:
    """Rates a match; `table` has (version, bot, rank) by seat. The match's second entry is an IntegrityError."""
    Ladder.objects.filter(pk=ladder_id).update(sequence=F("sequence") + 1)
    ladder = Ladder.objects.get(pk=ladder_id)
    environment = environment_of(ladder)
    standings = [_standing(ladder, environment, version, bot, now) for version, bot, _ in table]
    ranks = [rank for _, _, rank in table]
    before = [score_of(standing) for standing in standings]
    after = play(before, ranks, environment)
    entry = LedgerEntry.objects.create(ladder=ladder, sequence=ladder.sequence, match_id=match_id, entered_at=now)
    LedgerLine.objects.bulk_create(
        LedgerLine(
            entry=entry,
            standing=standing,
            seat=seat,
            rank=rank,
            mu_before=old.rating.mu,
            sigma_before=old.rating.sigma,
            mu=new.rating.mu,
            sigma=new.rating.sigma,
        )
        for seat, (standing, rank, old, new) in enumerate(zip(standings, ranks, before, after, strict=True))
    )
    for standing, score in zip(standings, after, strict=True):
        _write(standing, score)
    return entry


def _standing(ladder: Ladder, environment: Environment, version: int, bot: int, now: datetime) -> Standing:
    """The version's standing; one that is not listed, where it left the ladder before it ever had one."""
    start = environment.newcomer()
    standing, _ = Standing.objects.get_or_create(
        ladder=ladder,
        version_id=version,
        defaults={
            "bot_id": bot,
            "listed": False,
            "mu": start.mu,
            "sigma": start.sigma,
            "exposure": exposure(start),
            "entered_at": now,
            "paired_at": now,
        },
    )
    return standing


FOLDED = ("mu", "sigma", "exposure", "games", "wins", "trend", "recent")


def _write(standing: Standing, score: Score) -> None:
    standing.mu, standing.sigma = score.rating
    standing.exposure = exposure(score.rating)
    standing.games, standing.wins = score.games, score.wins
    standing.trend, standing.recent = score.trend, score.recent
    standing.save(update_fields=FOLDED)


@dataclass(frozen=True, slots=True)
class Deviation:
    """A number in the database that the ledger does not give."""

    where: str
    found: object
    expected: object


@transaction.atomic
def rebuild(*, ladder: Ladder, write: bool) -> list[Deviation]:
    """Folds the whole ledger again. The deviations it found; with `write` they are put right."""
    held = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    environment = environment_of(held)
    scores: dict[int, Score] = {}
    deviations: list[Deviation] = []
    expected_sequence = 0
    for sequence, lines in _entries(held):
        expected_sequence += 1
        if sequence != expected_sequence:
            deviations.append(Deviation("the ledger's order", sequence, expected_sequence))
            expected_sequence = sequence
        before = [scores.get(line.standing_id) or newcomer(environment) for line in lines]
        after = play(before, [line.rank for line in lines], environment)
        for line, old, new in zip(lines, before, after, strict=True):
            deviations += _corrected(line, f"entry {sequence}, seat {line.seat}", _line_values(old, new), write)
            scores[line.standing_id] = new
    for standing in Standing.objects.filter(ladder=held).order_by("id"):
        score = scores.get(standing.pk) or newcomer(environment)
        deviations += _corrected(standing, f"standing {standing.pk}", _standing_values(score), write)
    if held.sequence != expected_sequence:
        deviations.append(Deviation("the ladder's sequence", held.sequence, expected_sequence))
    return deviations


def _entries(ladder: Ladder) -> Iterator[tuple[int, list[LedgerLine]]]:
    """The ledger in order, a stretch at a time, so that a long one fits the memory."""
    entries = LedgerEntry.objects.filter(ladder=ladder).order_by("sequence")
    for entry in entries.prefetch_related("lines").iterator(chunk_size=2000):
        yield entry.sequence, sorted(entry.lines.all(), key=lambda line: line.seat)


def _line_values(old: Score, new: Score) -> dict[str, object]:
    return {
        "mu_before": old.rating.mu,
        "sigma_before": old.rating.sigma,
        "mu": new.rating.mu,
        "sigma": new.rating.sigma,
    }


def _standing_values(score: Score) -> dict[str, object]:
    return {
        "mu": score.rating.mu,
        "sigma": score.rating.sigma,
        "exposure": exposure(score.rating),
        "games": score.games,
        "wins": score.wins,
        "trend": score.trend,
        "recent": score.recent,
    }


def _corrected(
    row: LedgerLine | Standing, where: str, values: dict[str, object], write: bool
) -> Iterator[Deviation]:
    wrong = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in wrong.items():
        yield Deviation(f"{name} of {where}", getattr(row, name), value)
        setattr(row, name, value)
    if wrong and write:
        row.save(update_fields=list(wrong))
