"""The legal plays as sums of ready-made lists: quick, and never a second opinion on what is legal.

Which plays there are depends, for each colour, only on which of its cards the hand holds and on which
cauldrons may take the colour; so each list of one colour's plays is made once, by asking the same question
that `refusal` asks (`problem`), and a seat's plays are four of these lists, one after the other.
"""

from __future__ import annotations

from itertools import product
from typing import Final, TypeAlias

from arena.games.poison.actions import Play
from arena.games.poison.cards import CAULDRONS, COLOURS, KINDS_A_COLOUR, NAMES, NO_COLOUR, POISON

Colours: TypeAlias = tuple[int, ...]
"""The colour of each cauldron, NO_COLOUR where it has none."""
Plays: TypeAlias = tuple[Play, ...]


def problem(colours: Colours, colour: int, cauldron: int) -> str | None:
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


def _takers(colours: Colours, colour: int) -> int:
    """The cauldrons that may take the colour, as bits."""
    return sum(1 << cauldron for cauldron in range(CAULDRONS) if problem(colours, colour, cauldron) is None)


TAKERS: Final[dict[Colours, tuple[int, ...]]] = {
    colours: tuple(_takers(colours, colour) for colour in range(NO_COLOUR))
    for colours in product(range(NO_COLOUR + 1), repeat=CAULDRONS)
}

PLAY: Final[tuple[tuple[Play, ...], ...]] = tuple(
    tuple(Play(name, cauldron) for cauldron in range(CAULDRONS)) for name in NAMES
)
"""Every play there is, by kind and cauldron: the same objects everywhere."""


def _plays_of(colour: int, takers: int, held: int) -> Plays:
    return tuple(
        PLAY[KINDS_A_COLOUR * colour + place][cauldron]
        for place in range(KINDS_A_COLOUR)
        if held >> place & 1
        for cauldron in range(CAULDRONS)
        if takers >> cauldron & 1
    )


_RED, _BLUE, _PURPLE = (
    tuple(
        tuple(_plays_of(colour, takers, held) for held in range(1 << KINDS_A_COLOUR))
        for takers in range(1 << CAULDRONS)
    )
    for colour in range(len(COLOURS))
)
_POISON: Final[tuple[Plays, Plays]] = ((), PLAY[POISON])
_HELD: Final = (1 << KINDS_A_COLOUR) - 1


def plays(held: int, colours: Colours) -> Plays:
    """What a hand with these kinds of cards may play, in canonical order of cards, then by cauldron."""
    red, blue, purple = TAKERS[colours]
    return (
        _RED[red][held & _HELD]
        + _BLUE[blue][held >> KINDS_A_COLOUR & _HELD]
        + _PURPLE[purple][held >> 2 * KINDS_A_COLOUR & _HELD]
        + _POISON[held >> POISON]
    )
