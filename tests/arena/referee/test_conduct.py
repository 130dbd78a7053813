"""The table of faults, and what the final ranks make of it."""

from __future__ import annotations

import pytest

from arena.referee.conduct import DETAIL_LENGTH, MEANINGS, Out, shortened
from arena.replay.standing import NEVER_READY, final_ranks


def test_every_fault_has_a_line_of_meaning() -> None:
    assert set(MEANINGS) == set(Out)
    assert all(out.meaning.endswith(".") and "\n" not in out.meaning for out in Out)


def test_the_replay_knows_never_ready_by_the_same_word() -> None:
    assert Out.NEVER_READY.value == NEVER_READY


@pytest.mark.parametrize(
    ("ranks", "outs", "final"),
    [
        ((1, 2, 3), (None, None, None), (1, 2, 3)),
        ((1, 1, 3), (None, None, None), (1, 1, 3)),
        ((1, 2, 3), (("dead", 7), None, None), (3, 1, 2)),
        ((1, 1, 3), (("dead", 7), None, None), (3, 1, 2)),
        ((3, 1, 1), (None, ("dead", 7), None), (2, 3, 1)),
        ((1, 2, 3, 4), (("dead", 7), ("late", 9), None, None), (4, 3, 1, 2)),
        ((1, 2, 3, 4), (("dead", 7), ("late", 7), None, None), (3, 3, 1, 2)),
        ((1, 2), (("never-ready", 0), ("dead", 0)), (2, 1)),
        ((1, 2), (("never-ready", 0), ("never-ready", 0)), (1, 1)),
    ],
)
def test_seats_that_are_out_come_last_and_the_earlier_lower(
    ranks: tuple[int, ...], outs: tuple[tuple[str, int] | None, ...], final: tuple[int, ...]
) -> None:
    assert final_ranks(ranks, outs) == final


def test_a_long_text_is_cut_and_says_so() -> None:
    text = shortened("x" * 738_710)
    assert len(text) == DETAIL_LENGTH
    assert text.endswith("...")
