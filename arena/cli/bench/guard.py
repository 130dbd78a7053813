"""The guard's own HTTP/2 against the `h2` package: why it is our own.

A round trip: an ask is written as frames, and the frame of its answer is read, the same bytes for both. A start: a
process that has imported what a guard does, and one that has imported h2 instead of our HTTP/2; every box has one.
No budget judges these: those of `referee` and `sandbox` are of the whole.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from arena.cli.bench.lines import Line as Row
from arena.cli.bench.lines import NotRun, cost
from arena.cli.bench.measure import Effort, in_turns, many_in_turns, reference
from arena.cli.bench.referee import CLOCK, GAME, SEATS, SEED
from arena.cli.bench.script import script
from athanor_contract.limits import server as limits
from athanorpb.v1 import bot_pb2
from sandbox.guard import http2
from sandbox.guard.connection import Connection
from sandbox.guard.process import ROOTS
from sandbox.guard.program import PLAY

TRIPS = 5_000
GREETING: Final = b"".join(
    (
        http2.frame(http2.SETTINGS, 0, 0, http2.setting(http2.INITIAL_WINDOW_SIZE, http2.LARGEST_WINDOW)),
        http2.frame(http2.SETTINGS, http2.ACK, 0),
        http2.frame(http2.WINDOW_UPDATE, 0, 0, http2.number(http2.LARGEST_WINDOW - http2.DEFAULT_WINDOW)),
    )
)
"""Of a server that takes whatever is said."""
ANSWERED: Final = http2.frame(http2.HEADERS, http2.END_HEADERS, 1, b"\x20\x88\x0f\x10\x10application/grpc")

BOTH: Final = "import _socket, select, resource, sys; sys.path += sys.argv[1:]; "
OURS: Final = BOTH + "import sandbox.guard.program; "
THEIRS: Final = BOTH + "import sandbox.guard.walls, h2.connection, h2.events, h2.settings; "
RESIDENT: Final = "print(open('/proc/self/statm').read().split()[1], resource.getpagesize())"


def measure(effort: Effort) -> Iterator[Row]:
    ask, answer = _said()
    trips = effort.of(TRIPS)
    figures = in_turns(lambda: _ours(ask, answer, trips), lambda: _theirs(ask, answer, trips), effort)
    yield cost("guard", "an ask written and its answer read, CPU", "the h2 package", figures, "µs", None)

    if not Path("/proc/self/statm").exists():
        yield NotRun("guard", "start of its process", "no /proc on this system", "run it on Linux")
        return
    wall, resident = many_in_turns(lambda: _started(OURS), _started_with_h2, effort)
    yield cost("guard", "start of its process", "the same with h2", wall, "ms", None)
    yield cost("guard", "memory of its process", "the same with h2", resident, "MiB", None)


def _said() -> tuple[bytes, bytes]:
    """An ask of a real match, and the frame with its answer."""
    messages = [message for _, message in script(GAME, SEATS, SEED, CLOCK) if message.HasField("ask")]
    answer = bot_pb2.FromBot(answer=bot_pb2.Answer(number=1, index=0)).SerializeToString()
    return messages[len(messages) // 2].SerializeToString(), http2.frame(http2.DATA, 0, 1, _message(answer))


def _message(words: bytes) -> bytes:
    return b"\0" + http2.number(len(words)) + words


def _each(trip: Callable[[], int], trips: int) -> float:
    """Microseconds of CPU time; each trip hears one message."""
    began = time.process_time()
    heard = sum(trip() for _ in range(trips))
    taken = time.process_time() - began
    assert heard == trips, "answers were lost"
    return taken / trips * 1e6


def _ours(ask: bytes, answer: bytes, trips: int) -> float:
    connection = Connection()
    connection.received(GREETING)
    call = connection.open(PLAY)
    connection.received(ANSWERED)

    def trip() -> int:
        connection.count_anew()
        connection.say([ask])
        b"".join(connection.out)
        connection.out.clear()
        connection.received(answer)
        connection.more()
        heard = len(call.heard)
        call.heard = []
        return heard

    return _each(trip, trips)


def _theirs(ask: bytes, answer: bytes, trips: int) -> float:
    """As little as a guard could do: nothing is counted. Raises CannotRun."""
    h2: Any = reference("h2.connection", "h2")
    events: Any = reference("h2.events", "h2")
    config: Any = reference("h2.config", "h2")
    connection = h2.H2Connection(config.H2Configuration(client_side=True, header_encoding=None))
    connection.initiate_connection()
    connection.increment_flow_control_window(limits.WINDOW - http2.DEFAULT_WINDOW)
    connection.receive_data(GREETING)
    call = connection.get_next_available_stream_id()
    path = PLAY.decode()
    fields = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost")]
    connection.send_headers(call, fields)
    connection.receive_data(ANSWERED)
    taken = 0

    def trip() -> int:
        nonlocal taken
        connection.send_data(call, _message(ask))
        connection.data_to_send()
        heard = 0
        for event in connection.receive_data(answer):
            if isinstance(event, events.DataReceived):
                taken += event.flow_controlled_length
                heard += event.data[5:] != b""
        if taken >= http2.DEFAULT_WINDOW // 2:
            connection.increment_flow_control_window(taken)
            connection.increment_flow_control_window(taken, call)
            taken = 0
        return heard

    return _each(trip, trips)


def _started_with_h2() -> tuple[float, float]:
    package = reference("h2", "h2")
    return _started(THEIRS, str(Path(str(package.__file__)).parents[1]))


def _started(program: str, *places: str) -> tuple[float, float]:
    """Milliseconds and MiB of a process that has imported what the program says."""
    began = time.perf_counter()
    said = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program + RESIDENT, *ROOTS, *places],
        capture_output=True,
        text=True,
        check=True,
        env={},
    )
    pages, size = map(int, said.stdout.split())
    return (time.perf_counter() - began) * 1000, pages * size / 2**20
