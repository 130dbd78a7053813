"""The example of `sandbox/README.md` runs a bot."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from athanor_contract.bundle import Packed, of_path
from sandbox.drivers import driver_named
from sandbox.interface import Driver, Launch, Remains, SandboxFault
from tests import blocks
from tests.sandbox.playing import bundle

BOT = "import sys\nprint('here I am', file=sys.stderr)\nfor line in sys.stdin: pass\n"


@pytest.mark.slow
async def test_the_example_runs_a_bot(
    state: Path, made: Callable[[str], Driver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made("bubblewrap")  # what lacks here is told by it
    monkeypatch.delenv("ATHANOR_SANDBOXD", raising=False)
    (example,) = blocks.of_kind("python sandbox")
    names: dict[str, Any] = {"driver_named": driver_named, "Launch": Launch, "SandboxFault": SandboxFault}
    names |= {"Packed": Packed, "of_path": of_path}
    names |= {"state": state, "path": bundle(tmp_path / "bot", {"bot.py": BOT}) / "bot.py"}
    code = compile(example.text, example.place, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    await eval(code, names)
    remains = names["remains"]
    assert isinstance(remains, Remains)
    assert b"here I am" in remains.log
