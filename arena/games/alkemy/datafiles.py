"""The game's tables, as they stand in `data/`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def table(name: str) -> dict[str, Any]:
    """The data file of that name, without its ending: `dice`, `profiles`, `formulas`, `terrain`, `scenario`."""
    return tomllib.loads(files(__package__).joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))
