"""What the layers above are asked of ladders: see `athanor.hooks`."""

from __future__ import annotations

from collections.abc import Collection

from athanor.hooks import Hook
from athanor.ladders.models import Ladder

other_matches: Hook[[Ladder], Collection[int]] = Hook()
"""The keys of open matches that are not played on the ladder and are held to what it requires. Whoever is just
ordering such matches has committed them by then."""
