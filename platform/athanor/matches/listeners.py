"""What matches have to do with the pages of bots, as their hooks ask: see `athanor.hooks`."""

from __future__ import annotations

from typing import Any, Final

from athanor.bots import events
from athanor.bots.models import Bot, Version
from athanor.design import charts
from athanor.matches import portrait, queries
from athanor.matches.spending import spending

RECENT: Final = 12
"""Matches on the page of a bot."""


@events.bot_page.register
def record(bot: Bot, is_author: bool) -> dict[str, Any]:
    page = queries.of_bot(bot=bot, limit=RECENT)
    return {
        "record": portrait.record(bot),
        "faults": portrait.faults(bot) if is_author else [],
        "matches": page.rows,
        "more": bool(page.next),
    }


@events.version_page.register
def figures(version: Version) -> dict[str, Any]:
    took = spending(version)
    return {
        "spending": took,
        "histogram": charts.histogram(took.charged.bins, took.charged.half_within, took.charged.p95_within)
        if took and took.charged
        else None,
        "gauge": charts.part(took.memory.most, took.memory_limit) if took and took.memory else "",
    }
