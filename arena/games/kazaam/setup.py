"""The setup: alchemists, the deck, the first hands (KZ-11 to KZ-17)."""

from __future__ import annotations

from arena.games.kazaam import announcements, facts, units
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.material import ACTIONS, ALCHEMISTS, INGREDIENTS, NONE, PARTS, START_HAND, TILES
from arena.games.kazaam.position import ALONE, TURN, Position
from arena.kernel.events import Event


def begin(position: Position, events: Events) -> None:
    seats = position.seats
    alchemists = list(range(len(ALCHEMISTS)))
    position.chance.shuffle("alchemists", alchemists)  # KZ-14
    position.alchemists = tuple(alchemists[:seats])
    tiles = list(range(len(TILES)))
    position.chance.shuffle("deck", tiles)  # KZ-15
    dealt = START_HAND * seats
    position.hands = [tuple(tiles[place : place + START_HAND]) for place in range(0, dealt, START_HAND)]
    position.deck = tiles[: dealt - 1 : -1]
    _lay_out(position)
    events.append(Event(facts.Started(seats, position.alchemists)))
    events += [announcements.dealt(seat, position.hands[seat]) for seat in range(seats)]
    events.append(announcements.turn(0, 1))


def _lay_out(position: Position) -> None:
    """The table as the game begins: a full supply, nothing else anywhere (KZ-16, KZ-17)."""
    seats = position.seats
    position.discard = []
    position.supply = units.packed([position.settings.units_of_each] * len(INGREDIENTS))
    position.units = [0] * seats
    position.board = [[NONE] * len(PARTS) for _ in range(seats)]
    position.filled = [0] * seats
    position.up = [0] * seats
    position.seen_hands = {}
    position.seen_discards = {}
    position.pending = []
    position.phase = TURN
    position.turn = 0
    position.to_act = ALONE[0]
    position.ply = 0
    position.round = 1
    position.actions_left = ACTIONS
    position.result = None
