"""The check's code for each way to be out of a match. The sentences stand where the site can read them too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arena.orders.verdicts import BUILD_FAILED, BUILD_TOO_BIG, BUILD_TOO_LONG, MESSAGES, RUNTIME_MISSING
from arena.referee.conduct import Out

__all__ = ["BUILD_FAILED", "BUILD_TOO_BIG", "BUILD_TOO_LONG", "MESSAGES", "OF_OUT", "RUNTIME_MISSING"]

OF_OUT: Final[Mapping[Out, str]] = {
    Out.NEVER_READY: "never-ready",
    Out.ILLEGAL: "illegal-play",
    Out.DEAD: "crash-in-check",
    Out.OUT_OF_TIME: "too-slow",
    Out.SILENT: "silent",
    Out.MALFORMED: "bad-answer",
}
