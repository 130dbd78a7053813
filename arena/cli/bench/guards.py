"""Guards for the benchmarks: started before the clock is, as those of a match's sandboxes are."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Sequence
from pathlib import Path

from sandbox import readiness
from sandbox.doorway import Outside
from sandbox.guard.process import Guard

PATIENCE = 60.0


async def guards_of(folder: Path, number: int) -> list[Guard]:
    """So many connections to the bot that listens in a folder, each behind a guard of its own."""
    door = Outside(str(folder))
    never: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    guards = []
    try:
        for _ in range(number):
            guards.append(Guard())
            await readiness.wait(door, guards[-1], never, str, readiness.Patience(PATIENCE))
    except BaseException:
        await end(guards)
        raise
    finally:
        door.close()
    return guards


async def end(guards: Sequence[Guard]) -> None:
    for guard in guards:
        await guard.end()


def cpu_seconds(guards: Sequence[Guard]) -> float:
    """Of processor time that they have used until now, to the nanosecond."""
    return sum(int(Path(f"/proc/{guard.pid}/schedstat").read_text().split()[0]) for guard in guards) / 1e9


def cpu_seconds_of_the_dead() -> float:
    """Of processor time that processes have used which we started, and which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
