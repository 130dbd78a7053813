"""What is voided with a game: the pairings that were made of its result; and the events that are left."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from arena.pairing.events import Corrected, Drawn, Ended, Event, NotNow, Paired, Played, Ruled, Voided
from arena.pairing.formats import course_of
from arena.pairing.matches import Match
from arena.pairing.record import Record
from arena.pairing.settings import Settings


def taken_back(settings: Settings, stages: Sequence[Record], match: Match, voided: Voided) -> set[str]:
    """The pairings that are voided with it. Raises NotNow: nothing is there to void, or one of them was played."""
    if voided.game == 0 and match.ruling is None:
        raise NotNow(f"There is no ruling on pairing {match.key}.")
    if voided.game and voided.game not in match.games:
        raise NotNow(f"Game {voided.game} of pairing {match.key} has no result to void.")
    made = set() if match.is_open else _made_of(settings, stages, match)
    for other in (record.matches[key] for record in stages for key in made & record.matches.keys()):
        if other.games or other.ruling:
            raise NotNow(
                f"Pairing {other.key} depends on this result and was played already: void its games first, or "
                "let both results stand."
            )
    return made


def _made_of(settings: Settings, stages: Sequence[Record], match: Match) -> set[str]:
    """The pairings that would not be, or not so, without this result."""
    record = stages[match.stage - 1]
    made = set(course_of(settings, match.stage).depends(record, match))
    if not match.play_off:
        made.update(other.key for other in record.matches.values() if other.play_off)
    for later in stages[match.stage :]:
        made.update(later.matches)
    return made


def without(event: Event, voided: Voided, match: Match, taken_back: Set[str]) -> Event | None:
    """What is left of an event; None: nothing."""
    match event:
        case Played(pairing=key, game=game):
            return None if (key, game) == (voided.pairing, voided.game) else event
        case Ruled(pairing=key):
            return None if key == voided.pairing and voided.game == 0 else event
        case Corrected(pairing=key):
            return None if key == voided.pairing or key in taken_back else event
        case Drawn(stage=stage):
            return None if not match.is_open and stage > match.stage else event
        case Ended(stage=stage):
            return None if not match.is_open and stage >= match.stage else event
        case Paired(pairings=pairings):
            left = tuple(one for one in pairings if one.key not in taken_back)
            return event if left == pairings else replace(event, pairings=left) if left else None
        case _:
            return event
