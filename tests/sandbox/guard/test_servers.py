"""The guard against gRPC's own servers, with their habits. Those of other languages play in `languages`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent import futures
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from arena.referee.line import End, Line
from sandbox.interface import NotReady
from tests.arena.referee.servers import READY, guarded, indexed
from tests.sandbox.playing import ask, over, welcome
from tests.waiting import PATIENCE, reached

PING, ACK = 6, 1
SERVING, NOT_SERVING = b"\x08\x01", b"\x08\x02"
Says = Callable[[int], bytes | list[bytes]]


def handlers(play: Any, check: Any, unary: Any, stream: Any) -> list[Any]:
    """Of bytes, not of messages: what is no message is said too."""
    made = [grpc.method_handlers_generic_handler("athanor.v1.Bot", {"Play": stream(play)})]
    if check is not None:
        made.append(grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": unary(check)}))
    return made


@contextmanager
def threads(
    path: Path, says: Says = indexed, check: Any = lambda request, context: SERVING, **how: Any
) -> Iterator[None]:
    """gRPC's server of threads, as the Python SDK has it."""

    def play(requests: Iterator[bytes], context: Any) -> Iterator[bytes]:
        asked = 0
        for words in requests:
            if words[:1] == b"\x0a":
                yield READY
            elif words[:1] == b"\x12":
                asked += 1
                said = says(asked)
                yield from said if isinstance(said, list) else [said]

    server = grpc.server(futures.ThreadPoolExecutor(4), **how)
    stream, unary = grpc.stream_stream_rpc_method_handler, grpc.unary_unary_rpc_method_handler
    server.add_generic_rpc_handlers(handlers(play, check, unary, stream))
    server.add_insecure_port(f"unix:{path}")
    server.start()
    try:
        yield
    finally:
        server.stop(None).wait()


@asynccontextmanager
async def talked_to(path: Path, within: float = 10.0) -> AsyncIterator[Line]:
    guard = await guarded(path, within)
    line = Line(guard.line)
    try:
        yield line
    finally:
        line.close()
        await guard.end()


@asynccontextmanager
async def overheard(server: Path, path: Path) -> AsyncIterator[list[bytes]]:
    """A way to the server along which the answers to its pings are noted."""
    answered: list[bytes] = []
    passing: list[asyncio.Task[None]] = []

    async def back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def forth(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(24))
        with suppress(asyncio.IncompleteReadError):
            while True:
                head = await reader.readexactly(9)
                writer.write(head + await reader.readexactly(int.from_bytes(head[:3], "big")))
                if (head[3], head[4]) == (PING, ACK):
                    answered.append(head)
        writer.close()

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(server)
        passing.extend(
            (asyncio.create_task(forth(reader, to_server)), asyncio.create_task(back(from_server, writer)))
        )

    listener = await asyncio.start_unix_server(passed, path)
    try:
        yield answered
    finally:
        listener.close()
        await asyncio.gather(*passing)


async def heard(line: Line) -> bytes | End:
    return await asyncio.wait_for(line.hear(), PATIENCE)


async def at_once() -> None:
    """Nothing comes between two questions."""


async def a_match(line: Line, asks: int, pause: Callable[[], Awaitable[object]] = at_once, **asked: Any) -> End:
    await line.ask(welcome().SerializeToString())
    assert await heard(line) == READY
    for number in range(1, asks + 1):
        await pause()
        await line.ask(ask(number, **asked).SerializeToString())
        assert await heard(line) == indexed(number)
    await line.part(over().SerializeToString())
    end = await heard(line)
    assert isinstance(end, End)
    return end


CLOSED = End("closed", "it closed the stream")


async def test_a_server_of_threads_plays_a_match(tmp_path: Path) -> None:
    with threads(tmp_path / "bot"):
        async with talked_to(tmp_path / "bot") as line:
            assert await a_match(line, 100) == CLOSED


async def test_questions_of_a_megabyte_pass_the_servers_flow_control(tmp_path: Path) -> None:
    many = [{"play": {"card": "red-4", "cauldron": 0}}] * 50_000
    with threads(tmp_path / "bot"):
        async with talked_to(tmp_path / "bot") as line:
            assert await a_match(line, 5, actions=many) == CLOSED
            assert line.sent > 2_500_000


async def test_the_largest_message_comes_through_and_none_that_is_larger(tmp_path: Path) -> None:
    largest = b"\x12" + bytes(64 * 1024 - 1)
    with threads(tmp_path / "bot", lambda number: largest if number < 20 else largest + b"\0"):
        async with talked_to(tmp_path / "bot") as line:
            await line.ask(welcome().SerializeToString())
            await heard(line)
            for number in range(1, 20):
                await line.ask(ask(number).SerializeToString())
                assert await heard(line) == largest
            await line.ask(ask(20).SerializeToString())
            assert await heard(line) == End("malformed", "it said a message of 65537 bytes, 65536 allowed")


