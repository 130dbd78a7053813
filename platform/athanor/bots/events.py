"""What the layers above are told and asked of bots: see `athanor.hooks`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from athanor.bots.models import Bot, Version
from athanor.hooks import Hook
from athanorpb.farm.values import Trial

uploaded: Hook[[Version, datetime], None] = Hook()
"""A version was taken in and is to be checked. Inside the transaction."""
current_changed: Hook[[Bot, Version | None, datetime], None] = Hook()
"""Another version plays from now on; None: the bot is retired. Inside the transaction, with the bot's row held."""
trials: Hook[[Version], Iterable[Trial]] = Hook()
"""The games and clocks that an upload is to be tried out by, since it would be played by them."""
bot_page: Hook[[Bot, bool], dict[str, Any]] = Hook()
"""What the page of a bot shows of other things; the second: whether its author looks at it."""
version_page: Hook[[Version], dict[str, Any]] = Hook()
"""What its author sees besides on the page of a version."""
retire_page: Hook[[Bot], dict[str, Any]] = Hook()
"""What follows from retiring a bot, for the page that asks."""
