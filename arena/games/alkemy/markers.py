"""The jin markers: control, points, the end of the game (AK-261 to AK-270)."""

from __future__ import annotations

from arena.games.alkemy import facts
from arena.games.alkemy.geometry import near
from arena.games.alkemy.material import (
    MARKER_RADIUS,
    MARKER_REACH,
    NONE,
    POINTS_A_TURN,
    POINTS_TO_WIN,
)
from arena.games.alkemy.orders import Control
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import BOARD, OVER, Figure, Position
from arena.games.alkemy.telling import Events, tell
from arena.kernel.results import Result, ranks_by

VICTORY_POINTS, TURN_LIMIT, PLY_LIMIT, WIPE_OUT = "victory-points", "turn-limit", "ply-limit", "wipe-out"


def trouble(position: Position, figure: Figure, control: Control) -> Trouble | None:
    """AK-261."""
    if not 0 <= control.marker < len(position.markers):
        return Trouble("unknown-marker")
    if not in_reach(position, figure, control.marker):
        return Trouble("too-far")
    return Trouble("already-done") if position.markers[control.marker].control == figure.seat else None


def in_reach(position: Position, figure: Figure, number: int) -> bool:
    marker = position.markers[number]
    return near(figure.x, figure.y, figure.profile.radius, marker.x, marker.y, MARKER_RADIUS, MARKER_REACH)


def control(position: Position, figure: Figure, number: int, events: Events) -> None:
    """A neutral marker comes under control, an enemy one becomes neutral."""
    markers = list(position.markers)
    seat = figure.seat if markers[number].control == NONE else NONE
    markers[number] = markers[number]._replace(control=seat)
    position.markers = tuple(markers)
    tell(events, facts.Marker(number, seat, figure.id))


def held(position: Position) -> tuple[int, int]:
    controls = [marker.control for marker in position.markers]
    return controls.count(0), controls.count(1)


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
