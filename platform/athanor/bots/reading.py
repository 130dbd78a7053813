"""What the site spends on reading uploads that it then refuses: so much processor time an author and hour.

Accepted ones are counted by the day. A refused one leaves nothing to count, and may take a second to find wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from time import thread_time
from typing import Final

from django.conf import settings
from django.core.cache import cache

from athanor.accounts.models import User
from athanor.refusals import Refusal

HOUR: Final = 3600


@contextmanager
def bounded(owner: User, now: datetime, clock: Callable[[], float] = thread_time) -> Iterator[None]:
    """Around the reading of an upload. Raises Refusal before it where the author has used up this hour's time."""
    key = f"refused-uploads:{owner.pk}:{int(now.timestamp()) // HOUR}"
    if cache.get(key, 0) >= settings.REFUSED_UPLOADS_CPU_MS:
        again = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        raise Refusal(
            "too-many-refused",
            "your refused uploads of this hour took all the time that there is for reading them",
            f"try again after {again:%H:%M} UTC; `athanor play` finds what is wrong on your own machine",
            status=429,
        )
    began = clock()
    try:
        yield
    except Refusal:
        cache.add(key, 0, 2 * HOUR)
        # The cache may have forgotten it between the two lines: it is full, and this is no time to count.
        with suppress(ValueError):
            cache.incr(key, max(1, round((clock() - began) * 1000)))
        raise
