"""Games won: within pairings of several games."""

from __future__ import annotations

from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name, total

FORMULA = "How many single games were won. A shared first place is no win."


def figure(lines: Lines, entrant: str) -> tuple[Fraction, str, tuple[Term, ...]]:
    found = []
    for meeting in lines[entrant].meetings:
        games = meeting.match.games.values()
        won = sum(
            played.ranks.count(1) == 1 and played.seating[played.ranks.index(1)] == entrant for played in games
        )
        only = next(iter(meeting.against)) if len(meeting.against) == 1 else None
        found.append(Term(round_name(meeting.round), only, Fraction(won), why=f"{won} of {len(games)} games"))
    return total(found), FORMULA, tuple(found)
