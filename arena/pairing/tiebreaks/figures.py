"""Which module computes which tie-break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, assert_never

from arena.pairing.lines import Lines
from arena.pairing.settings import Tiebreak
from arena.pairing.standings import Figure, Term
from arena.pairing.tiebreaks import (
    buchholz,
    games_won,
    head_to_head,
    performance,
    play_off,
    seat_corrected,
    sonneborn_berger,
    wins,
)

Computed: TypeAlias = tuple[Fraction | None, str, tuple[Term, ...]]

AMONG_TIED = {Tiebreak.HEAD_TO_HEAD: head_to_head.figures, Tiebreak.PLAY_OFF: play_off.figures}
"""Those that depend on who is tied."""


class Computer:
    """The figures of one stage; those that do not depend on who is tied are computed once."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._averages: seat_corrected.Averages | None = None

    def figures(self, tie_break: Tiebreak, tied: Sequence[str]) -> Mapping[str, Figure]:
        among = AMONG_TIED.get(tie_break)
        computed = among(self.lines, tied) if among else {one: self._single(tie_break, one) for one in tied}
        return {one: Figure(tie_break, *computed[one]) for one in tied}

    def _single(self, tie_break: Tiebreak, entrant: str) -> Computed:
        lines = self.lines
        match tie_break:
            case Tiebreak.BUCHHOLZ:
                return buchholz.figure(lines, entrant)
            case Tiebreak.BUCHHOLZ_CUT:
                return buchholz.cut(lines, entrant)
            case Tiebreak.SONNEBORN_BERGER:
                return sonneborn_berger.figure(lines, entrant)
            case Tiebreak.WINS:
                return wins.figure(lines, entrant)
            case Tiebreak.GAMES_WON:
                return games_won.figure(lines, entrant)
            case Tiebreak.PERFORMANCE:
                return performance.figure(lines, entrant)
            case Tiebreak.SEAT_CORRECTED:
                if self._averages is None:
                    self._averages = seat_corrected.averages(lines)
                return seat_corrected.figure(lines, entrant, self._averages)
            case Tiebreak.HEAD_TO_HEAD | Tiebreak.PLAY_OFF:
                raise AssertionError("among those tied")
            case _:
                assert_never(tie_break)
