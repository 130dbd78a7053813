"""A bundle's build: its command over a writable copy of its files, inside the same walls as a match."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from athanor_contract.bundle import BundleFault
from sandbox import files
from sandbox.interface import Built, Launch, SandboxFault
from sandbox.runtimes.table import PYTHON

if TYPE_CHECKING:
    from sandbox.drivers.box import CommonBox

WORKSHOP = "/mnt"
"""Where the bundle's files lie, read-only, while it is built in /bot."""


def workshop_argv(command: tuple[str, ...]) -> list[str]:
    return [PYTHON, "-P", "-m", "athanor_adapter.workshop", WORKSHOP, "--", *command]


async def outcome(box: CommonBox, launch: Launch, within: float) -> Built:
    """Runs the build and takes what it leaves in /bot: the folder is held, so it outlives the processes."""
    try:
        await box.start(guarded=False)
        try:
            code = await asyncio.wait_for(box.ended(), within)
        except TimeoutError:
            return await _failed(box, f"the build took longer than {within:g} seconds", "timeout")
        if code != 0:
            return await _failed(box, f"the build command ended with exit code {code}")
        await box.silence()
        try:
            left = await asyncio.to_thread(files.take, box.held_folder)
        except files.TooBig as problem:
            return await _failed(box, f"what the build left holds {problem}", "too-big")
        except files.Unwanted as problem:
            return await _failed(box, f"what the build left cannot be kept: {problem}")
        except OSError as error:
            raise SandboxFault(f"what the build left could not be read: {error}") from error
        remains = await box.kill()
        return await asyncio.to_thread(kept, launch, left, remains.log.decode(errors="replace"))
    finally:
        await box.kill()


def kept(launch: Launch, left: Mapping[str, bytes], log: str) -> Built:
    """What a build left that ended well."""
    try:
        return Built(True, log, bundle=launch.bundle.built(left))
    except BundleFault as fault:
        problem = fault.message
        return Built(False, f"{log.rstrip()}\n\n{problem}\n".lstrip(), "no-bundle", problem, code=fault.code)


async def _failed(
    box: CommonBox, problem: str, reason: Literal["failed", "timeout", "too-big"] = "failed"
) -> Built:
    """With what the build printed. The box is not needed any more: its log is complete then."""
    remains = await box.kill()
    if remains.out_of_memory:
        problem = f"{problem}: it needed more memory than it may have"
    text = remains.log.decode(errors="replace")
    return Built(False, f"{text.rstrip()}\n\n{problem}\n".lstrip(), reason, problem)
