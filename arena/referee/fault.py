"""A way in which a bot can fail: how it is told, what it means, and what the bot's author does about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from arena.referee.conduct import Failed, Out

FIELD: Final = re.compile(r"{(\w+)(:[^}]*)?}")


@dataclass(frozen=True, slots=True)
class Fault:
    code: str
    """Its anchor in the documentation."""
    out: Out
    """The verdict on a bot that was ready; one that was not is never-ready."""
    says: str
    """The words of its sentence, with fields; where others word it, those that are always there."""
    means: str
    do: str
    sign: str = ""
    """The pattern that it is known by, where its words alone are too little of one."""
    known_by: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        words = ".*?".join(map(re.escape, FIELD.sub("\0", self.says).split("\0")))
        object.__setattr__(self, "known_by", re.compile(self.sign or words))

    def failed(self, **figures: object) -> Failed:
        return Failed(self.out, self.says.format_map(figures))

    @property
    def shown(self) -> str:
        """Its words, with dots where something is filled in."""
        return FIELD.sub("…", self.says)
