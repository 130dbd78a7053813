"""Alkemy keeps the contract of every game."""

from tests.arena.games.alkemy.kit import KIT

__all__ = ["KIT"]
