"""How log records are written: one JSON object a line, times in UTC."""

from __future__ import annotations

import logging

import structlog
from structlog.typing import Processor

SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def formatter(colours: bool) -> logging.Formatter:
    last: Processor = structlog.dev.ConsoleRenderer() if colours else structlog.processors.JSONRenderer()
    shared = SHARED[:-1] if colours else SHARED
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last]
    )
