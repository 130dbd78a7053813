"""Where values of the beacon come from: files, addresses and commands, none of which holds anybody up."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import ClassVar

import pytest

from athanor.matches import beacon_source
from tests import waiting

VALUE = "7b" * 32


def test_a_round_is_read_from_a_file_and_from_a_command(tmp_path: Path) -> None:
    lines = [json.dumps({"round": number, "randomness": f"{number:064x}"}) for number in (16, 17)]
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n".join(lines))
    assert beacon_source.value_of(f"file:{path}", 17) == f"{17:064x}"
    script = tmp_path / "ask.py"
    answer = "{'round': number, 'randomness': f'{number:064x}'}"
    script.write_text(f"import json, sys\nnumber = int(sys.argv[1])\nprint(json.dumps({answer}))")
    assert beacon_source.value_of(f"command:{sys.executable} {script} {{round}}", 17) == f"{17:064x}"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("file:/nowhere/rounds.json", "No such file"),
        ("command:/nowhere/program {round}", "No such file"),
        (f"command:{sys.executable} -c raise(SystemExit(3)) {{round}}", "ended with code 3"),
        (f"command:{sys.executable} -c print(17) {{round}}", "is not a round"),
        ("command:cat /dev/zero", "more than 4194304 bytes"),
        ("file:/dev/zero", "more than 4194304 bytes"),
        ("http://127.0.0.1:9/{round}", "refused"),
    ],
)
def test_a_source_that_gives_nothing_is_silent_and_says_why(source: str, why: str) -> None:
    with pytest.raises(beacon_source.Silent, match=why):
        beacon_source.value_of(source, 17)


class Dripping(BaseHTTPRequestHandler):
    """Tells a round, byte by byte: each comes soon, and all of them after a long time."""

    BYTES: ClassVar = b'{"round": 17, "randomness": "' + VALUE.encode() + b'"}'
    pause: ClassVar = Event()
    """Nobody sets it."""

    def do_GET(self) -> None:
        if self.path == "/missing/17":
            self.send_error(404)
            return
        self.send_response(200)
        self.end_headers()
        for place in range(len(self.BYTES)):
            self.wfile.write(self.BYTES[place : place + 1])
            self.pause.wait(0.0 if self.path == "/at-once/17" else 0.1)

    def log_message(self, *_: object) -> None:
        """Not into the output of the tests."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Dripping)
    # Who is cut off in the middle of an answer is no error of the test.
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow
def test_a_round_is_read_from_an_address(address: str) -> None:
    assert beacon_source.value_of(f"{address}/at-once/{{round}}", 17) == VALUE
    with pytest.raises(beacon_source.Absent, match="404"):
        beacon_source.value_of(f"{address}/missing/{{round}}", 17)


@pytest.mark.slow
def test_a_server_that_sends_byte_by_byte_holds_nobody_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacon_source, "ANSWER_WITHIN", 1.0)
    with pytest.raises(beacon_source.Silent, match="no whole answer within 1 seconds"):
        beacon_source.value_of(f"{address}/slowly/{{round}}", 17)


@pytest.mark.slow
def test_a_command_that_never_ends_is_ended_with_all_that_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon_source, "ANSWER_WITHIN", 1.0)
    script = tmp_path / "ask"
    script.write_text(f"#!/bin/sh\nsleep 1000 &\necho $! > {tmp_path}/started\nwait\n")
    script.chmod(0o700)
    with pytest.raises(beacon_source.Silent, match="no whole answer"):
        beacon_source.value_of(f"command:{script} {{round}}", 17)
    child = int((tmp_path / "started").read_text())
    waiting.until(lambda: not _runs(child), "the command's own child has ended")


def _runs(process: int) -> bool:
    """What has ended and waits for init is not running."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_another_round_than_the_one_that_was_asked_for_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "latest.json"
    path.write_text(json.dumps({"round": 18, "randomness": VALUE}))
    with pytest.raises(beacon_source.Absent, match="without round 17"):
        beacon_source.value_of(f"file:{path}", 17)
