"""Cursors: the way to the next page, and nothing else."""

from __future__ import annotations

import base64
from itertools import pairwise

import pytest

from athanor import paging
from athanor.refusals import Refusal


def test_it_works() -> None:
    cursor = paging.written("2027-03-05", 17)
    assert paging.read(cursor, str, int) == ("2027-03-05", 17)
    assert paging.written("2027-03-05", 17) == cursor, "the same page is at the same address"


def test_a_cursor_says_nothing_of_the_numbers_in_it() -> None:
    """Two rows on: nobody could tell how many that are not told lie between."""
    octets = [base64.urlsafe_b64decode(paging.written(number) + "==") for number in range(1000, 1400)]
    assert all(len({one[place] for one in octets}) > 100 for place in range(len(octets[0]))), (
        "each octet is masked"
    )
    apart = [int.from_bytes(one, "big") - int.from_bytes(other, "big") for one, other in pairwise(octets)]
    assert len(set(apart)) == len(apart)


def test_who_makes_one_up_is_refused() -> None:
    cursor = paging.written(17)
    plain = base64.urlsafe_b64encode(b"[17]").decode().rstrip("=")
    for wrong in ("", "!", plain, cursor[:-2] + ("AA" if cursor[-2:] != "AA" else "BB"), cursor[4:], "\u00e9"):
        with pytest.raises(Refusal, match="is no cursor of this list"):
            paging.read(wrong, int)
    with pytest.raises(Refusal):
        paging.read(cursor, str)
