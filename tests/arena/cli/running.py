"""Runs `athanor` as a person would, in this process."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from arena.cli.main import main


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line on stderr."""
        (line,) = self.err.splitlines()
        return line


def athanor(capsys: pytest.CaptureFixture[str], *words: object) -> Said:
    capsys.readouterr()
    code = main([str(word) for word in words])
    captured = capsys.readouterr()
    return Said(code, captured.out, captured.err)
