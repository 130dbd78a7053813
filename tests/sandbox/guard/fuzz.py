"""Draws what servers may say by the ten thousand, and compares ours with h2: `python -m tests.sandbox.guard.fuzz`.

Prints how often both made the same of it, and how often each stated difference was met. Anything else ends it with
the shortest conversation that shows it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.sandbox.guard.conversations import Conversation, conversations
from tests.sandbox.guard.differences import compared
from tests.sandbox.guard.test_against_h2 import check_block, mutated_blocks

EXAMPLES = 2_000
"""Of each kind in one round, which takes some twenty seconds."""

Met = Counter[tuple[str, str]]


def conversations_from(number: int, met: Met) -> None:
    @seed(number)
    @_drawn
    @given(conversations(mutations=4))
    def check(conversation: Conversation) -> None:
        met[compared(conversation)] += 1
        met["frames", ""] += len(conversation.frames)

    check()


def blocks_from(number: int, met: Met) -> None:
    @seed(number)
    @_drawn
    @given(mutated_blocks() | st.binary(max_size=200))
    def check(block: bytes) -> None:
        check_block(block)
        met["header blocks", ""] += 1

    check()


_drawn = settings(
    max_examples=EXAMPLES,
    database=None,
    derandomize=False,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="of the first round; each further one has the next")
    options = parser.parse_args()
    met: Met = Counter()
    last = options.seed + options.rounds
    for number in range(options.seed, last):
        conversations_from(number, met)
        blocks_from(number, met)
    sys.stdout.write(f"seeds {options.seed} to {last - 1}\n")
    for (kind, name), times in sorted(met.items()):
        sys.stdout.write(f"{times:>10,}  {kind}{': ' if name else ''}{name}\n")


if __name__ == "__main__":
    main()
