"""Connections of the web server, and what is held of the bodies that come by them.

A body is kept until all of it is here, in a temporary file where it is large. So it is bounded how much may be
held in all, and of one network: beyond it the request goes that is the largest and slowest. Who has shown neither
a login nor a token may send no more than a form.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import (
    Error,
    RequestEntityTooLarge,
    RequestHeaderFieldsTooLarge,
    ServerNotImplemented,
)

from athanor.addresses import client, network_of
from athanor.pace import LEAST_RATE, Pace, Rate

LINGERS: Final = 5.0
"""Seconds that a refused sender is listened to, and not heard, so that it comes to read why."""
API: Final = "/api/"
LONGEST_PATH: Final = 1000
"""Characters of the path of what cannot be read, which it is answered and logged by."""
SECRET_PATHS: Final = ("/accounts/password/reset/key/", "/accounts/confirm-email/")
"""What follows these is as good as a password, and is not logged."""
MIB: Final = 1024 * 1024

log = logging.getLogger(__name__)


def told_path(path: str) -> str:
    """As it may be logged."""
    return next((f"{secret}..." for secret in SECRET_PATHS if path.startswith(secret)), path)


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a request that is not received to its end; in the shape of waitress's errors."""

    status: str
    code: str
    message: str
    hint: str
    path: str
    again_after: int = 0

    def to_response(self, _: object = None) -> tuple[str, list[tuple[str, str]], bytes]:
        again = [("Retry-After", str(self.again_after))] if self.again_after else []
        if self.path.startswith(API):
            document = {"error": {"code": self.code, "message": self.message, "hint": self.hint}}
            return self.status, [("Content-Type", "application/json"), *again], json.dumps(document).encode()
        text = f"{self.message[0].upper()}{self.message[1:]}. {self.hint[0].upper()}{self.hint[1:]}.\n"
        return self.status, [("Content-Type", "text/plain; charset=utf-8"), *again], text.encode()


def too_large(path: str, most: int, *, is_visitor: bool) -> Refused:
    hint = "log in, or send a token, before you upload" if is_visitor else "send less at once"
    told = f"{most / MIB:.0f} MiB" if most >= MIB else f"{most} bytes"
    return Refused("413 Content Too Large", "too-big", f"this takes no body of more than {told}", hint, path)


def too_much_of_one(path: str) -> Refused:
    message = "too much that was half sent from your network is held here"
    return Refused("429 Too Many Requests", "too-much-half-sent", message, "send one after another", path, 30)


def too_much(path: str) -> Refused:
    message = "the site receives more uploads at once than it can hold, and yours was among the slowest"
    return Refused("503 Service Unavailable", "too-many-uploads", message, "send it again in a minute", path, 60)


def header_too_large(path: str, most: int) -> Refused:
    message = f"this request's header has more than {most // 1024} KiB"
    hint = "send a shorter address, or fewer cookies and headers"
    return Refused("431 Request Header Fields Too Large", "header-too-large", message, hint, path)


def not_implemented(path: str) -> Refused:
    message = "the body comes in a transfer coding that is not known here"
    return Refused("501 Not Implemented", "not-implemented", message, "send it with its length, or chunked", path)


def not_http(path: str, problem: str) -> Refused:
    message = f"this is no request of HTTP/1.1: {problem[:1].lower()}{problem[1:].rstrip('.')}"
    hint = "send one as RFC 9112 has it, which every browser and HTTP library does"
    return Refused("400 Bad Request", "bad-request", message, hint, path)


