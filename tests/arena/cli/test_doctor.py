"""athanor doctor: what it finds, and what it says to do."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.cli import doctor
from arena.cli.doctor import Finding
from arena.cli.main import main
from athanor_contract.runtimes import RUNTIMES
from athanorpb.isolation import Isolation
from sandbox.interface import SandboxFault
from sandbox.walls.proof import Proof


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    server = socket.create_server(("127.0.0.1", 0))
    yield server
    server.close()


def test_it_says_of_each_thing_whether_it_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ATHANOR_VAR", str(tmp_path / "var"))
    for name in ("ATHANOR_BROKER_URL", "ATHANOR_DATABASE_URL", "ATHANOR_LIVE_URL"):
        monkeypatch.delenv(name, raising=False)
    code = main(["doctor", "--json"])
    findings = {found["what"]: found for found in json.loads(capsys.readouterr().out)}
    works = [name for name in ("bubblewrap", "docker") if findings[f"sandbox {name}"]["state"] != "no"]
    assert [name for name in findings if not name.startswith(("wall ", "walls "))] == [
        "python", "data", "sandbox bubblewrap", "sandbox docker", "cgroups",
        *(f"language {name}" for name in RUNTIMES), "broker", "database",
    ]  # fmt: skip
    assert findings["python"]["state"] == "ok"
    assert [name.removeprefix("walls ") for name in findings if name.startswith("walls ")] == works
    assert all("held, each tried in a box" in findings[f"walls {name}"]["detail"] for name in works)
    assert code == (0 if works else 1)
    main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [found["state"] for found in findings.values()]


def test_a_service_that_answers_is_ok_and_its_password_is_not_shown(listening: socket.socket) -> None:
    port = listening.getsockname()[1]
    found = doctor.service("broker", f"redis://me:secret@127.0.0.1:{port}/0")
    assert found == Finding("broker", "ok", f"redis answers at 127.0.0.1:{port}")


def test_a_service_on_a_unix_socket_is_found(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        server.listen()
        assert doctor.service("broker", f"redis+socket://{tmp_path}/s").state == "ok"


def test_a_service_that_does_not_answer_is_said_with_what_to_do(listening: socket.socket) -> None:
    port = listening.getsockname()[1]
    listening.close()
    found = doctor.service("database", f"postgres://me:secret@127.0.0.1:{port}/athanor")
    assert found.state == "no"
    assert found.detail.startswith(f"nothing answers at 127.0.0.1:{port} (Connection refused): start it")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ftp://host/", "'ftp' is no kind of service that is known"),
        ("redis:", "the address names no host"),
        ("redis://host:port/0", "Port could not be cast"),
        ("nonsense", "'' is no kind of service"),
    ],
)
def test_an_address_that_is_none_is_said(url: str, words: str) -> None:
    found = doctor.service("broker", url)
    assert found.state == "no"
    assert words in found.detail


def test_a_file_is_no_service() -> None:
    assert doctor.service("database", "sqlite:////data/db.sqlite3").state == "ok"


def test_one_sandbox_is_enough_and_everything_else_is_needed() -> None:
    python, broker = Finding("python", "ok", ""), Finding("broker", "ok", "")
    works, fails = Finding("sandbox a", "weak", ""), Finding("sandbox b", "no", "")
    assert doctor.healthy([python, works, fails, broker])
    assert not doctor.healthy([python, fails, broker])
    assert not doctor.healthy([python, works, Finding("broker", "no", "")])


def test_a_sandbox_without_its_walls_is_none() -> None:
    works, holds, open_ = (
        Finding("sandbox a", "ok", ""),
        Finding("walls a", "weak", ""),
        Finding("walls a", "no", ""),
    )
    assert doctor.healthy([works, holds, Finding("wall a first_to_go", "weak", "")])
    assert not doctor.healthy([works, open_, Finding("wall a no_network", "no", "")])


def test_a_wall_that_is_missing_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = [Proof("no_network", False, "interfaces: eth0; use a newer one"), Proof("own_user", True)]
    monkeypatch.setattr("sandbox.walls.proof.tried", lambda driver: proofs)
    whole, missing = doctor.walls("bubblewrap")
    assert whole == Finding("walls bubblewrap", "no", "1 of 2 held, each tried in a box")
    assert missing == Finding("wall bubblewrap no_network", "no", "not held: interfaces: eth0; use a newer one")


@dataclass
class Sandbox:
    level: Isolation
    weak: list[str] = field(default_factory=list)
    wrong: str | None = None

    def trouble(self) -> str | None:
        return self.wrong

    def isolation(self) -> Isolation:
        assert self.wrong is None, "of what does not work nothing can be told"
        return self.level

    def weaknesses(self) -> list[str]:
        return self.weak


def test_a_sandbox_is_told_with_its_level_of_isolation() -> None:
    found = doctor.sandbox("bubblewrap", Sandbox(Isolation.OWN))
    meaning = "walls around each bot, and a file system of its own that ends with it"
    assert found == Finding("sandbox bubblewrap", "ok", f"isolation level own: {meaning}")


@pytest.mark.parametrize("level", [Isolation.MEMORY, Isolation.DISK])
def test_of_a_weaker_level_it_says_what_to_do_for_the_best(level: Isolation) -> None:
    found = doctor.sandbox("docker", Sandbox(level, ["boxes share the engine's images"]))
    assert found.state == "weak"
    assert found.detail.startswith(f"isolation level {level}: ")
    assert "boxes share the engine's images; for level own: run the worker as root" in found.detail
    assert "erofs-utils" in found.detail


def test_a_weakness_that_says_what_to_do_for_the_best_level_is_all_that_is_said_of_it() -> None:
    weak = (
        "boxes share this machine's devices (mknod: Operation not permitted); for level own let root make devices"
    )
    found = doctor.sandbox("bubblewrap", Sandbox(Isolation.MEMORY, [weak]))
    assert (found.state, found.detail.endswith(weak)) == ("weak", True)


def test_a_sandbox_that_does_not_work_has_no_level() -> None:
    assert doctor.sandbox("docker", Sandbox(Isolation.NONE, wrong="no engine")) == Finding(
        "sandbox docker", "no", "no engine"
    )


def test_walls_that_cannot_be_tried_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(driver: object) -> list[Proof]:
        raise SandboxFault("no room for a box")

    monkeypatch.setattr("sandbox.walls.proof.tried", failing)
    assert [*doctor.walls("docker")] == [
        Finding("walls docker", "no", "they could not be tried: no room for a box")
    ]


def test_a_folder_that_is_not_there_yet_is_judged_by_the_one_above(tmp_path: Path) -> None:
    assert doctor.folder(tmp_path / "a" / "b").state in ("ok", "weak")
    assert not (tmp_path / "a").exists()
