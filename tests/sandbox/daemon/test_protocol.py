"""What a client may say and what it may not: sandboxd answers, refuses, hangs up, and goes on."""

from __future__ import annotations

import array
import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from athanor_contract.bundle import Bundle, Packed, read
from sandbox.daemon import calls, server, wire
from sandbox.daemon.client import Sandboxd
from sandbox.daemon.sealed import sealed
from sandbox.daemon.verbs import Answer
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.interface import HostStalled, RuntimeMissing, SandboxFault
from tests.sandbox.daemon.conftest import descriptors, memory
from tests.sandbox.daemon.leaving import left_at
from tests.sandbox.daemon.raw import Raw, unread
from tests.sandbox.daemon.running import Daemon
from tests.sandbox.playing import BOTS, launch_of, running, talking
from tests.waiting import PATIENCE, until

NOWHERE = "0" * 64


@pytest.fixture(scope="module", autouse=True)
def half_a_request(shared: Daemon) -> Iterator[Raw]:
    """Said when the first of these tests begins."""
    with Raw(shared) as client:
        client.say(b'{"verb":"hea')
        yield client


@pytest.fixture(autouse=True)
def goes_on(shared: Daemon) -> Any:
    """After whatever was said: it lives, holds nothing of ours, and has a slot for the next one."""
    yield
    client = Sandboxd(shared.socket)
    until(lambda: client.health()["used"] == 0, "every slot to be given back")
    until(lambda: descriptors(shared.pid) < 40, "every connection to be closed")
    assert shared.boxes() == set()
    assert "Traceback" not in shared.log.read_text()


def test_it_says_how_it_is(shared: Daemon, state: Path) -> None:
    with Raw(shared) as client:
        said = client.ask("health")
    assert (said["id"], said["version"]) == (1, wire.VERSION)
    assert (said["driver"], said["container_runtime"], said["breaker"]) == ("bubblewrap", "", "closed")
    assert said["isolation"] == ("own" if os.geteuid() == 0 else "memory")
    assert (said["used"], said["waiting"], said["unburied"]) == (0, 0, 0)
    assert said["slots"] >= 32
    assert said["weaknesses"] == Bubblewrap(state).weaknesses() == Sandboxd(shared.socket).weaknesses()


