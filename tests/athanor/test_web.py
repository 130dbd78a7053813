"""Slow connections, against the web server in a thread of this process."""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from waitress import wasyncore

from athanor import web

# waitress leaves temporary files of a connection that is cut off to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

THREADS = 2
LARGEST_BODY = 100_000
HALF_A_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_A_BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"
LARGE = 8 * 1024 * 1024


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/large":
        return [b"x" * LARGE]
    return [environ["wsgi.input"].read() or b"hello"]


@pytest.fixture
def port() -> Iterator[int]:
    (server,) = web.servers(web.logged(application), "127.0.0.1:0", THREADS, LARGEST_BODY)
    thread = threading.Thread(target=server.run)
    thread.start()
    left: dict[int, Any] = {}
    yield int(server.effective_port)
    server.trigger.pull_trigger(lambda: _leave(server._map, left))
    thread.join()
    server.task_dispatcher.shutdown()
    wasyncore.close_all(left)


def _leave(sockets: dict[int, Any], left: dict[int, Any]) -> None:
    """Ends the server's loop. Its trigger stays open: who pulled it may not have come to write to it yet."""
    left.update(sockets)
    sockets.clear()


@pytest.fixture
def connection() -> Iterator[web.Connection]:
    """One that no server's thread looks at."""
    (server,) = web.servers(application, "127.0.0.1:0", 0, LARGEST_BODY)
    ours, theirs = socket.socketpair()
    with contextlib.closing(theirs), contextlib.closing(server):
        one = web.Connection(server, ours, ("127.0.0.1", 1), server.adj, map=server._map)
        yield one
        one.handle_close()


def opened(port: int, sent: bytes) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=120)
    one.sendall(sent)
    return one


def asked(port: int, path: str = "/", body: bytes | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    with contextlib.closing(connection):
        connection.request("POST" if body else "GET", path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_it_works(port: int) -> None:
    assert asked(port) == (200, b"hello")
    assert asked(port, body=b"all of it") == (200, b"all of it")


@pytest.mark.parametrize(
    "sent", [HALF_A_HEADER, HALF_A_BODY, b""], ids=["half a header", "half a body", "nothing"]
)
def test_a_request_is_answered_while_many_others_are_half_sent(port: int, sent: bytes) -> None:
    slow = [opened(port, sent) for _ in range(20 * THREADS)]
    assert asked(port) == (200, b"hello")
    for one in slow:
        one.close()


def test_a_request_is_answered_while_answers_are_not_read(port: int) -> None:
    slow = [opened(port, b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(3 * THREADS)]
    assert asked(port) == (200, b"hello")
    for one in slow:
        one.close()


@pytest.mark.parametrize("sent", [HALF_A_HEADER, HALF_A_BODY], ids=["half a header", "half a body"])
def test_a_half_sent_request_is_closed_in_the_end(port: int, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "PATIENCE", 0.0)
    with opened(port, sent) as slow:
        assert slow.recv(1) == b""


@pytest.mark.parametrize("sent", [HALF_A_HEADER, HALF_A_BODY], ids=["half a header", "half a body"])
def test_a_request_that_comes_byte_by_byte_has_no_more_time_for_it(
    connection: web.Connection, sent: bytes
) -> None:
    connection.received(sent)
    connection.request_began = 1000.0
    assert not connection.is_too_slow(1000 + web.PATIENCE)
    connection.received(b"x")
    assert connection.is_too_slow(1000 + web.PATIENCE + 1)


def test_a_large_body_has_the_time_that_its_least_rate_gives(connection: web.Connection) -> None:
    connection.received(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n" + b"x" * 80_000)
    connection.request_began = 1000.0
    for_80_000 = 80_000 / web.LEAST_RATE
    assert not connection.is_too_slow(1000 + web.PATIENCE + for_80_000 - 0.1)
    assert connection.is_too_slow(1000 + web.PATIENCE + for_80_000 + 0.1)


def test_an_answer_that_nobody_reads_is_given_up(connection: web.Connection) -> None:
    connection.outbufs[-1].append(b"x" * LARGE)
    connection.total_outbufs_len = LARGE
    connection._flush_some()
    assert not connection.is_too_slow(1000.0)
    assert not connection.is_too_slow(1000.0 + web.PATIENCE)
    assert connection.is_too_slow(1000.0 + web.PATIENCE + 1)


def test_a_connection_that_was_closed_waits_for_nothing(connection: web.Connection) -> None:
    """Its descriptor's number may already be another visitor's."""
    assert connection.readable()
    connection.will_close = True
    assert connection.writable()
    connection.handle_close()
    assert not connection.writable()
    connection.will_close = False
    assert not connection.readable()


def test_a_connection_without_a_request_is_not_slow(connection: web.Connection) -> None:
    assert not connection.is_too_slow(connection.request_began + 10 * web.PATIENCE)


def test_a_body_larger_than_anything_that_is_taken_is_refused(port: int) -> None:
    status, _ = asked(port, body=b"x" * (LARGEST_BODY + 1))
    assert status == 413


def test_the_log_has_no_key_that_opens_an_account() -> None:
    secret = "/accounts/password/reset/key/1-abc-123/"
    assert web.told_path(secret) == "/accounts/password/reset/key/..."
    assert web.told_path("/ladders/poison/") == "/ladders/poison/"


@pytest.mark.slow
def test_an_address_that_cannot_be_had_is_told_in_one_line(port: int) -> None:
    environment = {"ATHANOR_SECRET_KEY": "s" * 50, "ATHANOR_RECORD_KEY": "ab" * 32}
    command = [sys.executable, "-m", "athanor.web", "--listen", f"127.0.0.1:{port}"]
    started = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert started.returncode == 1
    assert f"athanor.web: cannot listen on 127.0.0.1:{port}: " in started.stderr
    assert "Traceback" not in started.stderr
