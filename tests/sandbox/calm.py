"""A machine that has nothing else to do, for who plays on one whose every processor is busy.

What a busy machine keeps from a bot is granted to it, and too much of it makes the match void; an attack is to be
judged by what it does itself. So the time in which a box did not run is taken out of what its host is asked for:
what is left is the crowd, the throttling and the waiting that the box has made for itself. That what a busy host
keeps from a bot is measured and granted is proved in `test_waits` and in the tests of the referee's patience.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from arena.referee import driver, patience
from arena.referee.patience import Host, Withheld
from sandbox import waits
from sandbox.drivers.box import CommonBox
from sandbox.interface import Box, Driver, Launch
from sandbox.pool import Handed
from sandbox.waits import Reading


class Calm:
    """What a box runs on, as if nobody else ran there."""

    def __init__(self, host: Host) -> None:
        self._box = host._box if isinstance(host, Handed) else host
        self._told = self._box.withheld
        self.most = 0.0
        """Milliseconds that it has said it kept from the box, where nobody else ran: the box's own doing."""

    async def watch(self) -> None:
        await self._box.watch()

    async def tell_stack(self) -> None:
        await self._box.tell_stack()

    async def withheld(self) -> Withheld:
        box: Any = self._box
        assert isinstance(box, CommonBox)
        if box._watched is None or box._remains is not None:
            return await self._told()
        found = waits.withheld(box._watched, undisturbed(box._watched, box._reading()))
        self.most = max(self.most, found.ms)
        return found


class Calming:
    """A driver that gives such a host to each box whose bundle has a certain file, and no other."""

    def __init__(self, made_by: Driver, mark: str) -> None:
        self._driver = made_by
        self._mark = mark

    async def prepare(self, launch: Launch) -> Box:
        box: Any = await self._driver.prepare(launch)
        if self._mark in launch.bundle.files:
            box.withheld = Calm(box).withheld
        made: Box = box
        return made

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)


def let_referees_run(patch: pytest.MonkeyPatch) -> None:
    """What a busy machine keeps from the referees of this process is no bot's doing, and makes no match void."""
    more = patience.Patience.more

    async def on_time(self: patience.Patience, late: float) -> float:
        return await more(self, 0.0)

    patch.setattr(patience, "waited", lambda: 0.0)
    patch.setattr(patience.Patience, "more", on_time)
    patch.setattr(driver, "STALL", float("inf"))


def undisturbed(before: Reading, after: Reading) -> Reading:
    """The later reading, had the machine and the guard kept nothing from the box."""
    quiet = dataclasses.replace(after, ours=before.ours, stolen=before.stolen)
    if after.used is None or before.used is None:
        return quiet
    ran = (after.used - before.used) / after.cores
    return dataclasses.replace(quiet, at=min(before.at + ran, after.at))
