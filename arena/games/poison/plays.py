"""The legal plays as sums of ready-made lists: quick, and never a second opinion on what is legal.

Which plays there are depends, for each colour, only on which of its cards the hand holds and on which
cauldrons may take the colour; so each list of one colour's plays is made once, by asking the same question
that `refusal` asks (`problem`), and a seat's plays are four of these lists, one after the other.
"""

from __future__ import annotations

from itertools import product
from typing import Final, TypeAlias

from arena.games.poison.actions import Play
from arena.games.poison.cards import CAULDRONS, DIGIT, KINDS_A_COLOUR, NAMES, NO_COLOUR, PART

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


_BLUE, _PURPLE, _BLACK = (DIGIT * KINDS_A_COLOUR * colour for colour in range(1, NO_COLOUR + 1))

PLAY: Final[tuple[tuple[Play, ...], ...]] = tuple(
    tuple(Play(name, cauldron) for cauldron in range(CAULDRONS)) for name in NAMES
)
"""Every play there is, by kind and cauldron: the same objects everywhere."""


class _Table(dict[int, Plays]):
    """The plays of one colour's part of a hand, in canonical order, into given cauldrons; made when asked for."""

    def __init__(self, colour: int, takers: int) -> None:
        self.first = KINDS_A_COLOUR * colour
        self.takers = [cauldron for cauldron in range(CAULDRONS) if takers >> cauldron & 1]

    def __missing__(self, part: int) -> Plays:
        held = [place for place in range(KINDS_A_COLOUR) if part >> DIGIT * place & 15]
        made = self[part] = tuple(PLAY[self.first + place][cauldron] for place in held for cauldron in self.takers)
        return made


_TABLES: Final = tuple(
    tuple(_Table(colour, takers) for takers in range(1 << CAULDRONS)) for colour in range(NO_COLOUR + 1)
)
_POISON: Final = _TABLES[NO_COLOUR][-1]

TABLES_OF: Final[dict[Colours, tuple[_Table, ...]]] = {
    colours: tuple(_TABLES[colour][_takers(colours, colour)] for colour in range(NO_COLOUR))
    for colours in product(range(NO_COLOUR + 1), repeat=CAULDRONS)
}


def plays(hand: int, colours: Colours) -> Plays:
    """What a hand may play, in canonical order of cards, then by cauldron."""
    red, blue, purple = TABLES_OF[colours]
    return red[hand & PART] + blue[hand >> _BLUE & PART] + purple[hand >> _PURPLE & PART] + _POISON[hand >> _BLACK]
