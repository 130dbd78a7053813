"""Drops into any column that is not full, each as likely as the others."""

from __future__ import annotations

from random import Random
from typing import Any


def choose(ask: Any) -> int:
    return Random(f"{ask.welcome.entropy} {ask.number}").randrange(len(ask.legal))
