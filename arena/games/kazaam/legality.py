"""What is wrong with an action: the guards of section 17, in its order. The one truth on legality (KZ-90)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from arena.games.kazaam import units
from arena.games.kazaam.actions import (
    Action,
    Cancel,
    Decline,
    Draw,
    EndTurn,
    Extract,
    Kazaam,
    Pass,
    Play,
    Refresh,
    Take,
    Use,
)
from arena.games.kazaam.material import (
    ALL_PARTS,
    BIT_OF,
    HAND_LIMIT,
    HEAD,
    KINDS,
    NONE,
    PRICE_OF,
    TAIL,
    TORSO_TAKES,
)
from arena.games.kazaam.position import LEG_CHOICE, REACTION, TURN, Position
from arena.kernel.seats import Seat

REFUSALS: Mapping[str, str] = {
    "malformed": "This is not one known action with parameters that it has, each of the right type.",
    "game-over": "The game is over.",
    "not-your-turn": "It is another seat that has to act now.",
    "wrong-phase": "This action belongs to another phase: see the view's phase for what is asked.",
    "no-actions-left": "All three actions of this turn are spent; say kazaam or end the turn.",
    "no-discard": "A draw throws a tile away only under full_hand discard-first, and only with six tiles in hand.",
    "hand-full": "Six tiles are in your hand already, and no hand has more.",
    "not-in-hand": "That tile is not in your hand.",
    "deck-empty": "There is nothing to draw: deck and discard are both empty.",
    "part-in-play": "Your board has a tile of that part already, face up or down.",
    "cannot-pay": "You lack a unit of the price: one for each symbol on the tile.",
    "head-is-reaction": "A head is not used in a turn: it answers another seat's ability with cancel.",
    "no-such-part": "Your board has no tile of that part.",
    "face-down": "That tile lies face down; a refresh turns it up.",
    "bad-target": "The target must be a seat of this game, and for an ear or a hand another one than yours.",
    "target-hand-empty": "The target has no tile in hand.",
    "discard-empty": "The discard is empty: there is nothing for a leg to take.",
    "supply-empty": "The supply is empty: there is nothing for a torso to take.",
    "bad-take": "A torso takes exactly three units, or all that is left, and no more of one than the supply has.",
    "tail-targets-itself": "A tail cannot be aimed at itself.",
    "no-target-tile": "The target has no tile in play at that part.",
    "nothing-face-down": "No tile of your board is face down.",
    "kazaam-is-automatic": "In this game the ninth tile ends the game by itself; the word is not said.",
    "not-complete": "The word is said with all nine parts in play; your board has fewer.",
    "not-in-discard": "That tile is not in the discard.",
}
RULES: Mapping[str, tuple[str, ...]] = {
    "malformed": ("KZ-89",),
    "game-over": ("KZ-78",),
    "not-your-turn": ("KZ-89",),
    "wrong-phase": ("KZ-89",),
    "no-actions-left": ("KZ-18",),
    "no-discard": ("KZ-25",),
    "hand-full": ("KZ-24",),
    "not-in-hand": ("KZ-25", "KZ-28", "KZ-34"),
    "deck-empty": ("KZ-27",),
    "part-in-play": ("KZ-30",),
    "cannot-pay": ("KZ-29",),
    "head-is-reaction": ("KZ-60",),
    "no-such-part": ("KZ-40",),
    "face-down": ("KZ-41",),
    "bad-target": ("KZ-46", "KZ-48", "KZ-57"),
    "target-hand-empty": ("KZ-42",),
    "discard-empty": ("KZ-42",),
    "supply-empty": ("KZ-42",),
    "bad-take": ("KZ-56",),
    "tail-targets-itself": ("KZ-58",),
    "no-target-tile": ("KZ-42",),
    "nothing-face-down": ("KZ-39",),
    "kazaam-is-automatic": ("KZ-73",),
    "not-complete": ("KZ-75",),
    "not-in-discard": ("KZ-51",),
}
"""The rules behind each code, by their ids."""


def refusal(position: Position, seat: Seat, action: Action) -> str | None:
    if seat not in position.to_act:
        return "not-your-turn" if position.to_act else "game-over"
    guard = GUARDS[position.phase].get(type(action))
    if guard is None:
        return "wrong-phase"
    if not position.actions_left and type(action) in COUNTED:
        return "no-actions-left"
    return guard(position, seat, action)


def of_draw(position: Position, seat: Seat, draw: Draw) -> str | None:
    discard = draw.discard
    hand = position.hands[seat]
    full = len(hand) >= HAND_LIMIT  # KZ-24
    if discard != NONE:  # KZ-25
        if not (full and position.settings.discard_first):
            return "no-discard"
        if discard not in hand:
            return "not-in-hand"
    elif full:
        return "hand-full"
    return None if position.deck or position.discard else "deck-empty"  # KZ-27


def of_extract(position: Position, seat: Seat, extract: Extract) -> str | None:
    return None if extract.tile in position.hands[seat] else "not-in-hand"


def of_play(position: Position, seat: Seat, play: Play) -> str | None:
    tile = play.tile
    if tile not in position.hands[seat]:
        return "not-in-hand"
    if position.filled[seat] & BIT_OF[tile]:  # KZ-30
        return "part-in-play"
    return None if units.covers(position.units[seat], PRICE_OF[tile]) else "cannot-pay"  # KZ-29


def of_use(position: Position, seat: Seat, use: Use) -> str | None:
    part = use.part
    if part == HEAD:  # KZ-60
        return "head-is-reaction"
    if not position.up[seat] >> part & 1:  # KZ-41
        return "face-down" if position.filled[seat] >> part & 1 else "no-such-part"
    kind = KINDS[part]
    if kind == "torso":
        return of_take(position.supply, use.take)
    if kind == "tail":
        return of_tail(position, seat, use)
    if kind != "ear" and len(position.hands[seat]) >= HAND_LIMIT:  # KZ-49, KZ-53
        return "hand-full"
    if kind == "leg":
        return None if position.discard else "discard-empty"  # KZ-42
    target = use.target
    if target == seat or not 0 <= target < position.seats:  # KZ-46, KZ-49
        return "bad-target"
    return None if position.hands[target] else "target-hand-empty"  # KZ-42


def of_take(supply: int, take: int) -> str | None:
    if not supply:  # KZ-42
        return "supply-empty"
    due = min(TORSO_TAKES, units.total(supply))  # KZ-56
    return None if units.total(take) == due and units.covers(supply, take) else "bad-take"


def of_tail(position: Position, seat: Seat, use: Use) -> str | None:
    if not 0 <= use.target < position.seats:
        return "bad-target"
    if use.target == seat and use.target_part == TAIL:  # KZ-58
        return "tail-targets-itself"
    return None if position.filled[use.target] >> use.target_part & 1 else "no-target-tile"  # KZ-42


def of_refresh(position: Position, seat: Seat, refresh: Refresh) -> str | None:
    return "nothing-face-down" if position.up[seat] == position.filled[seat] else None  # KZ-39


def of_kazaam(position: Position, seat: Seat, kazaam: Kazaam) -> str | None:
    if not position.settings.spoken:  # KZ-75
        return "kazaam-is-automatic"
    return None if position.filled[seat] == ALL_PARTS else "not-complete"


def of_choice(position: Position, seat: Seat, take: Take) -> str | None:
    return None if take.tile in position.discard else "not-in-discard"  # KZ-52


def never(position: Position, seat: Seat, action: Action) -> None:
    """KZ-91: what is always legal in its phase."""


Guard: TypeAlias = Callable[[Position, Seat, Any], str | None]

GUARDS: Final[Mapping[int, Mapping[type[Action], Guard]]] = {
    TURN: {
        Use: of_use,
        Extract: of_extract,
        Draw: of_draw,
        Play: of_play,
        Refresh: of_refresh,
        EndTurn: never,
        Kazaam: of_kazaam,
    },
    REACTION: {Cancel: never, Pass: never},
    LEG_CHOICE: {Take: of_choice, Decline: never},
}
"""By phase and kind of action: what may be wrong with it there."""
COUNTED: Final[frozenset[type[Action]]] = frozenset((Draw, Play, Use, Extract, Refresh))  # KZ-21
