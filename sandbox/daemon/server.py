"""The socket and who is served over it: each connection by a task of its own, each request by one more."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Final

from sandbox.daemon import peers
from sandbox.daemon.connections import Connection, Gone
from sandbox.daemon.store import Unknown
from sandbox.daemon.verbs import Answer, Client, House
from sandbox.daemon.wire import BadFrame, BadRequest, Head
from sandbox.interface import HostStalled, NotReady, RuntimeMissing, SandboxFault

BACKLOG: Final = 1024
MOST_CONNECTIONS: Final = 1024
MOST_OF_ONE: Final = 512
"""Connections of one process."""
MOST_AT_ONCE: Final = 16
"""Requests of one connection that are under way: the next is not read before one of them is done."""
PAUSE: Final = 0.1
"""Seconds before connections are taken again, after the machine had no descriptor left for one."""
LAST_WORDS: Final = 3.0
"""Seconds for all connections to end, once they are told to."""
CALLING_OFF: Final = 30.0
"""Seconds for the requests of a connection that has ended."""
LONGEST_REASON: Final = 2000

Work = Callable[[Head], Coroutine[None, None, Answer]]

log = logging.getLogger(__name__)


def listening(path: Path, group: int | None) -> socket.socket:
    """The socket at the path, which whoever may connect can reach: its owner, and the group if there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Made aside and renamed into place: there is never one that is not yet guarded, and never none.
    aside = path.with_name(f".{path.name}.new")
    aside.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(aside))
        aside.chmod(0o600)
        if group is not None:
            aside.chmod(0o660)
            os.chown(aside, -1, group)
        listener.listen(BACKLOG)
        listener.setblocking(False)
        aside.rename(path)
    except BaseException:
        listener.close()
        raise
    return listener


class Server:
    def __init__(self, house: House, listener: socket.socket, group: int | None) -> None:
        self._house = house
        self._listener = listener
        self._group = group
        self._serving: set[asyncio.Task[None]] = set()
        self._of: Counter[int] = Counter()

    async def serve(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, _ = await loop.sock_accept(self._listener)
            except OSError as error:
                log.warning("no connection could be taken: %s", error.strerror)
                await asyncio.sleep(PAUSE)
                continue
            try:
                peer = peers.of(line)
            except OSError as error:
                log.warning("who wants to connect cannot be told: %s", error)
                line.close()
                continue
            connection = Connection(line, peer)
            # What is there already is taken without waiting: a crowd at the door must not stop all else.
            await asyncio.sleep(0)
            if (refusal := self._refusal(peer)) is not None:
                self._keep(_refuse(connection, refusal))
            else:
                self._of[peer.pid] += 1
                self._keep(self._served(connection))

    async def end(self) -> None:
        """Takes no more connections, and ends those that are there."""
        self._listener.close()
        for task in self._serving:
            task.cancel()
        if self._serving:
            await asyncio.wait(set(self._serving), timeout=LAST_WORDS)

    def _refusal(self, peer: peers.Peer) -> str | None:
        if not peers.may_connect(peer, self._group):
            log.warning("process %d of user %d may not connect", peer.pid, peer.uid)
            return "this user may not use sandboxd: it is for the group that it was started with"
        if len(self._serving) >= MOST_CONNECTIONS:
            return f"sandboxd has {MOST_CONNECTIONS} connections already"
        if self._of[peer.pid] >= MOST_OF_ONE:
            return f"process {peer.pid} has {MOST_OF_ONE} connections already"
        return None

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _served(self, connection: Connection) -> None:
        session = Session(self._house, connection)
        try:
            await session.run()
        except (Gone, BadFrame) as problem:
            log.info("process %d: %s", connection.peer.pid, problem)
            if isinstance(problem, BadFrame):
                with contextlib.suppress(Gone):
                    await connection.send({"fault": f"bad frame: {problem}"})
        except Exception:
            log.exception("the connection of process %d failed", connection.peer.pid)
        finally:
            await session.end()
            connection.close()
            self._of[connection.peer.pid] -= 1
            if not self._of[connection.peer.pid]:
                del self._of[connection.peer.pid]


async def _refuse(connection: Connection, why: str) -> None:
    with contextlib.suppress(Gone):
        await connection.send({"fault": why})
    connection.close()


class Session:
    """One connection: its requests, one task each, and its slots."""

    def __init__(self, house: House, connection: Connection) -> None:
        self._house = house
        self._connection = connection
        self._client = Client(house, connection.peer.pid)
        self._free = asyncio.Semaphore(MOST_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the other end closes. Raises Gone and BadFrame."""
        while True:
            may_idle = self._client.holds_slots or bool(self._tasks)
            head = await self._connection.head(may_idle)
            if head is None:
                return
            if head.get("bytes"):
                raise BadFrame("a request has no body")
            if head.get("verb") == "deliver":
                await self._deliver(head)
                continue
            await self._free.acquire()
            task = asyncio.create_task(self._handle(head, self._client.answer))
            self._tasks.add(task)
            task.add_done_callback(self._done)

    async def end(self) -> None:
        """Its requests are called off, its slots end."""
        self._connection.hang_up()
        for task in self._tasks:
            task.cancel()
        self._client.leave()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=CALLING_OFF)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._free.release()
        if task.cancelled():
            # A slot that was acquired while it was called off.
            self._client.leave()

    async def _deliver(self, head: Head) -> None:
        """Done before any other request is read, which may come with a descriptor too."""
        if (received := self._connection.descriptor()) is None:
            await self._handle(head, _without_bundle)
            return
        with contextlib.closing(received):
            async with self._house.delivering:
                await self._handle(head, lambda head: self._client.deliver(head, received))

    async def _handle(self, head: Head, work: Work) -> None:
        answer = await _outcome(head, work)
        try:
            await self._connection.send({**answer.head, "id": head.get("id")}, answer.descriptors, answer.body)
        except Gone:
            self._connection.hang_up()
        finally:
            answer.sent()


async def _without_bundle(head: Head) -> Answer:
    raise BadRequest("`deliver` comes with the descriptor of a bundle")


async def _outcome(head: Head, work: Work) -> Answer:
    try:
        return await work(head)
    except NotReady as failure:
        return Answer({"not_ready": failure.problem[:LONGEST_REASON]})
    except RuntimeMissing as lack:
        return Answer({"fault": str(lack)[:LONGEST_REASON], "code": "runtime-missing"})
    except HostStalled as stall:
        return Answer({"fault": str(stall)[:LONGEST_REASON], "code": "host-stalled"})
    except SandboxFault as fault:
        return Answer({"fault": str(fault)[:LONGEST_REASON]})
    except Unknown:
        return Answer({"fault": "no such bundle was delivered", "code": "unknown"})
    except BadRequest as problem:
        return Answer({"fault": f"bad request: {problem}", "code": "bad-request"})
    except Exception as problem:
        log.exception("%s failed", head.get("verb"))
        return Answer({"fault": f"sandboxd failed: {type(problem).__name__}: {problem}"[:LONGEST_REASON]})
