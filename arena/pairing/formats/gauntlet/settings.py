"""Gauntlet, as it is set."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.settings import Format


@dataclass(frozen=True, slots=True)
class Gauntlet(Format):
    """The first `hosts` of the draw sit still; every challenger meets every one of them."""

    hosts: int = 1
    cycles: int = 1
