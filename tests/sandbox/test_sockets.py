"""What waits in sockets, by the kernel's word: in a network namespace where there are no others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import sockets
from sandbox.sockets import most_in_a_queue

ROOT = Path(__file__).parents[2]
LOOKS = """
import ctypes, json, socket, sys
assert ctypes.CDLL(None).unshare(0x10000000 | 0x40000000) == 0, "a user and a network of its own"
from sandbox.sockets import Sockets
sockets = Sockets(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4))

def said_much(one):
    one.setblocking(False)
    said = 0
    try:
        while True:
            said += one.send(bytes(16384))
    except BlockingIOError:
        return said

def calls(times):
    door = socket.socket(socket.AF_UNIX)
    door.bind("")
    door.listen(times)
    for _ in range(times):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(door.getsockname())
            caller.send(b"x")
    return door

one, other = socket.socketpair()
kept, said = [one, other], 0
{body}
print(json.dumps([sockets.held(), sockets.held(), said]))
"""


def looked(body: str) -> tuple[int, int, int]:
    """At the first look, at the second one, and what the body said."""
    done = subprocess.run(
        [sys.executable, "-c", LOOKS.replace("{body}", body)],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    first, second, said = json.loads(done.stdout)
    return first, second, said


def test_where_nothing_waits_nothing_is_held() -> None:
    assert looked("one.send(b'x'); other.recv(1)") == (0, 0, 0)


def test_what_a_sender_has_on_its_way_is_told_exactly() -> None:
    first, second, said = looked("said = said_much(one)")
    assert first == 0, "what is there for a moment is not held"
    assert said <= second <= 2 * said


def test_of_a_sender_that_has_gone_as_much_as_a_queue_may_hold() -> None:
    assert looked("one.send(b'x'); one.close()")[1] == most_in_a_queue()


@pytest.mark.parametrize("times", [1, 5])
def test_each_call_that_nobody_takes_has_a_queue(times: int) -> None:
    assert looked(f"kept.append(calls({times}))")[1] == times * most_in_a_queue()


def test_a_host_that_does_not_say_how_long_a_queue_may_be_has_what_linux_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SETTINGS", tmp_path)
    assert most_in_a_queue.__wrapped__() == 8 * 1024 * 1024
    (tmp_path / "wmem_max").write_text("212992\n")
    assert most_in_a_queue.__wrapped__() == 2 * 212_992


@pytest.mark.parametrize("first", ["x", ""])
def test_letters_that_nobody_reads_have_many_senders(first: str) -> None:
    """Behind an empty one the kernel tells of none."""
    body = "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); kept.append(b)\n"
    body += f"a.send(b'{first}'); a.send(b'x'); a.close()"
    assert looked(body)[1] == 11 * most_in_a_queue()