async def test_a_server_that_compresses_unasked_is_told_not_to(tmp_path: Path) -> None:
    """gRPC's own does, whatever it was offered, where it is told to and it pays."""
    long = b"\x12" + bytes(5_000)
    with threads(tmp_path / "bot", lambda number: long, compression=grpc.Compression.Gzip):
        async with talked_to(tmp_path / "bot") as line:
            await line.ask(welcome().SerializeToString())
            assert await heard(line) == READY
            await line.ask(ask(1).SerializeToString())
            end = await heard(line)
    assert isinstance(end, End)
    assert end.detail == "it said a compressed message, which nobody asked it for: its server must not compress"


async def test_a_server_that_wants_to_know_whether_we_live_is_told_in_another_turn(tmp_path: Path) -> None:
    options = (
        ("grpc.keepalive_time_ms", 100),
        ("grpc.keepalive_timeout_ms", 60_000),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.keepalive_permit_without_calls", 1),
    )
    with threads(tmp_path / "server", options=options):
        async with overheard(tmp_path / "server", tmp_path / "bot") as pings, talked_to(tmp_path / "bot") as line:

            async def some_pings() -> None:
                before = len(pings)
                await reached(lambda: len(pings) > before, "the guard to answer pings while nobody is asked")

            assert await a_match(line, 2, pause=some_pings) == CLOSED


async def test_a_server_that_is_not_serving_yet_is_asked_again(tmp_path: Path) -> None:
    asked: list[bytes] = []

    def check(request: bytes, context: Any) -> bytes:
        asked.append(request)
        return SERVING if len(asked) > 5 else NOT_SERVING

    with threads(tmp_path / "bot", check=check):
        async with talked_to(tmp_path / "bot") as line:
            assert await a_match(line, 3) == CLOSED
    assert asked == [b""] * 6


async def test_a_server_that_never_serves_is_not_ready(tmp_path: Path) -> None:
    refused = pytest.raises(NotReady, match=r"within 0\.5 seconds: it says that it is not serving")
    with threads(tmp_path / "bot", check=lambda request, context: NOT_SERVING), refused:
        await guarded(tmp_path / "bot", 0.5)


async def test_what_a_server_says_instead_is_told(tmp_path: Path) -> None:
    def check(request: bytes, context: Any) -> bytes:
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, "the book is not loaded")
        return b""

    refused = pytest.raises(NotReady, match=r"it answered FAILED_PRECONDITION: the book is not loaded")
    with threads(tmp_path / "bot", check=check), refused:
        await guarded(tmp_path / "bot", 0.5)


async def test_a_server_without_the_health_service_is_up_when_it_answers(tmp_path: Path) -> None:
    with threads(tmp_path / "bot", check=None):
        async with talked_to(tmp_path / "bot") as line:
            assert await a_match(line, 3) == CLOSED


async def test_notes_in_another_turn_wait_for_the_next_question(tmp_path: Path) -> None:
    note = b"\x1a\x06\x0a\x04" + b"hmm!"
    with threads(tmp_path / "bot", lambda number: [note] * 3 + [indexed(number)] + [note] * 3):
        async with talked_to(tmp_path / "bot") as line:
            await line.ask(welcome().SerializeToString())
            assert await heard(line) == READY
            said: list[bytes | End] = []
            for number in (1, 2):
                await line.ask(ask(number).SerializeToString())
                while (words := await heard(line)) != indexed(number):
                    said.append(words)
            assert said[:3] == [note] * 3
            assert set(said) == {note}
            assert len(said) == 9


async def test_an_aio_server_plays_a_match(tmp_path: Path) -> None:
    async def play(requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
        number = 0
        async for words in requests:
            if words[:1] == b"\x0a":
                yield READY
            elif words[:1] == b"\x12":
                number += 1
                yield indexed(number)

    async def check(request: bytes, context: Any) -> bytes:
        return SERVING

    server = grpc.aio.server()
    stream, unary = grpc.stream_stream_rpc_method_handler, grpc.unary_unary_rpc_method_handler
    server.add_generic_rpc_handlers(handlers(play, check, unary, stream))
    server.add_insecure_port(f"unix:{tmp_path / 'bot'}")
    await server.start()
    async with talked_to(tmp_path / "bot") as line:
        assert await a_match(line, 100) == CLOSED
    await server.stop(None)
