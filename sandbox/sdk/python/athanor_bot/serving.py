"""The bot's gRPC server: athanor.v1.Bot and grpc.health.v1 on the socket named by ATHANOR_SOCKET.

The main thread plays the stream: it takes the referee's messages in order, calls the bot's functions, and yields
what they give; so a bot may use signals and timers, which Python keeps for that thread. A function that raises has
its traceback printed to the log and the stream ended (ABORTED); one that returns what is no answer, the same
(INVALID_ARGUMENT). An action that the game does not have is sent on without a kind: the referee refuses it as
"malformed", and the bot may correct it. gRPC's own threads do the talking.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Any, NoReturn, TypeAlias

import grpc

from athanor_bot import health
from athanor_bot.asking import Ask, Over, Refused, Welcome
from athanor_bot.functions import Functions
from athanorpb.codec import BadDocument, document_of, message_of
from athanorpb.v1 import bot_pb2, game_pb2

PROTOCOL = 1
SOCKET = "ATHANOR_SOCKET"
OPTIONS = (("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", 16 * 1024 * 1024))
LONGEST_NOTE = 4_000


class Misspoken(Exception):
    """What `choose` returned is no answer; the text says what would be."""


Play: TypeAlias = Callable[[Iterator[bot_pb2.ToBot], grpc.ServicerContext], Iterator[bot_pb2.FromBot]]


class MainThread(ThreadPoolExecutor):
    """A pool of one thread, the one that calls `work`: what gRPC hands in is run there."""

    def __init__(self) -> None:
        super().__init__(max_workers=1)
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, partial(fn, *args, **kwargs)))
        return future

    def work(self) -> NoReturn:
        while True:
            future, task = self._tasks.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(task())
                except BaseException as error:
                    future.set_exception(error)
                    if not isinstance(error, Exception):
                        raise


def serve(functions: Functions) -> NoReturn:
    main = MainThread()
    # Kept: a server that nobody holds is shut down.
    server = start(player_of(functions), main)
    try:
        main.work()
    finally:
        server.stop(None)


def start(play: Play, pool: ThreadPoolExecutor) -> grpc.Server:
    path = os.environ.get(SOCKET)
    if not path:
        sys.exit(f"{SOCKET} is not set: a bot is started by `athanor play` or by the sandbox, which set it")
    if early:
        return early.pop().adopted(play, pool, path)
    server = grpc.server(pool, handlers=handlers(play), options=OPTIONS)
    server.add_insecure_port(f"unix:{path}")
    server.start()
    return server


class Early(ThreadPoolExecutor):
    """A server that was started before there was a bot: it listens where nobody looks until it has one.

    It is the server's thread pool too, and hands on to the bot's: a server is given its pool when it is made.
    """

    def __init__(self, path: str) -> None:
        super().__init__(max_workers=1)
        self._path = path
        self._pool: ThreadPoolExecutor = self
        self._play: Play | None = None
        self._server = grpc.server(self, handlers=handlers(self._played), options=OPTIONS)
        self._server.add_insecure_port(f"unix:{path}")
        self._server.start()

    def adopted(self, play: Play, pool: ThreadPoolExecutor, path: str) -> grpc.Server:
        self._play, self._pool = play, pool
        # Whoever looks for a bot's socket sees one that serves.
        os.rename(self._path, path)
        return self._server

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._pool is self:
            return super().submit(fn, *args, **kwargs)
        return self._pool.submit(fn, *args, **kwargs)

    def withdrawn(self) -> None:
        """There will be no bot for it in this process."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path)

    def _played(
        self, requests: Iterator[bot_pb2.ToBot], context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.FromBot]:
        assert self._play is not None, "nobody knows where it listens before it is adopted"
        return self._play(requests, context)


early: list[Early] = []
"""At most one: made by the launcher of a sandbox that waits for its bot."""


def handlers(play: Play) -> list[grpc.GenericRpcHandler]:
    method = grpc.stream_stream_rpc_method_handler(
        play, request_deserializer=bot_pb2.ToBot.FromString, response_serializer=bot_pb2.FromBot.SerializeToString
    )
    return [grpc.method_handlers_generic_handler("athanor.v1.Bot", {"Play": method}), health.handler()]


