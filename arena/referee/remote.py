"""A bot behind a gRPC server on a Unix socket: one stream a match.

The server is a stranger's, or an adapter that a stranger's program feeds, so nothing it does is an error of ours:

- what it may send is bounded (64 KB a message, 8 KB of metadata) and read only while an answer is awaited, so that
  flow control stops a flood; notes count towards the same wait, and only so many are listened to;
- there are no retries and no reconnecting: a stream that ends is a bot that is dead;
- every text that comes from it is cut to `DETAIL_LENGTH`.

Which status says what: INVALID_ARGUMENT, OUT_OF_RANGE, DATA_LOSS, RESOURCE_EXHAUSTED and INTERNAL mean that it
said something that is no message, or too much; any other end of the stream that it is dead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from arena.games.registry import game_named
from arena.referee.asking import PROTOCOL, Ask, Over, Welcome
from arena.referee.conduct import Answer, Failed, Out, Refusal, Reply, shortened
from arena.referee.wire import wire_of
from athanorpb.v1 import bot_pb2

METHOD: Final = "/athanor.v1.Bot/Play"
LARGEST_MESSAGE: Final = 64 * 1024
MOST_NOTES: Final = 1_000
"""A match. A bot that says more is malformed: notes are for its author, and nobody reads so many."""

CHANNEL_OPTIONS: Final = (
    ("grpc.max_receive_message_length", LARGEST_MESSAGE),
    ("grpc.max_metadata_size", 4 * 1024),
    ("grpc.absolute_max_metadata_size", 8 * 1024),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_retries", 0),
    ("grpc.enable_http_proxy", 0),
    # Of the target "unix:..." the default would be the escaped path, which servers of some languages refuse.
    ("grpc.default_authority", "localhost"),
)

NO_MESSAGE: Final = frozenset(
    {
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.OUT_OF_RANGE,
        grpc.StatusCode.DATA_LOSS,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.INTERNAL,
    }
)


GONE: Final = (grpc.RpcError, asyncio.InvalidStateError)
"""What a stream raises whose other end is no more; the second when it was over before we wrote."""


class RemotePlayer:
    """The player of one bot in one match."""

    def __init__(
        self,
        target: str,
        *,
        startup: float = 0.0,
        cpu: Callable[[], float | None] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> None:
        """`cpu` gives the milliseconds that its sandbox has used; `note` takes what it says to its author."""
        self.startup = startup
        self._target = target
        self._cpu = cpu
        self._note = note
        self._notes = 0
        self._channel: grpc.aio.Channel | None = None
        self._stream: Any = None

    async def welcome(self, welcome: Welcome) -> Failed | None:
        self._wire = wire_of(game_named(welcome.game))
        self._channel = grpc.aio.insecure_channel(self._target, options=CHANNEL_OPTIONS)
        play: Any = self._channel.stream_stream(METHOD)
        try:
            self._stream = play(wait_for_ready=True)
            await self._stream.write(self._wire.welcome(welcome))
            message = await self._read()
        except GONE as error:
            return Failed(Out.NEVER_READY, (await self._fault(error)).detail)
        if isinstance(message, Failed):
            return Failed(Out.NEVER_READY, message.detail)
        if message.WhichOneof("kind") != "ready":
            return Failed(Out.NEVER_READY, f"it said {said(message)} before it was ready")
        if message.ready.protocol not in (0, PROTOCOL):
            return Failed(Out.NEVER_READY, f"it speaks version {message.ready.protocol} of the protocol")
        return None

    async def ask(self, ask: Ask) -> Reply:
        happenings = ask.happenings
        try:
            if happenings:
                await self._stream.write(self._wire.happened(happenings))
            return await self._exchange(self._wire.ask(ask))
        except GONE as error:
            return await self._fault(error)

    async def refused(self, refusal: Refusal) -> Reply:
        try:
            return await self._exchange(self._wire.refused(refusal))
        except GONE as error:
            return await self._fault(error)

    async def _exchange(self, words: bytes) -> Reply:
        await self._stream.write(words)
        message = await self._read()
        if isinstance(message, Failed):
            return message
        if message.WhichOneof("kind") != "answer":
            return Failed(Out.MALFORMED, f"it said {said(message)} where an answer was awaited")
        answer = message.answer
        choice = answer.WhichOneof("choice")
        if choice == "index":
            return Answer(answer.number, answer.index)
        if choice == "action":
            return Answer(answer.number, self._wire.said(answer.action))
        return Failed(Out.MALFORMED, "its answer has neither an action nor an index")

    async def _read(self) -> bot_pb2.FromBot | Failed:
        """The next message that is no note."""
        while True:
            words: Any = await self._stream.read()
            if words is grpc.aio.EOF:
                return await self._ended()
            try:
                # Not by gRPC, which would hand on a None.
                message = bot_pb2.FromBot.FromString(words)
            except DecodeError:
                return Failed(Out.MALFORMED, f"it said {len(words)} bytes that are no message")
            kind = message.WhichOneof("kind")
            if kind == "note":
                self._notes += 1
                if self._notes > MOST_NOTES:
                    return Failed(Out.MALFORMED, f"it said more than {MOST_NOTES} notes")
                if self._note is not None:
                    self._note(message.note.text)
            elif kind is not None:
                # A message of a kind that we do not know is ignored.
                return message

    async def _ended(self) -> Failed:
        code = await self._stream.code()
        if code is grpc.StatusCode.OK:
            return Failed(Out.DEAD, "it closed the stream")
        return Failed(
            Out.MALFORMED if code in NO_MESSAGE else Out.DEAD,
            shortened(f"{code.name}: {await self._stream.details()}"),
        )

    async def _fault(self, error: Exception) -> Failed:
        """What a failed write or read says of the bot."""
        if isinstance(error, grpc.aio.AioRpcError):
            out = Out.MALFORMED if error.code() in NO_MESSAGE else Out.DEAD
            return Failed(out, shortened(f"{error.code().name}: {error.details()}"))
        return await self._ended() if self._stream.done() else Failed(Out.DEAD, shortened(str(error)))

    async def over(self, over: Over) -> None:
        if self._stream is None or self._stream.done():
            return
        try:
            if over.happenings:
                await self._stream.write(self._wire.happened(over.happenings))
            await self._stream.write(self._wire.over(over))
            await self._stream.done_writing()
            await self._stream.code()
        except GONE:
            # The match is over: that it went first changes nothing.
            return

    async def close(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
        if self._channel is not None:
            await self._channel.close()

    def cpu(self) -> float | None:
        return None if self._cpu is None else self._cpu()


def said(message: bot_pb2.FromBot) -> str:
    kind = message.WhichOneof("kind")
    return {"ready": "ready", "answer": "an answer"}.get(kind or "", "nothing that we know")
