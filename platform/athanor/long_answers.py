"""Downloads that can exceed the web server's output buffer (16 MiB).

A slow reader of such a download holds one of the server's few threads, for hours if need be. So only a few run
at a time, and pages are always served.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import BoundedSemaphore
from typing import Final

from athanor.refusals import Refusal

AT_ONCE: Final = 3
"""Of one process, which has eight threads where nothing else is said."""

_free = BoundedSemaphore(AT_ONCE)


class LongAnswer(Iterator[bytes]):
    """The pieces of one, for a StreamingHttpResponse: it closes what it streams, begun or not."""

    _is_closed = True

    def __init__(self, pieces: Iterable[bytes]) -> None:
        """Raises Refusal: there are as many as there may be."""
        if not _free.acquire(blocking=False):
            raise Refusal(
                "busy",
                f"{AT_ONCE} long downloads are being sent already, which is as many as there may be at once",
                "ask again in a minute",
                status=429,
            )
        self._pieces = iter(pieces)
        self._is_closed = False

    def __next__(self) -> bytes:
        try:
            return next(self._pieces)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            _free.release()

    def __del__(self) -> None:
        self.close()
