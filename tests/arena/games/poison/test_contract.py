"""Poison keeps the contract of every game."""

from tests.arena.games.poison.kit import KIT

__all__ = ["KIT"]
