"""Runs `athanor` as a person would, in this process; or how to run it in one of its own."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from arena.cli.main import main

ATHANOR = (sys.executable, "-m", "arena.cli.main")


def environment(**more: str) -> dict[str, str]:
    """Of the command in a process of its own, in whatever folder."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **more}


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


def results(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    """Of a series of Poison that was played to its end."""
    said = athanor(capsys, "play", "poison", *words, "--json")
    assert said.code == 0, said.err
    document: dict[str, Any] = json.loads(said.out)
    return document