@pytest.mark.parametrize("kind", [HostStalled, RuntimeMissing, SandboxFault])
async def test_a_fault_is_of_the_same_kind_at_the_client(kind: type[SandboxFault]) -> None:
    async def fails(head: wire.Head) -> Answer:
        raise kind("why it failed")

    answer = await server._outcome({"verb": "ready"}, fails)
    with pytest.raises(SandboxFault, match="why it failed") as raised:
        calls._checked(calls.Answer(json.loads(json.dumps(answer.head))))
    assert raised.type is kind


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"verb": "exec", "path": "/bin/sh"}, "there is no verb 'exec'"),
        ({"verb": None}, "there is no verb 'None'"),
        ({}, "there is no verb"),
        ({"verb": "acquire"}, "`class` must be a runtime and a size"),
        ({"verb": "acquire", "class": "python"}, "`class` must be"),
        ({"verb": "acquire", "class": ["python/match"]}, "`class` must be"),
        ({"verb": "acquire", "class": "python/build"}, "a slot is of size match"),
        ({"verb": "acquire", "class": "../../etc/match"}, "no runtime called '../../etc'"),
        ({"verb": "acquire", "class": "python/match", "limits": {"memory": 2**40}}, "the limit `memory` must be"),
        ({"verb": "acquire", "class": "python/match", "limits": {"memory": 0}}, "the limit `memory` must be"),
        ({"verb": "acquire", "class": "python/match", "limits": {"memory": True}}, "the limit `memory` must be"),
        ({"verb": "acquire", "class": "python/match", "limits": {"cores": float("inf")}}, "the limit `cores`"),
        ({"verb": "acquire", "class": "python/match", "limits": {"privileged": 1}}, "no limit 'privileged'"),
        ({"verb": "acquire", "class": "python/match", "limits": []}, "`limits` must be an object"),
        ({"verb": "acquire", "class": "python/match", "party": "m1"}, "`party` must have a `name`"),
        ({"verb": "acquire", "class": "python/match", "party": {"name": "", "seats": 2}}, "must have a `name`"),
        (
            {"verb": "acquire", "class": "python/match", "party": {"name": "m", "seats": 9}},
            "a number from 1 to 8",
        ),
        ({"verb": "acquire", "class": "python/match", "party": {"name": "m", "seats": True}}, "`seats`, a number"),
        (
            {"verb": "acquire", "class": "python/match", "party": {"name": "m", "seats": 2, "awaited": 0}},
            "`awaited`",
        ),
        ({"verb": "load", "slot": 1, "digest": NOWHERE}, "this connection has no slot 1"),
        ({"verb": "destroy", "slot": "1"}, "`slot` must be the number"),
        ({"verb": "stat", "slot": 10**20}, "this connection has no slot"),
        ({"verb": "offer", "digest": "../" * 21 + "x"}, "`digest` must be a SHA-256"),
        ({"verb": "offer", "digest": None}, "`digest` must be"),
        (
            {"verb": "build", "class": "python/match", "digest": NOWHERE, "within": 1},
            "`class` must be of size build",
        ),
        (
            {"verb": "build", "class": "python/build", "digest": NOWHERE, "within": 1e9},
            "`within` must be a number",
        ),
        ({"verb": "build", "class": "python/build", "digest": NOWHERE, "within": 1}, "no such bundle"),
    ],
)
def test_a_request_that_cannot_be_done_is_answered_with_what_it_must_be(
    shared: Daemon, asked: dict[str, Any], why: str
) -> None:
    with Raw(shared) as client:
        client.say(json.dumps({**asked, "id": 7}).encode() + b"\n")
        said = client.hear()
        assert said["id"] == 7
        assert why in said["fault"]
        assert client.ask("health")["version"] == wire.VERSION, "the connection is as good as before"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"hello\n", "one JSON object in UTF-8"),
        (b"[]\n", "one JSON object"),
        (b"\n", "one JSON object"),
        (b"\xff\xfe\n", "one JSON object in UTF-8"),
        (b"[" * 60_000 + b"\n", "one JSON object"),
        (b'{"n":' + b"9" * 10_000 + b"}\n", "one JSON object"),
        (b"GET / HTTP/1.1\r\n\r\n", "one JSON object"),
        (b"x" * (wire.LONGEST_REQUEST + 1), "a line may have 65536 bytes"),
        (b'{"verb":"health","bytes":5}\nhello', "a request has no body"),
        (b'{"verb":"deliver","digest":"%s","bytes":5}\nhello' % NOWHERE.encode(), "a request has no body"),
    ],
)
def test_what_is_no_frame_is_told_so_and_left(shared: Daemon, said: bytes, why: str) -> None:
    with Raw(shared) as client:
        client.say(said)
        heard = client.hear()
        # Where bytes are still on their way the answer may be lost with the connection.
        assert not heard or why in heard["fault"]
        assert client.is_closed()


def test_a_request_may_come_in_pieces(shared: Daemon) -> None:
    with Raw(shared) as client, Raw(shared) as other:
        client.say(b'{"verb":"hea')
        assert other.ask("health")["version"] == wire.VERSION
        client.say(b'lth","id":7}\n')
        assert client.hear()["id"] == 7


def test_a_hangup_right_after_a_bundle(shared: Daemon) -> None:
    for _ in range(10):
        with Raw(shared) as client:
            client.say_with(sealed(b"x" * 500_000), verb="deliver", digest=NOWHERE)


def test_a_request_may_be_cut_behind_its_descriptor(shared: Daemon) -> None:
    bundle = shell()
    words = json.dumps({"verb": "deliver", "digest": bundle.digest, "id": 4}).encode() + b"\n"
    descriptor = sealed(bundle.content())
    with Raw(shared) as client:
        socket.send_fds(client.socket, [b'{"verb":"health","id":3}\n' + words[:5]], [descriptor])
        os.close(descriptor)
        assert client.hear()["id"] == 3
        client.say(words[5:])
        assert client.hear() == {"id": 4}


def test_a_bundle_that_is_not_what_its_digest_says_is_refused(shared: Daemon) -> None:
    with Raw(shared) as client:
        before = client.ask("health")["bundles"]
        client.say_with(sealed(b"abc"), verb="deliver", digest=NOWHERE, id=3)
        said = client.hear()
        assert (said["id"], "the digest of what was delivered is ba7816bf" in said["fault"]) == (3, True)
        assert client.ask("offer", digest=NOWHERE)["have"] is False
        assert client.ask("health")["bundles"] == before


