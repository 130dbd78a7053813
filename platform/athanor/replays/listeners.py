"""What replays have to do with the pages of matches, as their hook asks: see `athanor.hooks`."""

from __future__ import annotations

from typing import Any

from athanor.accounts.models import User
from athanor.matches import events
from athanor.matches.rows import MatchRow
from athanor.replays import stars


@events.match_page.register
def star(match: MatchRow, reader: User | None) -> dict[str, Any]:
    is_starred = (
        reader is not None and match.has_replay and stars.has_starred(user=reader, public_id=match.public_id)
    )
    return {"is_starred": is_starred}
