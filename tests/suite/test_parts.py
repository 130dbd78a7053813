"""Every test file belongs to a part, and to one process of it."""

from __future__ import annotations

import subprocess

import pytest

from tests.suite import parts
from tests.suite.durations import UNKNOWN, Durations, recorded, shares
from tests.suite.parts import PARTS, ROOT, SHAPES, units_of


def selected(command: tuple[str, ...]) -> list[str]:
    return [word for word in command if word.endswith(".py")]


def test_every_test_file_runs_in_exactly_one_process() -> None:
    found = [
        file
        for part in PARTS
        if part != "end_to_end"
        for unit in units_of(part, recorded())
        for file in selected(unit.command)
    ]
    every = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    of_its_own = {*parts.END_TO_END.files(), parts.DOCUMENTED}
    assert sorted(found) == sorted(every - of_its_own)


def test_end_to_end_files_run_once_on_each_set_up_and_once_without_one() -> None:
    *units, documented, without = units_of("end_to_end", recorded())
    assert selected(documented.command) == [parts.DOCUMENTED]
    units.append(without)
    assert [selected(unit.command) for unit in units] == [parts.END_TO_END.files()] * 4
    chosen = [unit.command[-1] for unit in units]
    assert chosen == [*(f"[{shape}" for shape in SHAPES), " and ".join(f"not [{shape}" for shape in SHAPES)]


def test_the_site_runs_on_postgresql_too_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATHANOR_TEST_POSTGRES", raising=False)
    without = [unit.name for unit in units_of("athanor", recorded())]
    monkeypatch.setenv("ATHANOR_TEST_POSTGRES", "postgres://somebody@127.0.0.1:1/x")
    *first, last = units_of("athanor", recorded())
    assert [unit.name for unit in first] == without
    assert last.environment == {"ATHANOR_DATABASE_URL": "postgres://somebody@127.0.0.1:1/x"}
    assert last.command[-2:] == ("-m", "database")


def test_the_fast_tier_needs_nothing_that_the_machine_may_lack() -> None:
    units = list(parts.quick_units(recorded(), 2))
    files = {file for unit in units for file in selected(unit.command)}
    assert len(units) == 2
    assert parts.ONE_MATCH in files
    assert not [file for file in files if "end_to_end" in file]
    assert {unit.command[-2:] for unit in units} == {("-m", "not slow")}


def test_files_are_shared_out_by_what_they_took_the_slowest_first() -> None:
    known = Durations(files={"a": 9.0, "b": 5.0, "c": 4.0, "d": 1.0})
    assert shares("dcba", known.of_file, 2) == [["a", "d"], ["b", "c"]]


def test_a_file_that_was_never_recorded_has_its_place() -> None:
    known = Durations(files={"a": 9.0})
    assert known.of_file("new") == UNKNOWN
    assert shares(["new", "a"], known.of_file, 5) == [["a"], ["new"]]


def test_a_part_that_there_is_not_is_refused_with_those_there_are() -> None:
    found = subprocess.run(
        [str(ROOT / "infra/scripts/provide"), "arean"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert found.stderr == f"provide: the suite has no part 'arean'; there are: {' '.join(PARTS)}\n"
