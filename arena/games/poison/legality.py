"""What is wrong with a play: the checks of PO-59 in their order, and where a colour may go (section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from arena.games.poison.actions import Play
from arena.games.poison.material import CAULDRONS, COLOUR_OF, HELD, KIND_OF, NO_COLOUR
from arena.kernel.seats import Seat

if TYPE_CHECKING:
    from arena.games.poison.state import PoisonState

Colours: TypeAlias = tuple[int, ...]
"""The colour of each cauldron, NO_COLOUR where it has none."""

REFUSALS: Final[Mapping[str, str]] = {  # PO-59
    "malformed": 'An answer is one action: {"play": {"card": a card\'s name, "cauldron": 0, 1 or 2}}.',
    "game-over": "The game is over: nobody plays any more.",
    "not-your-turn": "It is another seat's turn.",
    "unknown-card": "No card has this name: there are red, blue and purple 1, 2, 4, 5, 7, and poison.",
    "no-such-cauldron": "The cauldrons are 0, 1 and 2.",
    "not-in-hand": "You do not hold this card.",
    "wrong-colour": "A cauldron that has a colour takes potions of that colour only.",
    "colour-elsewhere": "This colour is in another cauldron, and must go into that one.",
}
RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "malformed": ("PO-59",),
    "game-over": ("PO-42", "PO-43", "PO-44"),
    "not-your-turn": ("PO-18",),
    "unknown-card": ("PO-4",),
    "no-such-cauldron": ("PO-5",),
    "not-in-hand": ("PO-19",),
    "wrong-colour": ("PO-23",),
    "colour-elsewhere": ("PO-24",),
}


def refusal(state: PoisonState, seat: Seat, action: Play) -> str | None:
    """PO-59; there is no passing (PO-20). Of each colouring `misplaced` was asked once (`fast/colouring.py`)."""
    if seat not in state.to_act:
        return "not-your-turn" if state.to_act else "game-over"
    card, cauldron = action
    kind = KIND_OF.get(card)
    if kind is None:
        return "unknown-card"
    if not 0 <= cauldron < CAULDRONS:
        return "no-such-cauldron"
    if not state.hands[seat] & HELD[kind]:
        return "not-in-hand"
    return state.colouring.problems[COLOUR_OF[kind]][cauldron]  # PO-32: without a look at the sum


def misplaced(colours: Colours, colour: int, cauldron: int) -> str | None:
    """Why a card of this colour may not go into this cauldron, as a refusal; None: it may."""
    if colour == NO_COLOUR:  # PO-25
        return None
    here = colours[cauldron]
    if here == colour:
        return None
    if here != NO_COLOUR:  # PO-23
        return "wrong-colour"
    if colour in colours:  # PO-24
        return "colour-elsewhere"
    return None  # PO-22, PO-26
