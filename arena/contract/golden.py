"""Golden playthroughs: whole games as files, so that a change of what a seed and actions give is seen.

`pytest --write-golden` writes them anew: only together with a raised `revision` of the game, or for a game that
has none yet. A playthrough is random play of one seed; with each action goes a digest of its events and of the
state after it, and the first actions have their events in full.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena.contract.cases import MANY, Case, cases_of, combinations, is_allowed, random_play, word
from arena.contract.kit import Kit
from arena.kernel.events import Event
from arena.kernel.game import Game

IN_FULL = 12


@cache
def golden_of(kit: Kit) -> list[Case]:
    """Every case; of a game with many options the defaults, all other values at once, and its expansions."""
    return [
        case
        for case in cases_of(kit)
        if len(options := combinations(kit.game, case.seats)) <= MANY or case.options in (options[0], options[-1])
    ] + [
        Case(kit, seats, kit.game.settle(seats, options))
        for seats in kit.game.seats
        for options in kit.expansions
        if is_allowed(kit.game, seats, options)
    ]


def path_of(case: Case) -> Path:
    return case.kit.golden_folder / f"{'-'.join([str(case.seats), *map(word, case.options.values())])}.json"


def playthrough(case: Case) -> dict[str, Any]:
    seed = sha256(f"golden {case}".encode()).digest()
    state, started = case.new(seed)
    actions = [
        {
            "seat": seat,
            "action": case.game.actions.document(action),
            "digest": digest(documents(case.game, happened), state.dump()),
            **({"events": documents(case.game, happened)} if ply < IN_FULL else {}),
        }
        for ply, (seat, action, happened) in enumerate(random_play(state, seed))
    ]
    return {
        "game": case.game.name,
        "revision": case.game.revision,
        "seats": case.seats,
        "options": case.options,
        "seed": seed.hex(),
        "events": documents(case.game, started),
        "actions": actions,
        "state": state.dump(),
        "views": [state.view(viewer) for viewer in (None, *range(case.seats))],
    }


def documents(game: Game[Any, Any, Any], events: list[Event[Any]]) -> list[Any]:
    return [game.facts.document(event.fact) for event in events]


def digest(*things: Any) -> str:
    text = json.dumps(things, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:12]


def written(document: dict[str, Any]) -> str:
    """JSON with a line for each item of the long lists, so that a difference can be read."""
    return "{\n" + ",\n".join(_entries(document)) + "\n}\n"


def _entries(document: dict[str, Any]) -> Iterator[str]:
    for key, value in document.items():
        if key in ("events", "actions", "views"):
            lines = ",\n".join("    " + json.dumps(item) for item in value)
            yield f'  "{key}": [\n{lines}\n  ]'
        else:
            yield f'  "{key}": {json.dumps(value)}'
