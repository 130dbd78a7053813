"""Replays of matches: the file, and its JSON form for the browser's player."""

from __future__ import annotations

from typing import Any

from arena.blobs.store import Corrupt, Missing
from arena.replay.file import Unreadable, read
from athanor.matches.models import Match
from athanor.matches.queries import names_of
from athanor.refusals import NotFound, Refusal
from athanor.storage import blobs


def replay_refusal(match: Match) -> Refusal | None:
    """Why a match has no replay to be seen; None: it has."""
    if match.is_sealed:
        return NotFound(
            f"the replay of match {match.public_id} is sealed until its season is over",
            "all bots get the same deals, and nobody may see one before playing it",
        )
    if not match.replay:
        return NotFound(f"match {match.public_id} has no replay", "there is one when a match has finished")
    if not match.is_public:
        return NotFound(
            f"the replay of match {match.public_id} is not public yet",
            "other matches with the same deal are still being played",
        )
    if match.replay_removed_at is not None:
        return Refusal(
            "removed",
            f"the replay of match {match.public_id} was removed on {match.replay_removed_at:%Y-%m-%d}",
            "replays that nobody has starred are kept for a while; result, seed and hash chain stay",
            status=410,
        )
    return None


def replay_file(match: Match) -> bytes:
    """The bytes of a public replay. Raises Refusal, with the reason."""
    if refusal := replay_refusal(match):
        raise refusal
    try:
        return blobs().get(match.replay)
    except (Missing, Corrupt):
        raise NotFound(f"the replay of match {match.public_id} is lost", "tell the operator") from None


def replay_document(match: Match) -> dict[str, Any]:
    """The replay's own JSON form, and the names that pages show its bots by."""
    try:
        document = read(replay_file(match)).document()
    except Unreadable as error:
        wrong = f"the replay of match {match.public_id} cannot be read: {error}"
        raise Refusal("unreadable", wrong, "tell the operator", status=409) from error
    return {**document, "names": names_of(match)}
