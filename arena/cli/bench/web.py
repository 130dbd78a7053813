"""What a visitor of the site waits for while hundreds of others send slowly, against the same without them.

The site is its web process alone, on a new database: what is compared is how it deals with connections.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from arena.cli.bench.embedded import site
from arena.cli.bench.lines import Line, cost
from arena.cli.bench.measure import Effort, in_turns, or_not_run

SLOW = 500
VISITED = ("/ladders/poison/", "/", "/matches/", "/ladders/")
PAGES = 200
HALF_A_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_A_BODY = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nlogin=half"
)
BUDGET, GOAL = 1.2, 1.05


def measure(effort: Effort) -> Iterator[Line]:
    slow = effort.of(SLOW, 20)
    what = f"a visitor's p95 with {slow} slow connections open"
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as folder:
        yield or_not_run("web", what, partial(_measured, Path(folder), effort, slow, what))


def _measured(folder: Path, effort: Effort, slow: int, what: str) -> Line:
    pages = effort.of(PAGES, 20)
    with site(folder / "site") as port:
        _visited(port, len(VISITED))

        def beside_them() -> float:
            with contextlib.ExitStack() as open_ones:
                for number in range(slow):
                    one = open_ones.enter_context(socket.create_connection(("127.0.0.1", port)))
                    one.sendall(HALF_A_BODY if number % 2 else HALF_A_HEADER)
                # Until the last of them is accepted.
                _visited(port, pages // 10)
                return _visited(port, pages)

        figures = in_turns(beside_them, lambda: _visited(port, pages), effort)
    return cost("web", what, "the same without them", figures, "ms", BUDGET, GOAL)


def _visited(port: int, pages: int) -> float:
    """The milliseconds within which 19 of 20 pages came, one after another on one connection, as in a browser."""
    waits = []
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as visitor:
        for number in range(pages):
            path = VISITED[number % len(VISITED)]
            began = time.perf_counter()
            visitor.request("GET", path, headers={"Host": "localhost"})
            answer = visitor.getresponse()
            answer.read()
            waits.append((time.perf_counter() - began) * 1000)
            if answer.status != 200:
                raise RuntimeError(f"the benchmark's site answered {path} with {answer.status}")
    return sorted(waits)[len(waits) * 19 // 20]
