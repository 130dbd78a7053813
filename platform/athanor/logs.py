"""How log records are written: one JSON object a line, times in UTC, every text in it bounded.

JSON escapes what is not ASCII: a line break, an escape sequence or a change of direction in what a bot said is
told by its number. On a terminal (while developing) the same is escaped before it is coloured.
"""

from __future__ import annotations

import logging
from typing import Final

import structlog
from structlog.typing import EventDict, Processor

LONGEST: Final = 4_000
"""Characters of one text: a traceback's head says where, its tail says what."""
LEFT_OUT: Final = " ... [cut] ... "

SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def bounded(_logger: object, _method: str, event: EventDict) -> EventDict:
    return {name: _cut(value) if isinstance(value, str) else value for name, value in event.items()}


def printable(_logger: object, _method: str, event: EventDict) -> EventDict:
    return {name: _plain(value) if isinstance(value, str) else value for name, value in event.items()}


def _cut(text: str) -> str:
    half = LONGEST // 2
    return text if len(text) <= LONGEST else text[:half] + LEFT_OUT + text[-half:]


def _plain(text: str) -> str:
    return "".join(
        [letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text]
    )


def formatter(colours: bool) -> logging.Formatter:
    ending: tuple[Processor, ...] = (bounded, structlog.processors.JSONRenderer())
    if colours:
        ending = (bounded, printable, structlog.dev.ConsoleRenderer())
    shared = SHARED[:-1] if colours else SHARED
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *ending]
    )
