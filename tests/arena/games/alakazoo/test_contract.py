"""Alakazoo keeps the contract of every game."""

from tests.arena.games.alakazoo.kit import KIT

__all__ = ["KIT"]