def player_of(functions: Functions) -> Play:
    def play(requests: Iterator[bot_pb2.ToBot], context: grpc.ServicerContext) -> Iterator[bot_pb2.FromBot]:
        try:
            yield from Conversation(functions).answers(requests)
        except Misspoken as problem:
            ended(context, grpc.StatusCode.INVALID_ARGUMENT, str(problem))
        except Exception as error:
            if not context.is_active():
                # The referee has left: nobody is there to be told, and nothing is wrong with the bot.
                return
            traceback.print_exc()
            ended(context, grpc.StatusCode.ABORTED, f"{type(error).__name__}: {error}")

    return play


def ended(context: grpc.ServicerContext, code: grpc.StatusCode, why: str) -> NoReturn:
    """Ends the stream, and tells the bot's author why in the log."""
    print(f"athanor: {why}"[:2000], file=sys.stderr, flush=True)
    context.abort(code, why[:500])


class Conversation:
    """One match from the bot's side: the referee's messages in, the bot's out."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self.happened: list[bot_pb2.Happened] = []
        self.asked: bot_pb2.Ask | None = None
        self.seen: list[bot_pb2.Happened] = []

    def answers(self, messages: Iterator[bot_pb2.ToBot]) -> Iterator[bot_pb2.FromBot]:
        for message in messages:
            kind = message.WhichOneof("kind")
            if kind == "ask":
                self.asked, self.seen, self.happened = message.ask, self.happened, []
                yield from self._answer(None)
            elif kind == "event":
                self.happened.append(message.event)
            elif kind == "refused":
                refused = message.refused
                yield from self._answer(Refused(refused.code, refused.reason, refused.strikes_left))
            elif kind == "welcome":
                yield self._ready(message.welcome)
            elif kind == "over":
                self._over(message.over)

    def _ready(self, message: bot_pb2.Welcome) -> bot_pb2.FromBot:
        self.welcome = Welcome.of(message)
        if self.functions.welcome is not None:
            self.functions.welcome(self.welcome)
        return bot_pb2.FromBot(ready=bot_pb2.Ready(protocol=PROTOCOL))

    def _answer(self, refused: Refused | None) -> Iterator[bot_pb2.FromBot]:
        assert self.asked is not None, "the referee asks before it refuses"
        ask = Ask(self.asked, self.welcome, self.seen, refused)
        try:
            choice = self.functions.choose(ask)
        except Exception:
            # What it noted before it failed is what its author wants to read.
            yield from notes_of(ask)
            raise
        yield from notes_of(ask)
        yield bot_pb2.FromBot(answer=answer_of(choice, ask.number, self.welcome.game))

    def _over(self, message: bot_pb2.Over) -> None:
        if self.functions.over is not None:
            events = [document_of(event) for happened in self.happened for event in happened.events]
            self.functions.over(Over(document_of(message.result), message.out, events))


def notes_of(ask: Ask) -> Iterator[bot_pb2.FromBot]:
    for text in ask.notes:
        yield bot_pb2.FromBot(note=bot_pb2.Note(text=text[:LONGEST_NOTE]))


def answer_of(choice: object, number: int, game: str) -> bot_pb2.Answer:
    if isinstance(choice, int) and not isinstance(choice, bool):
        if abs(choice) >= 2**31:
            raise Misspoken(f"choose returned the index {choice}: far beyond the list of legal actions")
        return bot_pb2.Answer(number=number, index=choice)
    if not isinstance(choice, dict):
        raise Misspoken(
            f"choose returned {choice!r:.80}: it must return an action, such as ask.legal[0], or the index of one"
        )
    try:
        return bot_pb2.Answer(number=number, action=message_of(choice, game_pb2.Action, game))
    except BadDocument as problem:
        print(
            f"choose returned {choice!r:.80}, which is no action of {game}: {problem}", file=sys.stderr, flush=True
        )
        return bot_pb2.Answer(number=number, action=game_pb2.Action())
