"""A client of sandboxd that is called off at one moment after another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from sandbox.daemon.calls import Answer, Call


@contextlib.contextmanager
def left_at(moment: int, meanwhile: Callable[[], object]) -> Iterator[list[str]]:
    """Who talks to sandboxd is called off after so many requests and answers, and after `meanwhile`. Yields what
    was said and heard."""
    passed: list[str] = []
    send, ask = Call._send, Call.ask

    def note(what: str) -> None:
        passed.append(what)
        if len(passed) == moment:
            meanwhile()
            task = asyncio.current_task()
            assert task is not None
            task.cancel()

    async def asked(self: Call, head: Mapping[str, Any], within: float, descriptor: int | None = None) -> Answer:
        async def said(call: Call, data: bytes, descriptor: int | None = None) -> None:
            await send(call, data, descriptor)
            note(f"said {head['verb']}")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Call, "_send", said)
            answer = await ask(self, head, within, descriptor)
        note(f"heard {head['verb']}")
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Call, "ask", asked)
        yield passed
