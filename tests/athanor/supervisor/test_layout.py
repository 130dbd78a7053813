"""Where an installation lies, and what is said when it cannot start there."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from athanor import environment
from athanor.supervisor.keys import NOT_FOR_THE_ARENA, for_the_arena, settle_environment
from athanor.supervisor.layout import CannotRun, Layout, check_port, claim, layout, make_folders


def place(var: Path, **more: str) -> Layout:
    return layout({"ATHANOR_VAR": str(var), **more})


def test_the_defaults() -> None:
    given = layout({})
    assert given.var == Path("var").absolute()
    assert given.url == "http://127.0.0.1:8000"
    assert given.arena_processes >= 1


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 1), (4, 1), (8, 2), (64, 16)])
def test_there_is_a_worker_for_every_four_cores(monkeypatch: pytest.MonkeyPatch, cores: int, workers: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    assert layout({}).arena_processes == workers


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8000.5"])
def test_a_port_that_is_none_is_named(port: str) -> None:
    with pytest.raises(CannotRun, match=f"ATHANOR_PORT is '{port}'; it must be a whole number from 1 to 65535"):
        layout({"ATHANOR_PORT": port})


def test_a_second_one_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    here = place(tmp_path)
    make_folders(here)
    with claim(here), pytest.raises(CannotRun, match=rf"already runs on {tmp_path} \(process {os.getpid()}\)"):
        claim(here)
    claim(here).close()


def test_a_taken_port_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotRun, match=f"port {port} on 127.0.0.1 cannot be had .* ATHANOR_PORT="):
            check_port(place(tmp_path, ATHANOR_PORT=str(port)), patience=0)
    check_port(place(tmp_path, ATHANOR_PORT=str(port)))


def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    long = place(tmp_path / ("x" * 120))
    assert len(bytes(long.broker_socket)) <= 100
    assert long.broker_socket == place(long.var).broker_socket
    make_folders(long)
    try:
        assert stat.S_IMODE(long.broker_socket.parent.stat().st_mode) == 0o700
    finally:
        long.broker_socket.parent.rmdir()


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def test_folders_that_are_made_are_closed_to_others(tmp_path: Path) -> None:
    here = place(tmp_path / "of-athanor" / "var")
    make_folders(here)
    make_folders(here)
    assert {mode(folder) for folder in (here.var, here.logs, here.broker)} == {0o700}


def test_a_folder_that_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    here = place(tmp_path / "var")
    make_folders(here)
    claim(here).close()
    here.var.chmod(0o755)
    make_folders(here)
    assert mode(here.var) == 0o700


@pytest.mark.parametrize("holds", ["", "log", "photos"])
def test_an_open_folder_that_athanor_has_not_made_is_left_as_it_is_and_refused(tmp_path: Path, holds: str) -> None:
    shared = tmp_path / "data"
    (shared / holds).mkdir(parents=True)
    shared.chmod(0o755)
    with pytest.raises(CannotRun, match=rf"mode 0755.* ATHANOR_VAR={shared}/athanor; .* `chmod 700 {shared}`"):
        make_folders(place(shared))
    assert mode(shared) == 0o755
    assert [entry.name for entry in shared.iterdir()] == ([holds] if holds else [])


def test_a_folder_that_an_earlier_version_shared_with_others_is_not_closed_to_them(tmp_path: Path) -> None:
    here = place(tmp_path / "data")
    make_folders(here)
    claim(here).close()
    (here.var / "photos").mkdir()
    here.var.chmod(0o750)
    with pytest.raises(CannotRun, match="is open to other users"):
        make_folders(here)
    assert mode(here.var) == 0o750


def test_a_folder_of_ones_own_is_used_whatever_is_in_it_and_linked_folders_keep_their_mode(tmp_path: Path) -> None:
    own, logs = tmp_path / "own", tmp_path / "logs"
    own.mkdir(mode=0o700)
    logs.mkdir(mode=0o755)
    logs.chmod(0o755)
    (own / "photos").mkdir()
    (own / "log").symlink_to(logs)
    make_folders(place(own))
    assert mode(logs) == 0o755


def test_a_file_in_the_place_of_the_folder_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    (tmp_path / "var").chmod(0o600)
    with pytest.raises(
        CannotRun, match=r"var cannot be the folder for data \(.*\); name another one by ATHANOR_VAR"
    ):
        make_folders(place(tmp_path / "var"))


def test_a_folder_that_all_users_share_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(CannotRun, match="name a folder for Athanor alone by ATHANOR_VAR"):
        make_folders(place(tmp_path))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


def test_an_older_secret_key_stays_in_the_file_and_goes_to_no_worker(tmp_path: Path) -> None:
    here = place(tmp_path)
    settle_environment(here, {})
    here.environment.write_text(here.environment.read_text() + "ATHANOR_SECRET_KEY_FALLBACKS=old\n")
    assert settle_environment(here, {})["ATHANOR_SECRET_KEY_FALLBACKS"] == "old"
    assert environment.file(here.environment)["ATHANOR_SECRET_KEY_FALLBACKS"] == "old"
    assert "old" not in for_the_arena(settle_environment(here, {})).values()


def test_a_broker_of_ones_own_is_used(tmp_path: Path) -> None:
    assert place(tmp_path, ATHANOR_BROKER_URL="amqp://host//").broker_url == "amqp://host//"
    assert place(tmp_path).broker_url == f"redis+socket://{tmp_path}/broker/socket"


def test_a_broker_that_is_none_is_refused_before_anything_is_started(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match=r"^ATHANOR_BROKER_URL must be the URL of a broker"):
        place(tmp_path, ATHANOR_BROKER_URL="host:5672")


def test_secrets_are_made_once_and_kept_private(tmp_path: Path) -> None:
    here = place(tmp_path)
    first = settle_environment(here, {})
    assert len(first["ATHANOR_SECRET_KEY"]) >= 50
    assert len(bytes.fromhex(first["ATHANOR_RECORD_KEY"])) == 32
    assert settle_environment(here, {}) == first
    assert environment.file(here.environment) == first
    assert stat.S_IMODE(here.environment.stat().st_mode) == 0o600


def test_a_variable_that_is_given_wins_and_is_not_written_down(tmp_path: Path) -> None:
    here = place(tmp_path)
    made = settle_environment(here, {})["ATHANOR_SECRET_KEY"]
    assert settle_environment(here, {"ATHANOR_SECRET_KEY": "mine"})["ATHANOR_SECRET_KEY"] == "mine"
    assert settle_environment(here, {})["ATHANOR_SECRET_KEY"] == made


def test_a_moved_folder_tells_its_new_place(tmp_path: Path) -> None:
    old = place(tmp_path / "old")
    old.var.mkdir()
    secret = settle_environment(old, {})["ATHANOR_SECRET_KEY"]
    old.var.rename(tmp_path / "new")
    new = settle_environment(place(tmp_path / "new"), {})
    assert new["ATHANOR_BLOBS"] == str(tmp_path / "new" / "blobs")
    assert new["ATHANOR_SECRET_KEY"] == secret


def test_the_arena_gets_no_secret_of_the_site_and_no_database(tmp_path: Path) -> None:
    given = dict.fromkeys(NOT_FOR_THE_ARENA, "secret")
    arena = for_the_arena(settle_environment(place(tmp_path), given))
    assert "secret" not in arena.values()
    assert arena["ATHANOR_RECORD_KEY"]


def test_an_environment_file_fills_only_what_is_not_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "environment").write_text("# a comment\nATHANOR_ONE=file\nATHANOR_TWO=a=b\n")
    monkeypatch.setenv("ATHANOR_ONE", "process")
    monkeypatch.delenv("ATHANOR_TWO", raising=False)
    monkeypatch.setattr(environment, "adopted", set())
    environment.adopt(tmp_path / "environment")
    try:
        assert os.environ["ATHANOR_ONE"] == "process"
        assert os.environ["ATHANOR_TWO"] == "a=b"
        assert environment.adopted == {"ATHANOR_TWO"}
    finally:
        os.environ.pop("ATHANOR_TWO", None)
