"""What a match tells the tournament that it is of.

Its result is in its own row, where the sweep finds it: this only wakes whoever counts it, so that nobody waits for
the next round of the sweep. The message goes out when the settling transaction has committed.
"""

from __future__ import annotations

from django.db import transaction

from arena.orders.queues import SITE_QUEUE
from athanor import messages

ADVANCE = "site.advance_tournaments"


def wake() -> None:
    """A match of a tournament has ended, or somebody has done something. Inside the transaction of that."""
    transaction.on_commit(_send)


def _send() -> None:
    messages.send(ADVANCE, {}, SITE_QUEUE)
