"""Where our games have their scenarios and golden playthroughs, each in a folder of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_TESTS: Final = Path(__file__).parents[2]
SCENARIOS: Final = _TESTS / "scenarios"
GOLDEN: Final = _TESTS / "golden"
