"""Rating performance: the rating that would have been expected to score as much against the same opponents."""

from __future__ import annotations

import math
from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name
from arena.rating import Environment

FORMULA = (
    "The rating of which the ladder's model would expect just this share against these opponents, to two places; "
    "who won or lost everything is put {reach:g} beyond the best or the weakest of them."
)
SPREAD = math.sqrt(2) * Environment().beta
"""Of the difference of two performances of known skill."""
REACH = 4 * SPREAD
HALVINGS = 60


def figure(lines: Lines, entrant: str) -> tuple[Fraction | None, str, tuple[Term, ...]]:
    games: list[tuple[float, float]] = []
    found = []
    for meeting in lines[entrant].meetings:
        for played in meeting.match.games.values():
            if entrant not in played.seating:
                continue
            for other in played.seating:
                if other != entrant:
                    rating = lines.ratings[other]
                    result = _against(played.ranks, played.seating, entrant, other)
                    games.append((rating, result))
                    why = f"game {played.game}: {result:g} against {rating:.2f}"
                    found.append(Term(round_name(meeting.round), other, Fraction(rating), counted=False, why=why))
    formula = FORMULA.format(reach=round(REACH, 1))
    if not games:
        return None, f"{formula} No game was played.", ()
    return Fraction(round(100 * _solved(games)), 100), formula, tuple(found)


def _against(ranks: tuple[int, ...], seating: tuple[str, ...], one: str, other: str) -> float:
    mine, theirs = ranks[seating.index(one)], ranks[seating.index(other)]
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def _solved(games: list[tuple[float, float]]) -> float:
    scored = sum(result for _, result in games)
    low = min(rating for rating, _ in games) - REACH
    high = max(rating for rating, _ in games) + REACH
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        expected = sum(0.5 * math.erfc((rating - middle) / SPREAD / math.sqrt(2)) for rating, _ in games)
        if expected < scored:
            low = middle
        else:
            high = middle
    return (low + high) / 2
