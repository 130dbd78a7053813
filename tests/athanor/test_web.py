"""Slow connections, against the web server in a thread of this process."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from pytest_django import Settings
from waitress import wasyncore

from athanor import connections, pace, web
from athanor.connections import Connection

THREADS = 2
UPLOAD = 100_000
LARGEST_BODY = web.TIMES_TOO_MUCH * UPLOAD
HALF_A_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_A_BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"
LARGE = 8 * 1024 * 1024


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/large":
        return [b"x" * LARGE]
    if environ["PATH_INFO"] == "/streamed":
        return (part for part in [b"one", b"two"])
    return [environ["wsgi.input"].read() or b"hello"]


@pytest.fixture
def port() -> Iterator[int]:
    (server,) = web.servers(web.logged(application), "127.0.0.1:0", THREADS, UPLOAD)
    thread = threading.Thread(target=server.run)
    thread.start()
    left: dict[int, Any] = {}
    yield int(server.effective_port)
    server.trigger.pull_trigger(lambda: _leave(server._map, left))
    thread.join()
    server.task_dispatcher.shutdown()
    for one in list(server.active_channels.values()):
        one.handle_close()
    wasyncore.close_all(left)


def _leave(sockets: dict[int, Any], left: dict[int, Any]) -> None:
    """Ends the server's loop. Its trigger stays open: who pulled it may not have come to write to it yet."""
    left.update(sockets)
    sockets.clear()


@pytest.fixture
def connection() -> Iterator[Connection]:
    """One that no server's thread looks at."""
    (server,) = web.servers(application, "127.0.0.1:0", 0, UPLOAD)
    ours, theirs = socket.socketpair()
    with contextlib.closing(theirs), contextlib.closing(server):
        one = Connection(server, ours, ("127.0.0.1", 1), server.adj, map=server._map)
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