class Request(HTTPRequestParser):
    adj: Any
    error: Any
    is_visitor = False
    """Whether neither a login nor a token was shown. One that is not good is found out when all is here."""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            # Not caught by waitress, which would close the connection without an answer.
            raise ParsingError(f"its address is invalid ({error})") from error
        cookies = self.headers.get("COOKIE", "")
        self.is_visitor = "AUTHORIZATION" not in self.headers and f"{settings.SESSION_COOKIE_NAME}=" not in cookies
        if self.is_visitor:
            self.adj = self.adj.of_visitors

    def received(self, data: bytes) -> int:
        # What cannot be read has no path yet, or one that waitress made up.
        before = None if self.headers_finished else self.header_plus
        consumed: int = super().received(data)
        if isinstance(self.error, Error):
            path = self.path if before is None else path_asked_for(before + data)
            self.error = self._refused(self.error, path)
        if self.error is not None:
            # Who asks before it sends the body is not told to go on.
            self.expect_continue = False
        return consumed

    def _refused(self, error: Error, path: str) -> Refused:
        """An error of waitress, in our words."""
        match error:
            case RequestEntityTooLarge():
                return too_large(path, self.adj.max_request_body_size, is_visitor=self.is_visitor)
            case RequestHeaderFieldsTooLarge():
                return header_too_large(path, self.adj.max_request_header_size)
            case ServerNotImplemented():
                return not_implemented(path)
            case _:
                return not_http(path, str(error.body))


def path_asked_for(received: bytes) -> str:
    """Of a request that cannot be read, by its first line; empty: it has none."""
    _, _, target = received.lstrip()[: 2 * LONGEST_PATH].partition(b" ")
    words = target.split(maxsplit=1)
    if not words:
        return ""
    try:
        return urlsplit(words[0].decode("latin-1")).path[:LONGEST_PATH]
    except ValueError:
        return ""


class Task(WSGITask):
    def finish(self) -> None:
        if self.request.command == "HEAD":
            # waitress would end a body that was not begun.
            if not self.wrote_header:
                self.write(b"")
            self.chunked_response = False
        super().finish()


class Refusal(ErrorTask):
    def execute(self) -> None:
        error = self.request.error
        if isinstance(error, Refused):
            self.channel.is_refused = True
            path = told_path(error.path)
            told = {"address": self.channel.address_of(self.request), "path": path, "status": error.status}
            log.warning("request refused: %s", error.message, extra=told)
        super().execute()


