"""What each service is told and what it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from athanor.supervisor.layout import Layout, layout
from athanor.supervisor.management.commands.prepare import Command
from athanor.supervisor.services import Service, sandbox, site

SECRETS = {
    "ATHANOR_SECRET_KEY": "a" * 64,
    "ATHANOR_RECORD_KEY": "b" * 64,
    "ATHANOR_DATABASE_URL": "postgresql://me:word@here/site",
    "ATHANOR_BROKER_URL": "redis://me:word@here",
    "ATHANOR_EMAIL_PASSWORD": "word",
    "DJANGO_SETTINGS_MODULE": "athanor.settings",
}
GIVEN = {**SECRETS, "PATH": "/usr/bin", "DOCKER_HOST": "unix:///run/docker.sock", "ATHANOR_WARM_SLOTS": "2"}


@pytest.fixture
def place(tmp_path: Path) -> Layout:
    return layout({"ATHANOR_VAR": str(tmp_path)})


def arena(place: Layout, environment: dict[str, str]) -> Service:
    return next(service for service in site(place, environment) if service.name == "arena")


def test_sandboxd_is_told_how_bots_are_run_and_no_key(place: Layout) -> None:
    service = sandbox(place, GIVEN)
    assert service is not None
    assert service.command[1:] == (
        *("-m", "sandbox.daemon", "--driver", "auto"),
        *("--state", str(place.var / "sandbox"), "--socket", str(place.var / "sandboxd" / "socket")),
    )
    assert service.environment == {
        "PATH": "/usr/bin", "DOCKER_HOST": "unix:///run/docker.sock", "ATHANOR_WARM_SLOTS": "2",
    }  # fmt: skip


def test_the_arena_asks_sandboxd_and_knows_no_engine(place: Layout) -> None:
    told = arena(place, GIVEN).environment
    assert told["ATHANOR_SANDBOX"] == "sandboxd"
    assert told["ATHANOR_SANDBOXD"] == str(place.sandbox_socket)
    assert "DOCKER_HOST" not in told
    assert "ATHANOR_SECRET_KEY" not in told


def test_the_driver_that_is_named_is_sandboxds(place: Layout) -> None:
    given = {**GIVEN, "ATHANOR_SANDBOX": "docker"}
    service = sandbox(place, given)
    assert service is not None
    assert service.command[3:5] == ("--driver", "docker")
    assert arena(place, given).environment["ATHANOR_SANDBOX"] == "sandboxd"


@pytest.mark.parametrize(
    "named", [{"ATHANOR_SANDBOXD": "/run/athanor/sandboxd.sock"}, {"ATHANOR_SANDBOX": "sandboxd"}]
)
def test_another_sandboxd_that_is_named_is_used_and_none_is_started(place: Layout, named: dict[str, str]) -> None:
    given = {**GIVEN, **named}
    assert sandbox(place, given) is None
    told = arena(place, given).environment
    assert {name: told.get(name) for name in named} == named


def test_there_are_as_many_arena_workers_as_it_is_told(tmp_path: Path) -> None:
    place = layout({"ATHANOR_VAR": str(tmp_path), "ATHANOR_ARENA_PROCESSES": "3"})
    workers = [one for one in site(place, GIVEN) if "arena.worker.celery:app" in one.command]
    assert [one.name for one in workers] == ["arena", "arena-2", "arena-3"]
    names = {one.command[one.command.index("-n") + 1] for one in workers}
    assert len(names) == 3, "Celery tells its workers apart by their names"


def test_each_arena_worker_is_told_how_many_they_are(tmp_path: Path) -> None:
    place = layout({"ATHANOR_VAR": str(tmp_path), "ATHANOR_ARENA_PROCESSES": "3"})

    def told(environment: dict[str, str]) -> list[str | None]:
        services = [one for one in site(place, environment) if "arena.worker.celery:app" in one.command]
        return [one.environment.get("ATHANOR_WORKERS_HERE") for one in services]

    assert told(GIVEN) == ["3", "3", "3"]
    assert told({**GIVEN, "ATHANOR_WORKERS_HERE": "5"}) == ["5", "5", "5"], "an operator runs two more"


def test_without_walls_there_is_nothing_to_start(place: Layout) -> None:
    given = {**GIVEN, "ATHANOR_SANDBOX": "none"}
    assert sandbox(place, given) is None
    assert arena(place, given).environment["ATHANOR_SANDBOX"] == "none"


def test_django_is_checked_once_by_the_preparation(place: Layout) -> None:
    """Its checks import every page: Celery's processes, which serve none, leave them out."""
    assert Command.requires_system_checks == "__all__"
    skip = {service.name for service in site(place, GIVEN) if "CELERY_SKIP_CHECKS" in service.environment}
    assert skip == {"site", "pairing", "beat"}
