"""What people write: which of it can be shown, kept by every database, and printed to a terminal."""

from __future__ import annotations

LINES = frozenset("\n\r\t")
"""What parts the lines of a longer text."""


def unshowable(text: str) -> str:
    """The first character that nobody could see, by its number: "U+001B"; empty: there is none.

    PostgreSQL refuses some of them, and a terminal obeys others.
    """
    return next((f"U+{ord(one):04X}" for one in text if not one.isprintable() and one not in LINES), "")
