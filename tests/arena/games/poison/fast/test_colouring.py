"""The quick lists of plays and colours, against the plain reading of section 5."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from arena.games.poison.actions import PLAY
from arena.games.poison.fast.colouring import COLOURINGS, Colouring
from arena.games.poison.legality import misplaced
from arena.games.poison.material import CAULDRONS, COLOUR_OF, HELD, NAMES, NO_COLOUR, bag_of

COLOURS = range(NO_COLOUR + 1)


@given(st.sampled_from(sorted(COLOURINGS.items())), st.lists(st.sampled_from(NAMES), max_size=15))
def test_the_plays_of_a_hand_are_those_that_no_cauldron_refuses(
    coloured: tuple[tuple[int, ...], Colouring], hand: list[str]
) -> None:
    """PO-19, PO-22 to PO-26: in canonical order of cards, then by cauldron."""
    colours, colouring = coloured
    assert list(colouring.plays(bag_of(hand))) == [
        play
        for kind, row in enumerate(PLAY)
        if bag_of(hand) & HELD[kind]
        for play in row
        if misplaced(colours, COLOUR_OF[kind], play.cauldron) is None
    ]


def test_a_colouring_knows_its_problems_and_what_it_becomes() -> None:
    """PO-22 to PO-26."""
    assert set(COLOURINGS) == set(product(COLOURS, repeat=CAULDRONS))
    for (colours, colouring), colour, cauldron in product(COLOURINGS.items(), COLOURS, range(CAULDRONS)):
        assert colouring.problems[colour][cauldron] == misplaced(colours, colour, cauldron)
        following = [*colours]
        following[cauldron] = colour
        assert colouring.following[cauldron][colour].colours == tuple(following)
