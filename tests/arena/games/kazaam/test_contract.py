"""Kazaam keeps the contract of every game."""

from tests.arena.games.kazaam.kit import KIT

__all__ = ["KIT"]
