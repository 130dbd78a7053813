"""Bytes by descriptor: nobody can change them, and what could make the reader wait or change is not read."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.daemon.sealed import SEALS, Unsealed, content_of, let_go, sealed
from tests.sandbox.daemon.raw import unread
from tests.waiting import until


def test_what_is_sealed_is_read_and_its_descriptor_is_closed() -> None:
    content = os.urandom(3_000_000)
    descriptor = sealed(content)
    assert content_of(descriptor, len(content)) == content
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
    assert content_of(sealed(b""), 0) == b""


def test_nobody_can_change_it_any_more() -> None:
    descriptor = sealed(b"content")
    try:
        for change in (lambda: os.pwrite(descriptor, b"x", 0), lambda: os.ftruncate(descriptor, 0)):
            with pytest.raises(PermissionError):
                change()
        with pytest.raises(PermissionError):
            fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE)
    finally:
        os.close(descriptor)


def test_more_than_the_most_is_not_read() -> None:
    with pytest.raises(Unsealed, match="it has 5 bytes: 4 are the most"):
        content_of(sealed(b"12345"), 4)


def unsealed() -> int:
    descriptor = os.memfd_create("test", os.MFD_ALLOW_SEALING)
    os.write(descriptor, b"content")
    return descriptor


def half_sealed() -> int:
    descriptor = unsealed()
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, SEALS & ~fcntl.F_SEAL_WRITE)
    return descriptor


def not_readable() -> int:
    descriptor = sealed(b"content")
    try:
        return os.open(f"/proc/self/fd/{descriptor}", os.O_PATH)
    finally:
        os.close(descriptor)


def pipe() -> int:
    reading, writing = os.pipe()
    os.close(writing)
    return reading


def one_end() -> int:
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as line:
        return os.dup(line.fileno())


OTHERS: dict[str, Callable[[], int]] = {
    "a file": lambda: os.open(__file__, os.O_RDONLY),
    "a folder": lambda: os.open(Path(__file__).parent, os.O_RDONLY),
    "a device": lambda: os.open("/dev/zero", os.O_RDONLY),
    "a pipe": pipe,
    "a socket": one_end,
    "memory that is not sealed": unsealed,
    "memory that can be written to": half_sealed,
    "a path": not_readable,
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_could_change_or_make_us_wait_is_refused_and_closed(what: str) -> None:
    descriptor = OTHERS[what]()
    with pytest.raises(Unsealed, match="a sealed memory file"):
        content_of(descriptor, 1000)
    until(lambda: not Path(f"/proc/self/fd/{descriptor}").exists(), "it to be closed")


def test_a_socket_that_would_keep_its_last_holder_waiting_keeps_nobody_elses_descriptor_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sending, other = unread(listener)
        with other:
            behind = pipe()
            let_go(sending.detach())
            let_go(behind)
            until(lambda: not Path(f"/proc/self/fd/{behind}").exists(), "the one behind it to be closed")
