"""The one way to write a JSON value where its bytes are hashed or signed."""

from __future__ import annotations

import json
from typing import Any


def canonical(value: Any) -> bytes:
    """Keys sorted, no spaces, UTF-8."""
    return _canonical(value).encode()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
