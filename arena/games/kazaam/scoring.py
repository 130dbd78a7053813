"""The end and the score (KZ-73 to KZ-85)."""

from __future__ import annotations

from arena.games.kazaam import units
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.facts import Breakdown, Ended
from arena.games.kazaam.material import (
    COMPLETION_BONUS,
    FAVOURITE_BONUS,
    FAVOURITE_HOMUNCULUS,
    HOMUNCULUS_OF,
    NONE,
    PARTS_IN,
    POINTS,
    SAME_BONUS,
)
from arena.games.kazaam.position import OVER, Position
from arena.kernel.events import Event
from arena.kernel.results import Result, ranks_by
from arena.kernel.seats import Seat

KAZAAM, ROUND_LIMIT = "kazaam", "round-limit"  # the reasons of KZ-78

BREAKDOWN_FIELDS = ("parts", "same", "favourite", "completion", "face_up", "ingredients")


def end(position: Position, events: Events, reason: str, completed_by: Seat = NONE) -> None:
    """The game is over at once (KZ-76, KZ-78)."""
    position.phase = OVER
    position.to_act = ()
    position.pending.clear()
    position.actions_left = 0
    rows = tuple(breakdown(position, seat, completed_by) for seat in range(position.seats))
    scores = tuple(row.parts + row.same + row.favourite + row.completion for row in rows)  # KZ-83
    keys = [(score, row.face_up, row.ingredients) for score, row in zip(scores, rows, strict=True)]
    ranks = ranks_by(keys)  # KZ-84, KZ-85
    position.result = Result(scores, ranks, reason, details(rows, completed_by))
    events.append(Event(Ended(scores, ranks, reason, rows, completed_by)))


def breakdown(position: Position, seat: Seat, completed_by: Seat) -> Breakdown:
    row = position.board[seat]
    up = PARTS_IN[position.up[seat]]
    families = {HOMUNCULUS_OF[row[part]] for part in up}
    counted = PARTS_IN[position.filled[seat]] if position.settings.all_favourites else up  # KZ-81
    favourite = FAVOURITE_HOMUNCULUS[position.alchemists[seat]]
    favourites = sum(HOMUNCULUS_OF[row[part]] == favourite for part in counted)
    return Breakdown(
        parts=sum(POINTS[part] for part in up),  # KZ-79
        same=SAME_BONUS * len(up) if len(families) == 1 else 0,  # KZ-80
        favourite=FAVOURITE_BONUS * favourites,
        completion=COMPLETION_BONUS if seat == completed_by else 0,  # KZ-82
        face_up=len(up),
        ingredients=units.total(position.units[seat]),
    )


def details(rows: tuple[Breakdown, ...], completed_by: Seat) -> dict[str, object]:
    """What the result's document has besides scores, ranks and reason (KZ-87)."""
    document: dict[str, object] = {
        "breakdown": [{name: getattr(row, name) for name in BREAKDOWN_FIELDS} for row in rows]
    }
    if completed_by != NONE:
        document["completed_by"] = completed_by
    return document
