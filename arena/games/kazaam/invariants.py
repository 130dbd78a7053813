"""Invariants 1 to 9 of section 21: what a position must keep to be one (KZ-94)."""

from __future__ import annotations

from arena.games.kazaam import units
from arena.games.kazaam.legality import REFUSALS, of_use
from arena.games.kazaam.material import (
    ACTIONS,
    ALCHEMISTS,
    ALL_PARTS,
    HAND_LIMIT,
    HEAD,
    HEAD_BIT,
    INGREDIENTS,
    PARTS,
    PARTS_IN,
    TILES,
)
from arena.games.kazaam.position import LEG_CHOICE, OVER, PHASES, REACTION, TURN, Position
from arena.kernel.game import BadState


def check(position: Position) -> None:
    """Raises BadState: where, and which invariant is broken."""
    _tiles(position)
    _units(position)
    _hands_and_boards(position)
    _to_act(position)
    if position.phase == REACTION:
        _pending(position)
    _counts(position)


def _tiles(position: Position) -> None:
    places = [("/deck", position.deck[::-1]), ("/discard", position.discard)]
    for seat in range(position.seats):
        places.append((f"/players/{seat}/hand", list(position.hands[seat])))
        row = position.board[seat]
        places += [
            (f"/players/{seat}/board/{PARTS[part]}", [row[part]]) for part in PARTS_IN[position.filled[seat]]
        ]
    found: dict[int, str] = {}
    for pointer, tiles in places:
        for tile in tiles:
            if tile in found:
                raise BadState(pointer, f"{TILES[tile]} is at {found[tile]} too (invariant 1)")
            found[tile] = pointer
    for tile, name in enumerate(TILES):
        if tile not in found:
            raise BadState("", f"{name} is in no deck, discard, hand or board (invariant 1)")


def _units(position: Position) -> None:
    held = [units.counts(each) for each in (position.supply, *position.units)]
    for ingredient, name in enumerate(INGREDIENTS):
        there_are = sum(counts[ingredient] for counts in held)
        if there_are != position.settings.units_of_each:
            expected = position.settings.units_of_each
            raise BadState(
                f"/supply/{name}", f"{there_are} units in supply and seats, not {expected} (invariant 2)"
            )


def _hands_and_boards(position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        if len(hand) > HAND_LIMIT:
            raise BadState(f"/players/{seat}/hand", f"{len(hand)} tiles, more than {HAND_LIMIT} (invariant 3)")
        complete = position.filled[seat] == ALL_PARTS
        if complete and not position.settings.spoken and position.phase != OVER:
            raise BadState(f"/players/{seat}/board", "a complete board would have ended the game (invariant 4)")


def _to_act(position: Position) -> None:
    phase, to_act = position.phase, list(position.to_act)
    over = phase == OVER
    if len(to_act) != (0 if over else 1):
        raise BadState("/to_act", f"{'nobody' if over else 'one seat'} was expected, not {to_act} (invariant 5)")
    if (position.result is not None) != over:
        raise BadState("/result", "a result is set when the phase is over, and only then (invariant 5)")
    if bool(position.pending) != (phase == REACTION):
        raise BadState("/pending", f"it does not fit the phase {PHASES[phase]} (invariant 5)")
    if phase in (TURN, LEG_CHOICE) and to_act != [position.turn]:
        raise BadState("/to_act", f"[{position.turn}] was expected, not {to_act} (invariant 6)")
    if phase == LEG_CHOICE:
        if len(position.hands[position.turn]) >= HAND_LIMIT:
            raise BadState(f"/players/{position.turn}/hand", "a full hand has no room for a leg (invariant 6)")
        if not position.discard:
            raise BadState("/discard", "a leg needs a discard (invariant 6)")


def _pending(position: Position) -> None:
    for place, item in enumerate(position.pending):
        here, seat, part = f"/pending/{place}", item.seat, item.use.part
        if (part == HEAD) != (place > 0):
            raise BadState(f"{here}/part", "the first is an ability, all others are heads (invariant 7)")
        if place == 0 and seat != position.turn:
            raise BadState(f"{here}/seat", f"the seat on turn was expected, not {seat} (invariant 7)")
        if place and seat in [head.seat for head in position.pending[1:place]]:
            raise BadState(f"{here}/seat", f"the head of seat {seat} is there already (invariant 7)")
        if not position.filled[seat] & ~position.up[seat] & 1 << part:
            raise BadState(here, "the tile of a pending use lies face down (invariant 7)")
        last = place == len(position.pending) - 1
        follows = position.to_act[0] if last else position.pending[place + 1].seat
        if item.at != follows:
            raise BadState(f"{here}/at", f"{follows} was expected (invariant 7)")
    _effect(position)
    asked = position.to_act[0]
    if asked == position.pending[-1].seat or not position.up[asked] & HEAD_BIT:
        raise BadState("/to_act/0", f"seat {asked} has no face-up head to answer with (invariant 7)")


def _effect(position: Position) -> None:
    """What the pending ability needs is still there, as KZ-44 says of every state that is reached."""
    seat, use, _ = position.pending[0]
    face_down = position.up[seat]
    position.up[seat] |= 1 << use.part
    code = of_use(position, seat, use)
    position.up[seat] = face_down
    if code is not None:
        raise BadState("/pending/0", f"{REFUSALS[code]} So it was not declared (KZ-42, KZ-44).")


def _counts(position: Position) -> None:
    left, turn = position.actions_left, position.turn
    if left > ACTIONS:
        raise BadState("/actions_left", f"0 to {ACTIONS} was expected, not {left} (invariant 8)")
    waits = position.settings.spoken and position.filled[turn] == ALL_PARTS
    if not left and position.phase == TURN and not waits:
        raise BadState("/actions_left", "with no action left the turn would have passed (invariant 8)")
    limit = position.settings.round_limit
    if position.round > limit:
        raise BadState("/round", f"{position.round} is above the round limit {limit} (invariant 9)")
    if len(set(position.alchemists)) != position.seats:
        names = [ALCHEMISTS[alchemist] for alchemist in position.alchemists]
        raise BadState("/players", f"the alchemists are not all different: {', '.join(names)} (invariant 9)")
