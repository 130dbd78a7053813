"""What a game brings for its pages, found by its name among the static files: board, style and sign."""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders


def board(game: str) -> str:
    """The module of its board in the replay player, as a static file; empty: it has none."""
    return _found(f"athanor/player/games/{game}.js")


def style(game: str) -> str:
    """The style of its board and its rules page; empty: it has none."""
    return _found(f"athanor/css/games/{game}.css")


def sign(game: str) -> str:
    """A drawing with a symbol `sign`; empty: it has none."""
    return _found(f"athanor/img/games/{game}.svg")


@cache
def _found(path: str) -> str:
    return path if finders.find(path) else ""
