"""The jin markers, and who controls them (AK-261)."""

from __future__ import annotations

from arena.games.alkemy import facts
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.geometry import near
from arena.games.alkemy.material import (
    MARKER_RADIUS,
    MARKER_REACH,
    NONE,
)
from arena.games.alkemy.orders import Control
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import Figure, Position


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
