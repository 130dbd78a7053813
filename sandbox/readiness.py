"""Waiting until a bot is up: its socket is there, and its gRPC server answers the health check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Protocol, TypeAlias

import grpc

from sandbox.interface import NotReady

POLL = 0.002
SERVING = b"\x08\x01"
HEALTH_CHECK = "/grpc.health.v1.Health/Check"

OPTIONS = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_retries", 0),
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.min_reconnect_backoff_ms", 20),
    ("grpc.max_receive_message_length", 64 * 1024),
    ("grpc.max_metadata_size", 4096),
    ("grpc.absolute_max_metadata_size", 8192),
)
"""A bot is a hostile server: what it may say to a client is bounded."""

Check: TypeAlias = "grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]"


class Door(Protocol):
    @property
    def target(self) -> str: ...

    def is_open(self) -> bool: ...


async def wait(door: Door, ended: asyncio.Future[int], why: Callable[[], str], within: float) -> None:
    """Returns when the bot is up. Raises NotReady: `ended` is its exit code, `why` the last line of its log."""
    until = monotonic() + within
    while not door.is_open():
        _check_alive(ended, why)
        if monotonic() >= until:
            raise NotReady(f"its gRPC server did not listen on $ATHANOR_SOCKET within {within:g} seconds")
        await asyncio.sleep(POLL)
    async with grpc.aio.insecure_channel(door.target, options=OPTIONS) as channel:
        check: Check = channel.unary_unary(HEALTH_CHECK)
        while True:
            if await _answered(check, until - monotonic()):
                return
            _check_alive(ended, why)
            if monotonic() >= until:
                raise NotReady(f"its gRPC server did not answer the health check within {within:g} seconds")
            await asyncio.sleep(10 * POLL)


async def _answered(check: Check, remaining: float) -> bool:
    try:
        return bool(await check(b"", timeout=max(remaining, 0.01), wait_for_ready=True) == SERVING)
    except grpc.aio.AioRpcError as error:
        # A server without the health service has answered all the same.
        return error.code() is grpc.StatusCode.UNIMPLEMENTED


def _check_alive(ended: asyncio.Future[int], why: Callable[[], str]) -> None:
    if ended.done():
        last = why()
        raise NotReady(
            f"its program ended with exit code {ended.result()} before it was ready"
            + (f"; its log ends: {last}" if last else "")
        )
