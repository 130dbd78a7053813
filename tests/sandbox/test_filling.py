"""A box that is ended while its bundle is laid out: nothing is written by its path afterwards."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from threading import Event

import pytest

from athanor_contract.bundle import Packed, read
from sandbox import files
from sandbox.drivers.box import NOTHING, CommonBox
from sandbox.interface import SandboxFault, Stats

BOT = Packed.of(read(b"def choose(ask): ...\n", "bot.py"))


class Box(CommonBox):
    """Without walls or a program: it notes what is done to it, one after another."""

    def __init__(self, bundle: Path) -> None:
        super().__init__(bundle)
        self.done: list[str] = []
        self.may_fill = Event()
        self.fills = Event()

    def fill_slowly(self, bundle: Packed, target: Path) -> None:
        self.fills.set()
        self.may_fill.wait()
        self.done.append("filled")

    async def _end_processes(self) -> None:
        # What comes next is done before this, unless it waits.
        asyncio.get_running_loop().call_soon(self.may_fill.set)

    async def _destroy(self) -> None:
        self.done.append("destroyed")

    async def _open(self) -> None: ...

    async def _catch_up(self) -> None: ...

    def _measure(self) -> Stats:
        return NOTHING

    def _is_out_of_memory(self) -> bool:
        return False


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    made = Box(tmp_path)
    monkeypatch.setattr(files, "fill", made.fill_slowly)
    return made


@pytest.mark.parametrize("is_waited_for", [True, False], ids=["waited for", "given up by its caller"])
async def test_a_box_that_is_filled_keeps_its_files_until_that_is_over(box: Box, *, is_waited_for: bool) -> None:
    filling = asyncio.create_task(box.fill(BOT))
    await asyncio.to_thread(box.fills.wait)
    if not is_waited_for:
        filling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await filling
    await box.kill()
    assert box.done == ["filled", "destroyed"]
    if is_waited_for:
        await filling


async def test_a_box_that_was_ended_is_not_filled_any_more(box: Box) -> None:
    await box.kill()
    with pytest.raises(SandboxFault, match="was ended before it had its bundle"):
        await box.fill(BOT)
    assert box.done == ["destroyed"]
