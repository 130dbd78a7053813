"""Filters of tournaments' templates: figures that are a range, lengths of time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def between(figures: tuple[int, int]) -> str:
    """ "12", or "12 to 20"."""
    least, most = figures
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


@register.filter
def duration(milliseconds: float) -> str:
    """Roughly, as one plans an evening."""
    minutes = milliseconds / 60_000
    if minutes < 1:
        return "under a minute"
    if minutes < 90:
        return f"{minutes:.0f} min"
    return f"{minutes / 60:.1f} h" if minutes < 48 * 60 else f"{minutes / 1440:.1f} days"


@register.filter
def named(given: Mapping[str, Any], name: str) -> str:
    """What stands under a name: what was typed into a field; empty: nothing."""
    return str(given.get(name, ""))