class Bodies:
    """How much is held of bodies, by connection and by network. Written to by every thread."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._held: dict[Connection, tuple[str, int]] = {}
        self._of_network: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def total(self) -> int:
        with self._lock:
            return self._of_network.total()

    def note(self, connection: Connection) -> None:
        with self._lock:
            # Asked for in here: what another thread asked before is not written down after it.
            network, size = connection.held()
            before, less = self._held.pop(connection, (network, 0))
            self._of_network[before] -= less
            if size:
                self._held[connection] = network, size
                self._of_network[network] += size
            for one in {before, network}:
                if not self._of_network[one]:
                    del self._of_network[one]

    def make_room(self, network: str, now: float) -> None:
        """Refuses what is half here until no more is held than may be. By the thread that receives."""
        while self._sum(network) > self.most_of_one and (worst := self._worst(network, now)):
            worst.refuse(too_much_of_one)
        while self._sum() > self.most and (worst := self._worst("", now)):
            worst.refuse(too_much)

    def _sum(self, network: str = "") -> int:
        with self._lock:
            return self._of_network[network] if network else self._of_network.total()

    def _worst(self, network: str, now: float) -> Connection | None:
        with self._lock:
            held = [one for one, (of, _) in self._held.items() if network in ("", of) and one.request is not None]
        return max(held, key=lambda one: one.burden(now), default=None)


class Connection(HTTPChannel):
    parser_class = Request
    task_class = Task
    error_task_class = Refusal
    request: Any = None
    """What is half here; None: nothing."""
    is_refused = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = time.monotonic()
        self.sending = Pace(now)
        self.rate = Rate(now)
        self.reading: Pace | None = None
        """Since an answer was first seen waiting for its reader."""
        self.lingers_until: float | None = None

    # `maintenance` may close a connection while waitress asks each of a copied list what it waits for. The closed
    # one waits for nothing: its descriptor's number may be a new visitor's before the list is used.
    def readable(self) -> bool:
        return self.connected and (self.lingers_until is not None or bool(super().readable()))

    def writable(self) -> bool:
        return self.connected and bool(super().writable())

    def handle_read(self) -> None:
        if self.lingers_until is None:
            super().handle_read()
            return
        try:
            self.recv(self.adj.recv_bytes)
        except OSError:
            self.handle_close()

    def handle_write(self) -> None:
        # By then no request is left, and no thread writes.
        if not (self.is_refused and self.close_when_flushed):
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if self.will_close:
            self.handle_close()
        elif self.connected and not self.total_outbufs_len:
            self._linger()

    def _linger(self) -> None:
        """A connection that is closed while bytes come in is reset, and its answer lost."""
        self.close_when_flushed = False
        self.lingers_until = time.monotonic() + LINGERS
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.handle_close()

    def handle_close(self) -> None:
        super().handle_close()
        if self.request is not None:
            # Its temporary file would be left to the garbage collector.
            self.request.close()
        self.server.bodies.note(self)

    def received(self, data: bytes) -> bool:
        before, now = self.request, time.monotonic()
        taken: bool = super().received(data)
        if self.request is not before:
            self.sending, self.rate = Pace(now), Rate(now)
        elif before is not None and before.headers_finished:
            self.sending.took(len(data), now)
        self.rate.took(len(data))
        if self.connected:
            self.server.bodies.note(self)
            if self.request is not None and self.request.headers_finished:
                self.server.bodies.make_room(self._network_of(self.request), now)
        return taken

    def held(self) -> tuple[str, int]:
        """Whose, and how many bytes of bodies."""
        requests = [*self.requests, *([self.request] if self.request is not None else [])]
        size = sum(one.body_bytes_received for one in requests if one.error is None)
        return (self._network_of(requests[-1]), size) if requests and self.connected else ("", 0)

    def _network_of(self, request: Request) -> str:
        return network_of(self.address_of(request))

    def address_of(self, request: Request) -> str:
        forwarded: Mapping[str, str] = request.headers
        return client({"REMOTE_ADDR": self.addr[0], "HTTP_X_FORWARDED_FOR": forwarded.get("X_FORWARDED_FOR", "")})

    def burden(self, now: float) -> float:
        """How much is here of its body, times the seconds in which as much would come as it lately did."""
        size = 0 if self.request is None else self.request.body_bytes_received
        return float(size * size / max(self.rate.per_second(now), LEAST_RATE))

    def refuse(self, refused: Any) -> None:
        """What is half here of a request is thrown away, and answered. By the thread that receives."""
        with self.requests_lock:
            request, self.request = self.request, None
            request.error = refused(request.path)
            request.completed = True
            request.close()
            self.requests.append(request)
            if len(self.requests) == 1:
                self.server.add_task(self)
        self.server.bodies.note(self)

    def service(self) -> None:
        super().service()
        # A request that was half here meanwhile could not be read on.
        self.sending = Pace(time.monotonic())
        self.server.bodies.note(self)

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close=do_close)
        if self.reading is not None:
            self.reading.took(sent, time.monotonic())
        return sent

    def is_too_slow(self, now: float) -> bool:
        """Whether the rest of its request, or the reader of its answer, has been waited for long enough."""
        self.rate.look(now)
        if self.lingers_until is not None:
            return now > self.lingers_until
        return self._reads_too_slowly(now) or self._sends_too_slowly(now)

    def _sends_too_slowly(self, now: float) -> bool:
        return self.request is not None and not self.requests and self.sending.is_over(now)

    def _reads_too_slowly(self, now: float) -> bool:
        if not self.total_outbufs_len:
            self.reading = None
            return False
        self.reading = self.reading or Pace(now)
        return self.reading.is_over(now)
