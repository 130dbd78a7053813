"""What the layers above are asked of accounts: see `athanor.hooks`."""

from __future__ import annotations

from typing import Any

from athanor.accounts.models import User
from athanor.hooks import Hook

own_page: Hook[[User], dict[str, Any]] = Hook()
"""What a user's own page shows besides the account."""
