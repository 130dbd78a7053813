"""What a client does with descriptors that nobody takes: none may stay open, as a worker lives for weeks."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.daemon.calls import Answer, Call
from sandbox.daemon.sealed import NAME, sealed
from sandbox.daemon.wire import encoded
from sandbox.interface import SandboxFault
from tests.waiting import PATIENCE, other_tasks_run


@pytest.fixture
def ends() -> Iterator[tuple[Call, socket.socket]]:
    """A client, and the daemon's end of its line."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    call = Call(ours)
    with contextlib.closing(call), theirs:
        yield call, theirs


def kept() -> list[str]:
    """The memory files that this process has open."""
    found = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            found.append(str(descriptor.readlink()))
    return [name for name in found if NAME in name]


def answer(theirs: socket.socket, size: int, body: bytes) -> None:
    """To the first question, with a descriptor and with some of as many bytes as it says."""
    descriptor = sealed(b"built")
    head = encoded({"id": 1, "descriptors": 1, "bytes": size})
    socket.send_fds(theirs, [head + body], [descriptor])
    os.close(descriptor)


async def asking(call: Call, theirs: socket.socket) -> asyncio.Task[Answer]:
    """Its question has been said."""
    asked = asyncio.create_task(call.ask({"verb": "build"}, PATIENCE))
    await other_tasks_run()
    assert theirs.recv(4096)
    return asked


async def test_a_descriptor_that_comes_is_the_askers(ends: tuple[Call, socket.socket]) -> None:
    call, theirs = ends
    asked = await asking(call, theirs)
    answer(theirs, 3, b"log")
    said = await asked
    assert (bytes(said.body), len(kept())) == (b"log", 1)
    os.close(said.descriptors.pop())


async def test_a_line_that_breaks_within_an_answer_leaves_no_descriptor_open(
    ends: tuple[Call, socket.socket],
) -> None:
    call, theirs = ends
    asked = await asking(call, theirs)
    answer(theirs, 100, b"not all")
    theirs.shutdown(socket.SHUT_WR)
    with pytest.raises(SandboxFault, match="it closed the connection"):
        await asked
    assert kept() == []


async def test_an_answer_that_comes_as_its_asker_is_called_off_leaves_no_descriptor_open(
    ends: tuple[Call, socket.socket],
) -> None:
    call, theirs = ends
    asked = await asking(call, theirs)
    answer(theirs, 3, b"log")
    call._receive()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert kept() == []