def test_what_is_delivered_must_be_a_bundle_in_a_sealed_memory_file(shared: Daemon) -> None:
    nonsense = hashlib.sha256(b"abc").hexdigest()
    with Raw(shared) as client:
        before = client.ask("health")["bundles"]
        assert "comes with the descriptor" in client.ask("deliver", digest=nonsense)["fault"]
        client.say_with(sealed(b"abc"), verb="deliver", digest=nonsense)
        assert "is no bundle: there are bytes before the zip" in client.hear()["fault"]
        client.say_with(os.open(__file__, os.O_RDONLY), verb="deliver", digest=nonsense)
        assert "is no bundle: it must be a sealed memory file" in client.hear()["fault"]
        client.say_with(sealed(b"abc"), verb="deliver", digest="x")
        assert "`digest` must be" in client.hear()["fault"]
        assert client.ask("health")["bundles"] == before


@pytest.mark.slow
def test_what_a_large_bundle_took_when_it_was_read_is_given_back(shared: Daemon) -> None:
    files = {f"book{place}": os.urandom(8 * 1024 * 1024 - 1024 * 64 * (place + 1)) for place in range(4)}
    large = Packed.of(Bundle({**shell().files, **files}, shell().manifest))
    before = memory(shared.pid)
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Raw(shared)) for _ in range(8)]
        for client in clients:
            client.say_with(sealed(large.content()), verb="deliver", digest=large.digest)
        assert [client.hear() for client in clients] == [{"id": 1}] * 8
    until(lambda: memory(shared.pid) - before < 20_000_000, "the memory of the bundle to be given back")


def test_a_slot_is_its_connections_alone(shared: Daemon) -> None:
    with Raw(shared) as one, Raw(shared) as other:
        slot = one.ask("acquire", **{"class": "python/match"})["slot"]
        for verb in ("stat", "destroy", "start", "freeze", "thaw"):
            assert "this connection has no slot" in other.ask(verb, slot=slot)["fault"]
        assert one.ask("stat", slot=slot)["fault"] == "nothing was loaded into this slot"
        assert one.ask("destroy", slot=slot)["log"] == 0
        assert "this connection has no slot" in one.ask("destroy", slot=slot)["fault"]


def test_a_bundle_for_another_runtime_does_not_fit(shared: Daemon) -> None:
    with Raw(shared) as client:
        digest = delivered(client)
        slot = client.ask("acquire", **{"class": "python/match"})["slot"]
        assert "the slot is for python, the bundle for sh" in client.ask("load", slot=slot, digest=digest)["fault"]


def shell() -> Packed:
    return Packed.of(read(b"sleep 60", "x.sh"))


def delivered(client: Raw) -> str:
    bundle = shell()
    client.say_with(sealed(bundle.content()), verb="deliver", digest=bundle.digest)
    assert "fault" not in client.hear()
    return bundle.digest


def test_a_slot_is_loaded_and_started_once(shared: Daemon) -> None:
    with Raw(shared) as client:
        digest = delivered(client)
        slot = client.ask("acquire", **{"class": "sh/match"})["slot"]
        assert "fault" not in client.ask("load", slot=slot, digest=digest)
        assert "loaded once" in client.ask("load", slot=slot, digest=digest)["fault"]
        assert client.ask("start", slot=slot)["descriptors"] == 1
        assert "started once" in client.ask("start", slot=slot)["fault"]
        assert client.ask("destroy", slot=slot)["exit_code"] is None


def test_descriptors_that_are_sent_to_it_are_not_kept(shared: Daemon) -> None:
    before = descriptors(shared.pid)
    with Path(os.devnull).open() as file, Raw(shared) as client:
        sent = array.array("i", [file.fileno()] * 100)
        for _ in range(20):
            client.socket.sendmsg([b'{"verb":"health","id":1}\n'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, sent)])
            assert client.hear()["version"] == wire.VERSION
        until(lambda: descriptors(shared.pid) <= before + 1, "all of them to be closed")


def test_a_descriptor_that_takes_long_to_be_closed_stops_nobody(shared: Daemon) -> None:
    """Who closes such a connection last is made to wait by the kernel until all was sent that nobody reads."""
    with socket.create_server(("127.0.0.1", 0)) as listener, Raw(shared) as client:
        sending, other = unread(listener)
        with other:
            # It is held until the line that it came with is complete: ours is not the last.
            socket.send_fds(client.socket, [b'{"verb":'], [sending.fileno()])
            sending.close()
            client.say(b'"health","id":1}\n')
            for _ in range(2):
                assert client.hear()["version"] == wire.VERSION
                client.say(b'{"verb":"health","id":1}\n')
            assert client.hear()["version"] == wire.VERSION


def test_requests_on_one_connection_are_answered_as_they_are_done(shared: Daemon) -> None:
    with Raw(shared) as client:
        client.say(b"".join(b'{"verb":"health","id":%d}\n' % number for number in range(500)))
        assert {client.hear()["id"] for _ in range(500)} == set(range(500))


