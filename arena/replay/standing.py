"""The final ranks of a match: the seats whose bots were out are last, of two the earlier is lower."""

from __future__ import annotations

from collections.abc import Sequence

from arena.kernel.results import ranks_by

NEVER_READY = "never-ready"
"""The fault of a bot that was out before the first question: earlier than one that was out at it."""


def final_ranks(ranks: Sequence[int], outs: Sequence[tuple[str, int] | None]) -> tuple[int, ...]:
    """`outs` has, for each seat, None or why it was out and after how many actions."""
    return ranks_by([_key(rank, out) for rank, out in zip(ranks, outs, strict=True)], min)


def _key(rank: int, out: tuple[str, int] | None) -> tuple[bool, int]:
    if out is None:
        return False, rank
    why, ply = out
    return True, 1 if why == NEVER_READY else -ply
