"""Alakazoo as it is rarely played: random matches until every kind of event has been told."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from arena.kernel.chance import Seeded
from arena.kernel.events import Event
from tests.arena.games.alakazoo.tables import GAME
from tests.arena.games.alakazoo.wandering import choice

Document = dict[str, Any]
TABLES: tuple[tuple[int, Document], ...] = (
    (4, {"portals": "choose", "book": "bonus", "tommy": True, "university": True}),
    (1, {"book": "goal", "tommy": True, "university": True}),
    (3, {"university": True}),
    (2, {"book": "instead", "tommy": True, "university": True}),
)
SEEDS = 60


class Wandered(NamedTuple):
    document: Document
    """What the player needs of a replay."""
    views: list[list[Document]]
    """After each action: what the public sees, then each seat."""
    kinds: set[str]


def wandered(seats: int, options: Mapping[str, Any], seed: int) -> Wandered:
    settled = GAME.settle(seats, {"round_limit": 20, **options})
    start = GAME.new(seats, settled, Seeded(seed.to_bytes(32, "big")))
    state, rng = start.state, Random(seed)
    events: list[Document] = []
    actions: list[Document] = []
    viewers = (None, *range(seats))

    def tell(told: list[Event[Any]]) -> None:
        for event in told:
            to = None if event.to is None else list(event.to)
            events.append({"ply": len(actions), "to": to, "event": GAME.facts.document(event.fact)})

    tell(start.events)
    views = [[state.view(viewer) for viewer in viewers]]
    while state.to_act:
        seat = rng.choice(state.to_act)
        action = choice(state, seat, rng)
        told = state.apply(seat, action)
        actions.append(
            {"ply": len(actions) + 1, "seat": seat, "action": GAME.actions.document(action), "by": "bot"}
        )
        tell(told)
        views.append([state.view(viewer) for viewer in viewers])
    header = {"game": "alakazoo", "options": settled, "seats": [{"bot": f"ada/bot-{i}"} for i in range(seats)]}
    document = {"header": header, "events": events, "actions": actions, "accounts": []}
    return Wandered(document, views, {next(iter(told["event"])) for told in events})


def of_every_kind() -> list[Wandered]:
    """The fewest that were found: only matches with something new are kept."""
    found: list[Wandered] = []
    seen: set[str] = set()
    for seed in range(SEEDS):
        seats, options = TABLES[seed % len(TABLES)]
        match = wandered(seats, options, seed)
        if seed < len(TABLES) or match.kinds - seen:
            found.append(match)
            seen |= match.kinds
        if seen == set(GAME.facts.kinds):
            return found
    raise AssertionError(f"not in {SEEDS} matches: {set(GAME.facts.kinds) - seen}")