def test_who_does_not_listen_to_the_answers_is_not_read_any_more(shared: Daemon) -> None:
    """What it would say is bounded by the sockets: it costs us no memory."""
    before = memory(shared.pid)
    with Raw(shared) as client:
        client.socket.setblocking(False)
        sent = 0
        with contextlib.suppress(BlockingIOError):
            while sent < 5_000_000:
                sent += client.socket.send(b'{"verb":"health","id":1}\n' * 100)
        assert sent < 5_000_000
        assert memory(shared.pid) - before < 20_000_000


def test_who_goes_without_his_answers_takes_nobody_elses_along(shared: Daemon) -> None:
    """The next connection gets the same descriptor in the daemon: nothing of the last one may still hang on it."""
    for _ in range(60):
        with Raw(shared) as client:
            client.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                for _ in range(200):
                    client.socket.send(b'{"verb":"health","id":1}\n' * 100)
        with Raw(shared) as client:
            assert client.ask("health")["version"] == wire.VERSION


def test_thousands_of_connections_are_bounded_and_others_are_served_meanwhile(shared: Daemon) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    crowd: list[socket.socket] = []
    try:
        refused = 0
        for _ in range(3000):
            one = socket.socket(socket.AF_UNIX)
            one.settimeout(PATIENCE)
            crowd.append(one)
            connect(one, shared)
        for one in crowd[server.MOST_OF_ONE : server.MOST_OF_ONE + 500]:
            refused += b"connections already" in one.recv(1000)
        assert refused == 500
        # Those that were refused a moment ago may not be closed yet.
        until(lambda: descriptors(shared.pid) < server.MOST_OF_ONE + 100, "the refused to be closed")
        assert health_by_another_process(shared)["version"] == wire.VERSION
    finally:
        for one in crowd:
            one.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connect(one: socket.socket, daemon: Daemon) -> None:
    """Where the queue is full a Unix socket does not wait."""

    def connected() -> bool:
        try:
            one.connect(str(daemon.socket))
        except BlockingIOError:
            return False
        return True

    until(connected, "a place in the queue")


def health_by_another_process(daemon: Daemon) -> Any:
    program = (
        "import json, sys, pathlib; from sandbox.daemon.client import Sandboxd;"
        "print(json.dumps(Sandboxd(pathlib.Path(sys.argv[1])).health()))"
    )
    root = Path(__file__).parents[3]
    told = subprocess.run(
        [sys.executable, "-c", program, daemon.socket], cwd=root, capture_output=True, check=True
    )
    return json.loads(told.stdout)


async def test_clients_that_go_at_any_moment_leave_nothing(shared: Daemon) -> None:
    """From the first request to a bot that is up: after each request and each answer one that hangs up, before
    sandboxd has begun with what was asked, and while it is at it."""
    driver = Sandboxd(shared.socket)
    for meanwhile in (lambda: None, driver.health):
        for moment in itertools.count(1):
            with left_at(moment, meanwhile) as passed:
                task = asyncio.create_task(up(driver))
                await asyncio.wait([task])
            if not task.cancelled():
                break
        assert task.exception() is None
        assert {"said acquire", "heard load", "said start", "heard ready"} <= set(passed)
    async with running(driver, launch_of(BOTS / "first.py")) as one, talking(one.box) as bot:
        await bot.welcomed()


async def up(driver: Sandboxd) -> None:
    """A box that nobody kills: its connection ends with the task."""
    box = await driver.prepare(launch_of(BOTS / "first.py"))
    try:
        await box.start()
        await box.wait_ready(60)
    finally:
        box.hang_up()


async def test_a_request_that_was_called_off_does_not_disturb_the_next(shared: Daemon, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import time\ntime.sleep(600)\ndef choose(ask): ...\n")
    box = await Sandboxd(shared.socket).prepare(launch_of(tmp_path / "main.py"))
    await box.start()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(box.wait_ready(600), 0.3)
    assert box.stats().cpu_ms is not None
    assert (await box.kill()).exit_code is None


async def test_what_a_box_has_used_is_told_with_its_end(shared: Daemon) -> None:
    """Nobody need ask for it before, who would stand still until the answer came."""
    async with running(Sandboxd(shared.socket), launch_of(BOTS / "first.py")) as up:
        pass
    used = up.box.stats()
    assert used.cpu_ms
    assert used.memory_peak


def test_half_a_request_is_not_waited_for(half_a_request: Raw) -> None:
    """The last of these tests, for it takes a while."""
    assert half_a_request.is_closed()
