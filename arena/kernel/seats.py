"""Who sits where, and who looks."""

from typing import TypeAlias

Seat: TypeAlias = int
"""0 to n-1, in turn order."""

Viewer: TypeAlias = Seat | None
"""Who a view or an event is for; None is the public."""

PUBLIC: Viewer = None
