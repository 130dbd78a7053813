"""Bots as gRPC servers on Unix sockets, honest and otherwise: what each says to the referee's messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from athanorpb.v1 import bot_pb2, game_pb2, poison_pb2

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


async def silent(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    await asyncio.sleep(3600)
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


async def adapter_complains(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the program said 'hello', which is no JSON")
    yield b""


async def illegal(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    """The same illegal action, to the same ask, as often as it is refused."""
    action = game_pb2.Action(poison=poison_pb2.Action(play=poison_pb2.Action.Play(card="green-9")))
    yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=3, action=action)).SerializeToString()


async def never_ready(requests: Requests, context: Any) -> AsyncIterator[bytes]:
    await asyncio.sleep(3600)
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
async def serving(bots: dict[str, Bot], folder: Path) -> AsyncIterator[dict[str, str]]:
    """The target of each bot, by its name."""
    servers, targets = [], {}
    for name, bot in bots.items():
        server = grpc.aio.server()
        handler = grpc.stream_stream_rpc_method_handler(bot, request_deserializer=bot_pb2.ToBot.FromString)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("athanor.v1.Bot", {"Play": handler}),)
        )
        targets[name] = f"unix:{folder / name}"
        server.add_insecure_port(targets[name])
        await server.start()
        servers.append(server)
    try:
        yield targets
    finally:
        for server in servers:
            await server.stop(None)
