"""Bots as gRPC servers on Unix sockets, honest and otherwise: what each says to the referee's messages."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from arena.referee.line import Line
from athanorpb.v1 import bot_pb2, game_pb2, poison_pb2
from sandbox import readiness
from sandbox.guard.process import Guard
from tests.waiting import PATIENCE, reached

Requests = AsyncIterator[bot_pb2.ToBot]
Bot = Callable[[Requests, Any], AsyncIterator[bytes]]

READY = bot_pb2.FromBot(ready=bot_pb2.Ready(protocol=1)).SerializeToString()


def indexed(number: int, index: int = 0) -> bytes:
    return bot_pb2.FromBot(answer=bot_pb2.Answer(number=number, index=index)).SerializeToString()


def note(text: str) -> bytes:
    return bot_pb2.FromBot(note=bot_pb2.Note(text=text)).SerializeToString()


async def honest(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    """Says the first listed action, once by its place and once in full."""
    async for message in requests:
        if message.HasField("welcome"):
            yield READY
        elif message.HasField("ask"):
            ask = message.ask
            if ask.number % 2:
                yield indexed(ask.number)
            else:
                answer = bot_pb2.Answer(number=ask.number, action=ask.legal.actions[0])
                yield bot_pb2.FromBot(answer=answer).SerializeToString()


def at_ask(number: int, misbehave: Bot) -> Bot:
    """Honest until that ask, and then something else."""

    async def play(requests: Requests, context: Any) -> AsyncIterator[bytes]:
        async for message in requests:
            if message.HasField("welcome"):
                yield READY
            elif message.HasField("ask") and message.ask.number < number:
                yield indexed(message.ask.number)
            elif message.HasField("ask") or message.HasField("refused"):
                async for words in misbehave(requests, context):
                    yield words

    return play


def leaving_after(number: int) -> Bot:
    """Answers that ask, and is gone while nobody asks it anything."""

    async def play(requests: Requests, context: Any) -> AsyncIterator[bytes]:
        async for message in requests:
            if message.HasField("welcome"):
                yield READY
            elif message.HasField("ask"):
                yield indexed(message.ask.number)
                if message.ask.number == number:
                    return

    return play


def answering_ask_2_after(condition: Callable[[], bool]) -> Bot:
    """Honest, and it thinks about its second answer until something has happened."""

    async def play(requests: Requests, context: Any) -> AsyncIterator[bytes]:
        async for message in requests:
            if message.HasField("welcome"):
                yield READY
            elif message.HasField("ask"):
                if message.ask.number == 2:
                    await reached(condition, "what a bot waits for before it answers")
                yield indexed(message.ask.number)

    return play


async def silent(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    await asyncio.Event().wait()
    yield b""


async def leaving(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    context.set_code(grpc.StatusCode.OK)
    await context.abort(grpc.StatusCode.ABORTED, "the program ended with code 3 " + "x" * 3000)
    yield b""


async def crashing(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    raise RuntimeError("a bot's own mistake")
    yield b""


async def gibberish(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield b"\xff\xfe\xfd no message"


async def oversized(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield note("x" * 70_000)


async def stale(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield indexed(1)


async def ready_again(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield READY


async def empty_answer(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=3)).SerializeToString()


async def chattering(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    while True:
        yield note("and another thing")


async def flooding(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    """More than the guard takes, of messages that nobody knows: in a moment, so that they come as one."""
    for _ in range(5_000):
        yield b""


async def adapter_complains(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the program said 'hello', which is not JSON")
    yield b""


async def illegal(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    """The same illegal action, to the same ask, as often as it is refused."""
    action = game_pb2.Action(poison=poison_pb2.Action(play=poison_pb2.Action.Play(card="green-9")))
    yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=3, action=action)).SerializeToString()


async def never_ready(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    await asyncio.Event().wait()
    yield b""


async def old_fashioned(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield bot_pb2.FromBot(ready=bot_pb2.Ready(protocol=99)).SerializeToString()


async def over_eager(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    yield indexed(1)


async def talkative(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    """Honest, with a note before each answer, and an empty message that nobody knows."""
    async for message in requests:
        if message.HasField("welcome"):
            yield READY
        elif message.HasField("ask"):
            yield note(f"ask {message.ask.number}")
            yield b""
            yield indexed(message.ask.number)


@asynccontextmanager
async def serving(bots: dict[str, Bot], folder: Path) -> AsyncIterator[dict[str, Line]]:
    """A line to each bot, by its name, with a guard at the other end as in a match."""
    servers: list[grpc.aio.Server] = []
    guards: list[Guard] = []
    lines = {}
    try:
        for name, bot in bots.items():
            servers.append(await serve(bot, folder / name))
            guards.append(await guarded(folder / name))
            lines[name] = Line(guards[-1].line)
        yield lines
    finally:
        for line in lines.values():
            line.close()
        for guard in guards:
            await guard.end()
        for server in servers:
            await server.stop(None)


async def serve(bot: Bot, path: Path) -> grpc.aio.Server:
    server = grpc.aio.server()
    handler: grpc.RpcMethodHandler[bot_pb2.ToBot, bytes] = grpc.stream_stream_rpc_method_handler(
        bot, request_deserializer=bot_pb2.ToBot.FromString
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("athanor.v1.Bot", {"Play": handler}),))
    server.add_insecure_port(f"unix:{path}")
    await server.start()
    return server


class Socket:
    """The way to a server whose socket is an ordinary one."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def connected(self) -> socket.socket | None:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(self.path))
        except OSError:
            connection.close()
            return None
        return connection


async def guarded(path: Path, within: float = PATIENCE) -> Guard:
    """A guard whose bot is up. Raises NotReady."""
    guard = Guard()
    await introduced(guard, path, within)
    return guard


async def introduced(guard: Guard, path: Path, within: float = PATIENCE) -> None:
    """Once its bot is up. Raises NotReady, and ends the guard."""
    try:
        never: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        await readiness.wait(Socket(path), guard, never, str, readiness.Patience(within))
    except BaseException:
        await guard.end()
        raise
