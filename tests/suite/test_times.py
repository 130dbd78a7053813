"""What a run took is written where people read it, and where the next run is planned by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suite.history import Entry, entry, note, noted
from tests.suite.results import Outcome, Result
from tests.suite.times import BEGIN, END, durations, main, table, written


def result(unit: str, *tests: Outcome, **environment: str) -> Result:
    return Result(unit, "athanor", ["pytest"], environment, True, code=0, wall=20.0, cpu=9.0, tests=list(tests))


def outcome(name: str, seconds: float, slow: bool = False) -> Outcome:
    return Outcome(name, "passed", seconds, slow)


ONE = result(
    "athanor 1/1", outcome("t/a.py::x", 1.0), outcome("t/a.py::y[1]", 2.5, slow=True), outcome("t/b.py::z", 0.001)
)
BUSY = Result("browser 1/1", "browser", ["pytest"], {}, True, 0, 30.0, 5.0, [outcome("t/c.py::x", 20.0)])
OTHER = result("athanor on PostgreSQL", outcome("t/a.py::x", 8.0), ATHANOR_DATABASE_URL="postgres://x")


def test_seconds_of_files_are_those_of_the_embedded_default() -> None:
    found = durations([ONE, OTHER])
    assert found["files"] == {"t/a.py": 3.5, "t/b.py": 0.05}
    assert found["fast_tier"] == {"t/a.py": 1.0, "t/b.py": 0.05}
    assert found["units"] == {"athanor 1/1": 20.0, "athanor on PostgreSQL": 20.0}


def test_what_was_waited_for_a_core_counts_in_the_whole_run_and_not_in_the_fast_tier() -> None:
    found = durations([BUSY])
    assert found["files"] == {"t/c.py": 20.0}
    assert found["fast_tier"] == {"t/c.py": 5.0}


def test_the_table_has_runs_processes_and_the_slowest_tests() -> None:
    runs = [
        Entry("2026-01-01", "all", False, 2, 4, 0.2, 700.4, 900, 10_000, []),
        Entry("2026-01-02", "all", False, 2, 4, 2.5, 1100, 950, 10_000, ["sandbox 1/2"]),
        Entry("2026-01-03", "all", True, 2, 4, 0.1, 710, 900, 10_000, []),
    ]
    said = table([ONE, OTHER], runs).splitlines()
    assert "| all | 2 cores, idle (load 0.2 before it) | 700 s | 900 s | 10000 | none |" in said
    assert "| all | 2 cores, busy (load 2.5 before it) | 1100 s | 950 s | 10000 | sandbox 1/2 |" in said
    assert any(line.startswith("| all, backwards |") for line in said)
    assert "| athanor 1/1 | `make test PART=athanor` | 3 | 20 s | 9 s |" in said
    assert said[-4:] == [
        "- 8.0 `t/a.py::x` on PostgreSQL",
        "- 2.5 `t/a.py::y[1]`",
        "- 1.0 `t/a.py::x`",
        "- 0.0 `t/b.py::z`",
    ]


def test_only_the_place_for_the_times_is_written_anew() -> None:
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert written(text, "new") == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert written(written(text, "new"), "new") == written(text, "new")
    with pytest.raises(ValueError, match="there is no place for the times"):
        written("nothing of it", "new")


def test_each_run_has_a_line_in_the_history(tmp_path: Path) -> None:
    made = entry("quick", [ONE], backwards=False, jobs=2, load=0.44, wall=31.26)
    note(made, tmp_path / "runs")
    note(made, tmp_path / "runs")
    assert noted(tmp_path / "runs") == [made, made]
    assert (made.load, made.wall, made.cpu, made.tests, made.red) == (0.4, 31.3, 9.0, 3, [])


def test_without_a_whole_run_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.suite.times.noted", list)
    assert main(tmp_path / "README.md", tmp_path / "durations.json") == 1
    assert "Run `make test`, then `make test-times`" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