@pytest.mark.slow
@pytest.mark.parametrize("sent", [HALF_A_HEADER, HALF_A_BODY], ids=["half a header", "half a body"])
def test_a_half_sent_request_is_closed_in_the_end(port: int, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PATIENCE", 0.0)
    with opened(port, sent) as slow:
        assert slow.recv(1) == b""


@pytest.mark.parametrize("sent", [HALF_A_HEADER, HALF_A_BODY], ids=["half a header", "half a body"])
def test_a_request_that_comes_byte_by_byte_has_no_more_time_for_it(connection: Connection, sent: bytes) -> None:
    connection.received(sent)
    connection.sending = pace.Pace(1000.0)
    assert not connection.is_too_slow(1000 + pace.PATIENCE)
    connection.received(b"x")
    assert connection.is_too_slow(1000 + pace.PATIENCE + 1)


def test_an_answer_that_nobody_reads_is_given_up(connection: Connection) -> None:
    connection.outbufs[-1].append(b"x" * LARGE)
    connection.total_outbufs_len = LARGE
    connection._flush_some()
    assert not connection.is_too_slow(1000.0)
    assert not connection.is_too_slow(1000.0 + pace.PATIENCE)
    assert connection.is_too_slow(1000.0 + pace.PATIENCE + 1)


def test_a_connection_that_was_closed_waits_for_nothing(connection: Connection) -> None:
    """Its descriptor's number may already be another visitor's."""
    assert connection.readable()
    connection.will_close = True
    assert connection.writable()
    connection.handle_close()
    assert not connection.writable()
    connection.will_close = False
    assert not connection.readable()


def test_a_connection_without_a_request_is_not_slow(connection: Connection) -> None:
    assert not connection.is_too_slow(1e12)


# --- bodies

AUTHOR = b"Authorization: Bearer one\r\n"


def posted(size: int, sent: int, headers: bytes = AUTHOR, path: bytes = b"/") -> bytes:
    """So many bytes of a request with a body of that size."""
    lines = b"POST %b HTTP/1.1\r\nHost: localhost\r\n%bContent-Length: %d\r\n\r\n" % (path, headers, size)
    return lines + b"x" * sent


def answer_of(one: socket.socket) -> tuple[int, dict[str, str], bytes]:
    answer = http.client.HTTPResponse(one)
    answer.begin()
    return answer.status, dict(answer.getheaders()), answer.read()


@pytest.mark.parametrize("path", ["/", "/large", "/streamed"])
def test_an_answer_to_head_has_the_header_alone(port: int, path: str) -> None:
    with opened(port, f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()) as one:
        said = b"".join(iter(lambda: one.recv(64 * 1024), b""))
    assert said.startswith(b"HTTP/1.1 200 OK\r\n")
    assert said.partition(b"\r\n\r\n")[2] == b""


def test_a_body_larger_than_anything_that_is_taken_is_refused_before_it_is_sent(port: int) -> None:
    with opened(port, posted(LARGEST_BODY + 1, 0)) as one:
        status, _, told = answer_of(one)
    assert (status, told) == (413, b"This takes no body of more than 400000 bytes. Send less at once.\n")


def test_who_asks_first_whether_a_large_body_is_taken_is_told_that_it_is_not(port: int) -> None:
    with opened(port, posted(LARGEST_BODY + 1, 0, AUTHOR + b"Expect: 100-continue\r\n")) as one:
        assert answer_of(one)[0] == 413


@pytest.mark.parametrize("body", [b"Content-Length: 9000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n1f40\r\n"])
def test_who_has_neither_a_login_nor_a_token_may_send_no_more_than_a_form(
    small_forms: None, port: int, settings: Settings, body: bytes
) -> None:
    with opened(port, b"POST / HTTP/1.1\r\nHost: localhost\r\n" + body + b"x" * 5000) as one:
        status, _, told = answer_of(one)
    assert (status, b"Log in, or send a token, before you upload." in told) == (413, True)
    for header in (AUTHOR, b"Cookie: a=b; %b=c\r\n" % settings.SESSION_COOKIE_NAME.encode()):
        with opened(port, posted(9000, 9000, header)) as one:
            assert answer_of(one)[2] == b"x" * 9000


def test_the_api_refuses_in_its_own_shape(port: int) -> None:
    with opened(port, posted(LARGEST_BODY + 1, 0, path=b"/api/v1/bots")) as one:
        status, headers, told = answer_of(one)
    assert (status, headers["Content-Type"]) == (413, "application/json")
    assert json.loads(told)["error"]["code"] == "too-big"


UNREADABLE = {
    "no header": (b"GET %b HTTP/1.1\r\nno header\r\n\r\n", 400, "bad-request"),
    "no length": (b"POST %b HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400, "bad-request"),
    "no method": (b"get? %b HTTP/1.1\r\n\r\n", 400, "bad-request"),
    "no chunk": (b"POST %b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n", 400, "bad-request"),
    "another coding": (b"POST %b HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "not-implemented"),
    "a long header": (
        b"GET %b HTTP/1.1\r\nX: " + b"x" * web.LARGEST_HEADER + b"\r\n\r\n",
        431,
        "header-too-large",
    ),
}
"""Requests that never reach Django, with their status and code."""


@pytest.mark.parametrize("place", [b"/api/v1/bots", b"http://localhost/api/v1/bots"], ids=["path", "address"])
@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_under_the_api_is_answered_in_its_shape(port: int, what: str, place: bytes) -> None:
    sent, status, code = UNREADABLE[what]
    with opened(port, sent % place) as one:
        told, headers, body = answer_of(one)
    assert (told, headers["Content-Type"]) == (status, "application/json")
    error = json.loads(body)["error"]
    assert (error["code"], bool(error["message"]), bool(error["hint"])) == (code, True, True)


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_elsewhere_is_answered_by_plain_sentences(port: int, what: str) -> None:
    sent, status, _ = UNREADABLE[what]
    with opened(port, sent % b"/ladders/") as one:
        told, headers, body = answer_of(one)
    assert (told, headers["Content-Type"]) == (status, "text/plain; charset=utf-8")
    assert b"generated by" not in body
    assert body.endswith(b".\n")


def test_what_is_no_request_at_all_is_told_so(port: int) -> None:
    for junk in (b"\x16\x03\x01 hello\r\n\r\n", b"hello\r\n\r\n", b"GET http://[ HTTP/1.1\r\n\r\n"):
        with opened(port, junk) as one:
            status, _, body = answer_of(one)
        assert (status, body.startswith(b"This is no request of HTTP/1.1: ")) == (400, True), body


def test_who_is_refused_while_it_sends_comes_to_read_why(port: int) -> None:
    """More than sockets hold is sent after the answer: a connection that was closed would have been reset."""
    with opened(port, posted(LARGE, 0)) as one:
        one.sendall(b"x" * LARGE)
        assert answer_of(one)[0] == 413


@pytest.fixture
def small_forms(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000


class Visitors:
    """Connections to a server whose thread does not run: what it would do is done here."""

    def __init__(self) -> None:
        (self.server,) = web.servers(application, "127.0.0.1:0", 0, UPLOAD)
        self.others: list[socket.socket] = []

    def one(self, address: str) -> Connection:
        ours, theirs = socket.socketpair()
        self.others.append(theirs)
        return Connection(self.server, ours, (address, 1), self.server.adj, map=self.server._map)

    def half_sent(self, address: str, sent: int = LARGEST_BODY - 1000) -> Connection:
        made = self.one(address)
        made.received(posted(LARGEST_BODY - 1, sent))
        return made

    @property
    def held(self) -> int:
        return self.server.bodies.total

    def close(self) -> None:
        for one in list(self.server.active_channels.values()):
            one.handle_close()
        for other in self.others:
            other.close()
        self.server.close()


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    made = Visitors()
    yield made
    made.close()


def refusal_of(one: Connection) -> str:
    """The code; empty: it was not refused."""
    return next((request.error.code for request in one.requests if request.error), "")


def test_what_one_network_has_half_sent_is_bounded(visitors: Visitors) -> None:
    hers = visitors.half_sent("192.0.2.1")
    sent = [visitors.half_sent(f"2001:db8:0:1::{number:x}") for number in range(30)]
    refused = [refusal_of(one) for one in sent if refusal_of(one)]
    assert set(refused) == {"too-much-half-sent"}
    assert len(refused) == 30 - 2, "its network has room for two of this size, whatever its addresses"
    assert visitors.held <= (web.BODIES_OF_ONE + web.TIMES_TOO_MUCH) * UPLOAD
    assert refusal_of(hers) == ""


def test_what_all_have_half_sent_is_bounded(visitors: Visitors) -> None:
    sent = [visitors.half_sent(f"192.0.2.{number}") for number in range(30)]
    assert visitors.held <= web.BODIES * UPLOAD
    refused = [refusal_of(one) for one in sent if refusal_of(one)]
    assert set(refused) == {"too-many-uploads"}
    assert len(refused) == 30 - 8


def test_the_one_goes_that_holds_most_for_longest(visitors: Visitors) -> None:
    stalled, small = visitors.half_sent("192.0.2.1", 300_000), visitors.half_sent("192.0.2.2", 100)
    stalled.rate = small.rate = pace.Rate(-1e9)
    for number in range(3, 12):
        visitors.half_sent(f"192.0.2.{number}")
    assert refusal_of(stalled) == "too-many-uploads"
    assert refusal_of(small) == "", "it holds next to nothing"


def test_what_was_refused_sent_whole_or_cut_off_is_not_held_any_more(visitors: Visitors) -> None:
    cut, refused, whole = (visitors.half_sent(f"192.0.2.{number}") for number in range(3))
    cut.handle_close()
    assert visitors.held == 2 * (LARGEST_BODY - 1000)
    refused.refuse(connections.too_much)
    assert visitors.held == LARGEST_BODY - 1000
    whole.received(b"x" * 999)
    assert visitors.held == LARGEST_BODY - 1, "until it is answered"
    whole.service()
    assert visitors.held == 0


def test_a_cut_off_body_leaves_no_file(visitors: Visitors) -> None:
    visitors.server.adj.inbuf_overflow = 1000
    cut = visitors.half_sent("192.0.2.1")
    file = cut.request.body_rcv.getfile()
    cut.handle_close()
    assert file.closed


def test_a_refusal_of_what_was_half_sent_says_when_to_come_again(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections.Bodies, "_sum", lambda bodies, network="": LARGE if network else 0)
    with opened(port, posted(LARGEST_BODY - 1, 1000)) as one:
        status, headers, told = answer_of(one)
    assert (status, headers["Retry-After"]) == (429, "30")
    assert told == b"Too much that was half sent from your network is held here. Send one after another.\n"


def test_the_log_has_no_key_that_opens_an_account() -> None:
    secret = "/accounts/password/reset/key/1-abc-123/"
    assert connections.told_path(secret) == "/accounts/password/reset/key/..."
    assert connections.told_path("/ladders/poison/") == "/ladders/poison/"


def test_nor_has_it_one_of_a_request_that_could_not_be_read(port: int, caplog: pytest.LogCaptureFixture) -> None:
    with opened(port, b"GET /accounts/password/reset/key/1-abc-123/ HTTP/1.1\r\nno header\r\n\r\n") as one:
        answer_of(one)
    (record,) = [record for record in caplog.records if record.getMessage().startswith("request refused: ")]
    assert vars(record)["path"] == "/accounts/password/reset/key/..."


@pytest.mark.slow
def test_an_address_that_cannot_be_had_is_told_in_one_line(port: int) -> None:
    environment = {"ATHANOR_SECRET_KEY": "s" * 50, "ATHANOR_RECORD_KEY": "ab" * 32}
    command = [sys.executable, "-m", "athanor.web", "--listen", f"127.0.0.1:{port}"]
    started = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert started.returncode == 1
    assert f"athanor.web: cannot listen on 127.0.0.1:{port}: " in started.stderr
    assert "Traceback" not in started.stderr
