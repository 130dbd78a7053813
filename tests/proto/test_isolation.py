"""The scale of isolation levels: an order of its own, and nothing promised by a word that is none."""

from __future__ import annotations

import itertools

import pytest

from athanorpb.isolation import MEANINGS, Isolation, isolation_of, weakest


def test_levels_go_from_none_to_a_file_system_of_its_own() -> None:
    levels = [Isolation.NONE, Isolation.DISK, Isolation.MEMORY, Isolation.OWN]
    assert list(Isolation) == levels == list(MEANINGS)
    for weaker, stronger in itertools.combinations(levels, 2):
        assert stronger.reaches(weaker)
        assert not weaker.reaches(stronger)
    assert all(level.reaches(level) for level in levels)


def test_of_several_sandboxes_the_weakest_counts() -> None:
    assert weakest([Isolation.OWN, Isolation.DISK, Isolation.MEMORY]) is Isolation.DISK
    assert weakest([]) is Isolation.NONE


@pytest.mark.parametrize("word", ["", "OWN", "better-than-own"])
def test_a_word_that_is_no_level_promises_nothing(word: str) -> None:
    assert isolation_of(word) is Isolation.NONE
