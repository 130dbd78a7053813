"""What the check of an upload comes to: accepted, or refused with the reason. The version's row is locked."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from athanor.bots import events
from athanor.bots.models import Bot, Version
from athanor.lifecycles import VersionState, moved

NOT_CHECKED: Final = "not-checked"
"""The code of an upload that could not be checked, which is our fault."""
LOG_KEPT: Final = 256 * 1024


def accept(version: Version, built: str, built_bytes: int | None, message: str, text: str, now: datetime) -> None:
    """It plays, and joins the ladders if its author wants that and no newer version plays already."""
    accepted = moved(
        Version.objects.filter(pk=version.pk),
        VersionState.ACCEPTED,
        built=built,
        built_bytes=built_bytes,
        message=message,
        log=kept(text),
        decided_at=now,
    )
    assert accepted, f"version {version.pk} had an open check and was decided"
    version.refresh_from_db()
    bot = version.bot
    newer = bot.current is not None and bot.current.number > version.number
    if version.joins and bot.retired_at is None and not newer:
        Bot.objects.filter(pk=bot.pk).update(current=version)
        events.current_changed.call(bot, version, now)


def refuse(version: Version, reason: str, message: str, text: str, now: datetime) -> None:
    refused = moved(
        Version.objects.filter(pk=version.pk),
        VersionState.REFUSED,
        reason=reason[:64],
        message=message,
        log=kept(text),
        decided_at=now,
    )
    assert refused, f"version {version.pk} had an open check and was decided"


def not_checked(version: Version, fault: str, now: datetime) -> None:
    """No attempt is left, which is our fault."""
    message = (
        "The site could not check this upload, which is our fault. It does not count as one of your "
        "uploads: please upload it again, and tell the operator if this goes on."
    )
    refuse(version, NOT_CHECKED, message, f"the last attempt failed: {fault}", now)


def kept(text: str) -> str:
    """The head and the tail of a log that is too long; PostgreSQL takes no NUL."""
    text = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if len(text) <= LOG_KEPT:
        return text
    half = LOG_KEPT // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"
