"""The web server: `python -m athanor.web --listen 127.0.0.1:8000 --threads 8`.

waitress receives whole requests, header and body, in one thread that never blocks, and only then hands them to
one of a few threads that run Django. So a connection that sends slowly, or nothing, costs a file descriptor and no
thread. What waitress does not have is added: a request that does not arrive, or an answer that is not read, at a
least rate is given up (as by Apache's `mod_reqtimeout`), what is held of bodies is bounded (`connections`), and
each request is logged.

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
import copy
import logging
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from arena.kernel.plugin import BadPlugin
from athanor.addresses import client
from athanor.connections import Bodies, Connection, told_path

IDLE: Final = 60
"""Seconds that a connection is kept between two requests."""
LOOKED_AT_EVERY: Final = 2
MOST_FILES: Final = 16 * 1024
LARGEST_HEADER: Final = 32 * 1024
TIMES_TOO_MUCH: Final = 4
"""Bodies are received up to so many times an upload's limit, or a form's: who sends a little too much is told so
by a page."""
BODIES_OF_ONE: Final = 8
"""What is held of bodies at once of one network, in times an upload's limit."""
BODIES: Final = 32
"""The same in all."""

log = logging.getLogger(__name__)

Environ = dict[str, Any]
Start = Callable[..., Any]
Application = Callable[[Environ, Start], Iterable[bytes]]


class Server(TcpWSGIServer):
    channel_class = Connection

    def __init__(self, *args: Any, bodies: Bodies, **kwargs: Any) -> None:
        self.bodies = bodies
        super().__init__(*args, **kwargs)

    def maintenance(self, now: float) -> None:
        """Called every few seconds by the thread that reads and writes."""
        super().maintenance(now)
        moment = time.monotonic()
        for connection in [one for one in self.active_channels.values() if one.is_too_slow(moment)]:
            # Not by `will_close`: that waits until the socket takes more, which one that nobody reads never does.
            connection.handle_close()


def logged(application: Application) -> Application:
    """Each answer is a line of the log, with address, method, path and milliseconds until it began."""

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


def without_bodies_for_head(application: Application) -> Application:
    """Django and waitress leave it to each other: a body after the header of such an answer would be read as the
    next answer of the connection."""

    def answer(environ: Environ, start: Start) -> Iterable[bytes]:
        chunks = application(environ, start)
        if environ["REQUEST_METHOD"] != "HEAD":
            return chunks
        if hasattr(chunks, "close"):
            chunks.close()
        return []

    return answer


def servers(application: Application, listen: str, threads: int, largest_upload: int) -> list[Server]:
    """One for each address that the name stands for, which share their threads. Running one runs all."""
    largest_form = min(largest_upload, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    adjustments = Adjustments(
        listen=listen,
        threads=threads,
        connection_limit=_files() // 2,
        channel_timeout=IDLE,
        cleanup_interval=LOOKED_AT_EVERY,
        max_request_header_size=LARGEST_HEADER,
        max_request_body_size=TIMES_TOO_MUCH * largest_upload,
        asyncore_use_poll=True,
        ident=None,
        # Django's settings say which of them count.
        clear_untrusted_proxy_headers=False,
    )
    adjustments.of_visitors = copy.copy(adjustments)
    adjustments.of_visitors.max_request_body_size = TIMES_TOO_MUCH * largest_form
    bodies = Bodies(BODIES * largest_upload, BODIES_OF_ONE * largest_upload)
    served = without_bodies_for_head(application)
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    sockets: dict[int, Any] = {}
    return [
        Server(served, bodies=bodies, map=sockets, dispatcher=dispatcher, adj=adjustments, sockinfo=sockinfo)
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
    except (ImproperlyConfigured, BadPlugin) as wrong:
        sys.stderr.write(f"athanor.web: {wrong}\n")
        return 1
    # It warns whenever all threads are at work, which the milliseconds of each request say as well.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, _end)
    try:
        listening = servers(logged(application), arguments.listen, arguments.threads, settings.UPLOAD_BYTES)
    except (OSError, ValueError) as problem:
        sys.stderr.write(f"athanor.web: cannot listen on {arguments.listen}: {problem}\n")
        return 1
    listening[0].run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
