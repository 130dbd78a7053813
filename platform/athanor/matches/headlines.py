"""What a match is called: who beat whom, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from athanor.lifecycles import MatchState
from athanor.matches.rows import MatchRow, SeatRow


def headline(match: MatchRow) -> str:
    """ "ada beats bea and cam; dot is disqualified", or who plays against whom where there is no result."""
    names = {seat.seat: seat.title for seat in match.seats}
    if match.state != MatchState.FINISHED or any(seat.rank is None for seat in match.seats):
        first, *others = names.values()
        return f"{first} against {listed(others)}" if others else f"{first}, alone"
    played = [seat for seat in match.by_rank if not seat.out]
    fell = [names[seat.seat] for seat in match.by_rank if seat.out]
    sentences = []
    if played:
        sentences.append(_alone(played[0], names[played[0].seat]) if match.is_solo else _order(played, names))
    if fell:
        sentences.append(f"{listed(fell)} {'is' if len(fell) == 1 else 'are'} disqualified")
    return "; ".join(sentences)


def _alone(seat: SeatRow, name: str) -> str:
    return f"{name} {'solves' if seat.score else 'does not solve'} its deal"


def _order(played: Sequence[SeatRow], names: dict[int, str]) -> str:
    """The best of those who played to the end, and those behind them."""
    best = min(seat.rank or 0 for seat in played)
    winners = [names[seat.seat] for seat in played if seat.rank == best]
    others = [names[seat.seat] for seat in played if seat.rank != best]
    if not others:
        return f"{listed(winners)} {'wins' if len(winners) == 1 else 'tie'}"
    if len(winners) == 1:
        return f"{winners[0]} beats {listed(others)}"
    return f"{listed(winners)} tie ahead of {listed(others)}"


def listed(names: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
