"""The colours of the three cauldrons, with what follows from them: the twin of `legality.misplaced` and `listing`.

There are but 64 colourings, made once and shared by all states; each knows why a card may not go where, and
which colouring comes next. Which plays there are depends, for each colour, only on which of its cards the hand
holds and on which cauldrons may take it: so each list of one colour's plays is made once, and the plays of a
hand are four of these lists, one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from arena.games.poison.actions import PLAY, Play
from arena.games.poison.legality import Colours, misplaced
from arena.games.poison.material import CAULDRONS, COLOUR_NAMES, DIGIT, KINDS_A_COLOUR, NO_COLOUR, PART

Plays: TypeAlias = tuple[Play, ...]


class _Lists(dict[int, Plays]):
    """The plays of one colour's part of a hand, in canonical order, into given cauldrons; made when asked for."""

    def __init__(self, colour: int, takers: Sequence[int]) -> None:
        self.first = KINDS_A_COLOUR * colour
        self.takers = takers

    def __missing__(self, part: int) -> Plays:
        held = [place for place in range(KINDS_A_COLOUR) if part >> DIGIT * place & 15]
        made = self[part] = tuple(PLAY[self.first + place][cauldron] for place in held for cauldron in self.takers)
        return made


_LISTS: Final[dict[tuple[int, tuple[int, ...]], _Lists]] = {}


def _lists(colour: int, problems: Sequence[str | None]) -> _Lists:
    takers = tuple(cauldron for cauldron, problem in enumerate(problems) if problem is None)
    return _LISTS.setdefault((colour, takers), _Lists(colour, takers))


_BLUE, _PURPLE, _POISON = (DIGIT * KINDS_A_COLOUR * colour for colour in range(1, NO_COLOUR + 1))


class Colouring:
    __slots__ = ("_blue", "_poison", "_purple", "_red", "colours", "following", "problems")

    def __init__(self, colours: Colours) -> None:
        self.colours = colours
        self.problems = tuple(
            tuple(misplaced(colours, colour, cauldron) for cauldron in range(CAULDRONS))
            for colour in range(NO_COLOUR + 1)
        )
        """By the colour of the card, then by cauldron."""
        self._red, self._blue, self._purple, self._poison = (
            _lists(colour, problems) for colour, problems in enumerate(self.problems)
        )
        self.following: tuple[tuple[Colouring, ...], ...] = ()
        """What it becomes when a cauldron gets a colour, or loses it: by cauldron and colour."""

    def plays(self, hand: int) -> Plays:
        """What a hand may play, in canonical order of cards, then by cauldron."""
        return (
            self._red[hand & PART]
            + self._blue[hand >> _BLUE & PART]
            + self._purple[hand >> _PURPLE & PART]
            + self._poison[hand >> _POISON]
        )

    def __deepcopy__(self, memo: object) -> Colouring:
        return self

    def __repr__(self) -> str:
        return f"Colouring({', '.join(COLOUR_NAMES[colour] for colour in self.colours)})"


COLOURINGS: Final[Mapping[Colours, Colouring]] = {
    colours: Colouring(colours) for colours in product(range(NO_COLOUR + 1), repeat=CAULDRONS)
}
COLOURLESS: Final = COLOURINGS[(NO_COLOUR,) * CAULDRONS]

for _colours, _colouring in COLOURINGS.items():
    _colouring.following = tuple(
        tuple(
            COLOURINGS[*_colours[:cauldron], colour, *_colours[cauldron + 1 :]] for colour in range(NO_COLOUR + 1)
        )
        for cauldron in range(CAULDRONS)
    )
