"""What a run kept is enough to run again what failed, and what did not run at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.suite import parts
from tests.suite.__main__ import again
from tests.suite.parts import Unit
from tests.suite.results import FAILED, LAST_WHOLE, MACHINE, WHOLE, Result, blank, keep, kept, read_tests, summary

UNIT = Unit("arena 1/2", "arena", ("pytest", "tests/arena"), 10)


def result(unit: Unit = UNIT, code: int | None = 0, *lines: object, folder: Path | None = None) -> Result:
    found = blank(unit)
    found.code = code
    if folder is not None:
        path = folder / "lines"
        path.write_text("\n".join(map(json.dumps, lines)))
        read_tests(found, path)
    return found


def line(test: str, outcome: str = "passed") -> dict[str, object]:
    return {"test": test, "outcome": outcome, "seconds": 1.5, "slow": False}


def test_what_failed_and_what_did_not_run_is_known(tmp_path: Path) -> None:
    collected = {"collected": ["a", "b", "c"]}
    found = result(UNIT, 1, collected, line("a"), line("b", "failed"), folder=tmp_path)
    assert (found.failed, found.not_run, found.ok) == (["b"], ["c"], False)
    assert "b" in summary([found], 3)
    assert "did not run: 1 tests, from c on" in summary([found], 3)


def test_half_a_line_of_a_process_that_was_killed_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text(json.dumps({"collected": ["a", "b"]}) + "\n" + json.dumps(line("a"))[:-5])
    found = blank(UNIT)
    read_tests(found, path)
    assert found.not_run == ["a", "b"]


def test_an_error_after_a_test_that_passed_is_a_failure(tmp_path: Path) -> None:
    found = result(UNIT, 1, {"collected": ["a"]}, line("a"), line("a", "failed"), folder=tmp_path)
    assert found.failed == ["a"]


def test_only_what_was_red_runs_again_in_its_own_set_up(tmp_path: Path) -> None:
    postgresql = Unit("on PostgreSQL", "athanor", ("pytest", "tests/athanor"), 10, environment={"URL": "x"})
    red = result(postgresql, 1, {"collected": ["a", "b", "c"]}, line("a"), line("b", "failed"), folder=tmp_path)
    (unit,) = again([red, result()])
    assert unit.command[-2:] == ("b", "c")
    assert unit.environment == {"URL": "x"}


def test_on_postgresql_it_runs_again_on_the_server_that_is_there_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = parts.on_postgresql("postgres://before", ["tests/athanor"], 10)
    red = result(before, 1, {"collected": ["a"]}, line("a", "failed"), folder=tmp_path)
    monkeypatch.setenv(parts.POSTGRESQL, "postgres://now")
    (unit,) = again([red])
    assert unit.environment == {parts.DATABASE_URL: "postgres://now"}


def test_what_needs_the_runtimes_waits_for_them_when_it_runs_again() -> None:
    units = list(again([result(code=1), result(parts.runtimes(), 1)]))
    assert [unit.needs for unit in units] == [parts.NEEDS_RUNTIMES, frozenset()]


def test_a_unit_that_never_began_runs_again_as_a_whole() -> None:
    never = result(code=None)
    (unit,) = again([never])
    assert unit.command == UNIT.command
    said = summary([never, result()], 1)
    assert "did not run at all: arena 1/2" in said
    assert "1 of 2 processes are red" in said


def test_what_was_left_on_the_machine_is_red_and_no_test_to_run_again() -> None:
    found = Result("the machine afterwards", MACHINE, [], {}, False, code=1, left=["process 7: sleep"])
    assert "left behind: process 7: sleep" in summary([found], 1)
    assert list(again([found])) == []


def test_tests_that_were_skipped_are_counted(tmp_path: Path) -> None:
    found = result(UNIT, 0, {"collected": ["a", "b"]}, line("a"), line("b", "skipped"), folder=tmp_path)
    assert "all green: 2 tests, 1 of them skipped" in summary([found], 1)


def test_an_interrupted_run_of_everything_is_none_to_take_times_from(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    keep([result(code=None)], WHOLE, path, is_complete=False)
    assert len(kept(path)) == 1
    assert not kept(tmp_path / LAST_WHOLE.name)


def test_a_part_that_ran_again_replaces_what_was_kept_of_it(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    other = Unit("browser 1/1", "browser", ("pytest",), 1)
    keep([result(code=1), result(other, 1)], WHOLE, path)
    keep([result(Unit("arena 1/1", "arena", ("pytest",), 1))], "arena", path)
    assert [(one.unit, one.ok) for one in kept(path)] == [("arena 1/1", True), ("browser 1/1", False)]
    keep([result(other)], FAILED, path)
    assert [one.ok for one in kept(path)] == [True, True]
    assert len(kept(tmp_path / LAST_WHOLE.name)) == 2
