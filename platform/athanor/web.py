"""The web server: `python -m athanor.web --listen 127.0.0.1:8000 --threads 8`.

waitress receives whole requests, header and body, in one thread that never blocks, and only then hands them to
one of a few threads that run Django. So a connection that sends slowly, or nothing, costs a file descriptor and no
thread. What waitress does not have is added here: a request that does not arrive, or an answer that is not read,
at a least rate is given up (as by Apache's `mod_reqtimeout`), and each request is logged.

Chosen by figures: CPU time of the server for a page (ladder, home, matches, ladders), alone and while 500 others
had sent half a header or half a body; one core of a busy machine, 2026-11-20.

    server                         alone     with 500     what speaks against it
    gunicorn 27 gthread, 8 threads 18.8 ms   no answer    eight such connections stop it
    gunicorn 27 gevent             14.6 ms   15.6 ms      one thread: a wait for SQLite's lock stops all
    granian 2.8 (WSGI)             16.8 ms   19.3 ms      120 ms/s of CPU for 500 idle ones; two processes
    waitress 3.0                   13.9 ms   17.5 ms      nothing: as with gthread, a database connection
                                                          a thread

`athanor bench web` compares what a visitor waits for.
"""

from __future__ import annotations

import argparse
import logging
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn

from django.core.exceptions import ImproperlyConfigured
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

PATIENCE: Final = 20.0
"""Seconds that a request's header may take, its body, or a reader of its answer who takes nothing."""
LEAST_RATE: Final = 8 * 1024
"""Bytes a second for which a body, or the reading of an answer, gets more time than that."""
IDLE: Final = 60
"""Seconds that a connection is kept between two requests."""
LOOKED_AT_EVERY: Final = 2
MOST_FILES: Final = 16 * 1024
LARGEST_HEADER: Final = 32 * 1024
TIMES_AN_UPLOAD: Final = 4
"""Bodies are received up to so many times an upload's limit: who sends a little too much is told so by a page."""
SECRET_PATHS: Final = ("/accounts/password/reset/key/", "/accounts/confirm-email/")
"""What follows these is as good as a password, and is not logged."""

log = logging.getLogger(__name__)

Environ = dict[str, Any]
Start = Callable[..., Any]
Application = Callable[[Environ, Start], Iterable[bytes]]


class Connection(HTTPChannel):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request_began = time.monotonic()
        self.bytes_sent = 0
        self.unread_since: tuple[float, int] | None = None
        """When an answer was first seen waiting for its reader, and how many bytes had been sent until then."""

    # `maintenance` may close a connection while waitress asks each of a copied list what it waits for. The closed
    # one waits for nothing: its descriptor's number may be a new visitor's before the list is used.
    def readable(self) -> bool:
        return self.connected and bool(super().readable())

    def writable(self) -> bool:
        return self.connected and bool(super().writable())

    def received(self, data: bytes) -> bool:
        before = self.request
        taken: bool = super().received(data)
        if self.request is not before:
            self.request_began = time.monotonic()
        return taken

    def service(self) -> None:
        super().service()
        # A request that was half here meanwhile could not be read on.
        self.request_began = time.monotonic()

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close=do_close)
        self.bytes_sent += sent
        return sent

    def is_too_slow(self, now: float) -> bool:
        """Whether the rest of its request, or the reader of its answer, has been waited for long enough."""
        return self._reads_too_slowly(now) or self._sends_too_slowly(now)

    def _sends_too_slowly(self, now: float) -> bool:
        if self.request is None or self.requests:
            return False
        body = self.request.body_bytes_received if self.request.headers_finished else 0
        return now - self.request_began > PATIENCE + body / LEAST_RATE

    def _reads_too_slowly(self, now: float) -> bool:
        if not self.total_outbufs_len:
            self.unread_since = None
            return False
        self.unread_since = self.unread_since or (now, self.bytes_sent)
        since, sent = self.unread_since
        return now - since > PATIENCE + (self.bytes_sent - sent) / LEAST_RATE


class Server(TcpWSGIServer):
    channel_class = Connection

    def maintenance(self, now: float) -> None:
        """Called every few seconds by the thread that reads and writes."""
        super().maintenance(now)
        moment = time.monotonic()
        for connection in [one for one in self.active_channels.values() if one.is_too_slow(moment)]:
            # Not by `will_close`: that waits until the socket takes more, which one that nobody reads never does.
            connection.handle_close()


def logged(application: Application) -> Application:
    """Each answer is a line of the log, with address, method, path and milliseconds until it began."""
    from athanor.addresses import client

    def answer(environ: Environ, start: Start) -> Iterable[bytes]:
        began = time.perf_counter()

        def started(status: str, *rest: Any) -> Any:
            told = {
                "address": client(environ),
                "method": environ["REQUEST_METHOD"],
                "path": told_path(environ.get("PATH_INFO", "")),
                "status": int(status[:3]),
                "ms": round((time.perf_counter() - began) * 1000, 1),
            }
            log.info("request", extra=told)
            return start(status, *rest)

        return application(environ, started)

    return answer


def told_path(path: str) -> str:
    return next((f"{secret}..." for secret in SECRET_PATHS if path.startswith(secret)), path)


def servers(application: Application, listen: str, threads: int, largest_body: int) -> list[Server]:
    """One for each address that the name stands for, which share their threads. Running one runs all."""
    adjustments = Adjustments(
        listen=listen,
        threads=threads,
        connection_limit=_files() // 2,
        channel_timeout=IDLE,
        cleanup_interval=LOOKED_AT_EVERY,
        max_request_header_size=LARGEST_HEADER,
        max_request_body_size=largest_body,
        asyncore_use_poll=True,
        ident=None,
        # Django's settings say which of them count.
        clear_untrusted_proxy_headers=False,
    )
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    sockets: dict[int, Any] = {}
    return [
        Server(application, map=sockets, dispatcher=dispatcher, adj=adjustments, sockinfo=sockinfo)
        for sockinfo in adjustments.listen
    ]


def _files() -> int:
    """How many files and sockets this process may have open: raised to what it needs, where that is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _end(*_: object) -> NoReturn:
    """waitress then lets the requests at hand end, for five seconds."""
    raise SystemExit(0)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m athanor.web", description="Serves the pages and the API.")
    parser.add_argument("--listen", metavar="HOST:PORT", default="127.0.0.1:8000", help="example: [::1]:8000")
    parser.add_argument("--threads", type=int, metavar="N", default=8, help="requests that are answered at once")
    arguments = parser.parse_args(words)
    try:
        from athanor.wsgi import application
    except ImproperlyConfigured as wrong:
        sys.stderr.write(f"athanor.web: {wrong}\n")
        return 1
    from django.conf import settings

    # It warns whenever all threads are at work, which the milliseconds of each request say as well.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, _end)
    largest = TIMES_AN_UPLOAD * settings.UPLOAD_BYTES
    try:
        listening = servers(logged(application), arguments.listen, arguments.threads, largest)
    except (OSError, ValueError) as problem:
        sys.stderr.write(f"athanor.web: cannot listen on {arguments.listen}: {problem}\n")
        return 1
    listening[0].run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
