"""Honest programs need no call that is not on the list: here one that is not is death, and not an error."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver
from sandbox.seccomp import POLICY
from sandbox.walls import powers
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import BOTS, launch_of, running, talking

STRICT = dataclasses.replace(POLICY, unnamed_kills=True)


@pytest.mark.parametrize("kind", WALLED)
async def test_honest_programs_make_no_call_that_is_not_on_the_list(
    kind: str, made: Callable[[str], Driver], state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(kind)
    monkeypatch.setattr(powers, "POLICY", STRICT)
    driver = (Bubblewrap if kind == "bubblewrap" else Docker)(state)
    async with running(driver, launch_of(BOTS / "everything.py"), within=60) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
    came = json.loads(bot.notes[-1])
    assert came["probe"] == -31, "the list is not strict here: a call that is not on it is no death"
    del came["probe"]
    assert came == dict.fromkeys(came, "done")
    assert len(came) == 12
