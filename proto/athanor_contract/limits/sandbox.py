"""What a bot, and a build, may use of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    memory: int = 256 * MIB
    processes: int = 64
    cores: float = 1.0
    open_files: int = 256
    file_size: int = 16 * MIB
    tmp: int = 16 * MIB
    output: int = 128 * 1024
    """Bytes kept of its stderr (and of a build's output), head and tail."""


BUILD_LIMITS: Final = Limits(memory=1024 * MIB, processes=128, open_files=1024, file_size=64 * MIB, tmp=256 * MIB)
"""Of a build: a compiler needs more than a bot."""
