"""Victory points, and the end of the game (AK-262 to AK-270)."""

from __future__ import annotations

from arena.games.alkemy import facts
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.markers import held
from arena.games.alkemy.material import POINTS_A_TURN, POINTS_TO_WIN
from arena.games.alkemy.position import BOARD, OVER, Position
from arena.kernel.results import Result, ranks_by

VICTORY_POINTS, TURN_LIMIT, PLY_LIMIT, WIPE_OUT = "victory-points", "turn-limit", "ply-limit", "wipe-out"


def score(position: Position, events: Events) -> None:
    """AK-262."""
    south, north = held(position)
    if south == north:
        return
    seat = 0 if south > north else 1
    points = list(position.victory_points)
    points[seat] += POINTS_A_TURN
    position.victory_points = (points[0], points[1])
    tell(events, facts.Score(seat, POINTS_A_TURN))


def check_points(position: Position, events: Events) -> None:
    """AK-265."""
    if max(position.victory_points) >= POINTS_TO_WIN:
        finish(position, ranks_by(position.victory_points), VICTORY_POINTS, events)


def check_wipe_out(position: Position, events: Events) -> None:
    """AK-268."""
    seats = {base.seat for base in position.table.bases.values()}
    if len(seats) == position.seats:
        return
    ranks: tuple[int, ...] = (1, 1)
    if position.settings.wipeout_wins:
        ranks = ranks_by([seat in seats for seat in range(position.seats)] if seats else position.victory_points)
    finish(position, ranks, WIPE_OUT, events)


def finish_by_count(position: Position, reason: str, events: Events) -> None:
    """AK-266: victory points, then markers, then the cost of figures on board."""
    markers = held(position)
    cost = [
        sum(one.profile.cost for one in position.figures if one.seat == seat and one.status == BOARD)
        for seat in range(position.seats)
    ]
    keys = list(zip(position.victory_points, markers, cost, strict=True))
    finish(position, ranks_by(keys), reason, events)


def finish(position: Position, ranks: tuple[int, ...], reason: str, events: Events) -> None:
    """AK-270."""
    position.answered()
    position.agenda = []
    position.phase = OVER
    position.result = Result(position.victory_points, ranks, reason)
    tell(events, facts.GameOver(position.victory_points, ranks, reason))
