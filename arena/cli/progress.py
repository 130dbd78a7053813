"""The line on a terminal that says how far a long piece of work is, how fast it goes and how long it will take."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

REDRAWN: Final = 0.1
"""Seconds between two drawings, at least."""
ERASE: Final = "\r\x1b[K"


class Progress:
    """Nothing is drawn where stderr is no terminal."""

    def __init__(
        self,
        total: int,
        out: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        of: tuple[str, str] = ("match", "matches"),
    ) -> None:
        self._out = sys.stderr if out is None else out
        self._is_shown = self._out.isatty()
        self._clock = clock
        self._total = total
        self._of = of
        self._done = 0
        self._began = clock()
        self._drawn = float("-inf")
        self._draw()

    def step(self) -> None:
        """Another one is done."""
        self._done += 1
        self._draw()

    def say(self, line: str) -> None:
        """Prints a line above the progress."""
        self.end()
        print(line, file=self._out, flush=True)
        self._drawn = float("-inf")
        self._draw()

    def end(self) -> None:
        """Takes the line away."""
        if self._is_shown:
            self._out.write(ERASE)
            self._out.flush()

    def line(self) -> str:
        told = f"{self._done} of {self._total} {self._of[self._total != 1]}"
        seconds = self._clock() - self._began
        if not self._done or seconds <= 0:
            return told
        rate = self._done / seconds
        speed = f"{rate:.1f} a second" if rate >= 1 else f"{1 / rate:.1f} s each"
        return f"{told}, {speed}, {_time((self._total - self._done) / rate)} left"

    def _draw(self) -> None:
        if self._is_shown and self._clock() - self._drawn >= REDRAWN:
            self._drawn = self._clock()
            self._out.write(ERASE + self.line()[: shutil.get_terminal_size().columns - 1])
            self._out.flush()


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
