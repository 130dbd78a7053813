"""The bot in each of the two boxes: at each question it says some bits, or notes what it hears."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
# All of them, in both boxes, before the first question: which files a box uses is then the same in both.
MODULES = [import_module(f"covert.{path.stem}") for path in sorted((FOLDER / "covert").glob("[a-z]*.py"))]
CHANNELS = {name: channel for module in MODULES for name, channel in module.CHANNELS.items()}
STEPS: Iterator[dict[str, str | int]] = iter(json.loads((FOLDER / "steps.json").read_text()))


def choose(ask: Any) -> int:
    heard = []
    for name, bits in next(STEPS).items():
        say, hear = CHANNELS[name]
        if isinstance(bits, str):
            say(bits)
        else:
            heard.append(f"{int(hear(bits).ljust(bits, '0'), 2):x}")
    if heard:
        ask.note(" ".join(heard))
    return 0
