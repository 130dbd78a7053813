"""`athanor bench`: which benchmarks it runs, what it prints of them, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from arena.cli.bench import command, registry, table
from arena.cli.bench.lines import Line, Measurement, NotRun
from arena.cli.main import main


def _instead(monkeypatch: pytest.MonkeyPatch, *found: Line, error: Exception | None = None) -> list[str]:
    """Benchmarks called "mine" and "next": the first has these lines, and then perhaps an error. Who was asked."""
    asked: list[str] = []

    def measured(name: str) -> Iterator[Line]:
        asked.append(name)
        yield from found if name == "mine" else [MET]
        if name == "mine" and error is not None:
            raise error

    monkeypatch.setattr(command, "BENCHMARKS", {"mine": "of this test", "next": "another one"})
    monkeypatch.setattr(command, "measurer", lambda name, effort, game: lambda: measured(name))
    return asked


MET = Measurement("mine", "met", "them", 1.0, 20.0, 20.0, 10, None, "higher", "µs")
MISSED = Measurement("mine", "not met", "them", 1.0, 5.0, 5.0, 10, None, "higher", "µs")
LACKING = NotRun("mine", "cold start", "no engine answers", "start one")


def test_a_missed_budget_is_exit_code_1_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _instead(monkeypatch, MET, MISSED)
    assert main(["bench", "mine"]) == 1
    met, missed, _, counted = capsys.readouterr().out.splitlines()[1:]
    assert met.split()[-1] == "met"
    assert missed.split()[-1] == "MISSED"
    assert "5x" in missed
    assert ">= 10x" in missed
    assert counted == "1 met, 1 MISSED"


def test_in_short_no_budget_is_judged(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _instead(monkeypatch, MET, MISSED, LACKING)
    assert main(["bench", "mine", "--short"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 not judged, 1 not run"


def test_json_has_ours_the_reference_the_ratio_and_the_budget(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _instead(monkeypatch, MET, LACKING, error=ValueError("two seats, not four"))
    assert main(["bench", "mine", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["summary"] == "1 met, 1 not run, 1 FAILED"
    assert found["measured"] == [
        {
            "kind": "measured",
            "name": "mine",
            "what": "met",
            "reference": "them",
            "ours": 1.0,
            "theirs": 20.0,
            "ratio": 20.0,
            "budget": 10,
            "goal": None,
            "better": "higher",
            "unit": "µs",
            "error": None,
            "met": True,
            "goal_met": False,
        }
    ]
    assert found["not_run"] == [
        {
            "kind": "not run",
            "name": "mine",
            "what": "cold start",
            "reason": "no engine answers",
            "remedy": "start one",
            "ours": None,
            "unit": "",
        }
    ]
    (failed,) = found["failed"]
    assert failed["name"] == "mine"
    assert failed["reason"].startswith("ValueError: two seats, not four (")


def test_what_cannot_run_is_named_with_what_would_help_and_is_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = _instead(monkeypatch, MET, LACKING)
    assert main(["bench"]) == 2
    assert asked == ["mine", "next"]
    told = capsys.readouterr().out
    assert "mine: cold start: not run: no engine answers; to run it: start one" in told
    assert told.splitlines()[-1] == "2 met, 1 not run"


def test_a_benchmark_that_fails_is_named_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = _instead(monkeypatch, MET, error=ValueError("two seats, not four"))
    for words in (["bench"], ["bench", "--short"]):
        asked.clear()
        assert main(words) == 1
        assert asked == ["mine", "next"]
        told = capsys.readouterr().out
        assert "mine FAILED: ValueError: two seats, not four (" in told
        assert "test_bench_command.py, line" in told
        assert told.splitlines()[-1].endswith("1 FAILED")


def test_the_summary_has_every_ratio_and_its_budget(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _instead(monkeypatch, MET, MISSED, LACKING)
    assert main(["bench", "mine", "next"]) == 1
    *_, heading, first, second, third, lacking, empty, counted = capsys.readouterr().out.splitlines()
    assert heading.split() == ["what", "reference", "ratio", "budget", "goal"]
    assert [line.split()[-1] for line in (first, second, third)] == ["met", "MISSED", "met"]
    assert lacking.startswith("mine: cold start: not run")
    assert (empty, counted) == ("", "2 met, 1 MISSED, 1 not run")


def test_an_interrupted_run_says_what_was_not_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str, effort: object, game: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "measurer", interrupted)
    assert main(["bench", "replay", "pairing"]) == 130
    assert capsys.readouterr().err == "athanor bench: interrupted; not measured: replay, pairing\n"


def test_an_unknown_benchmark_is_refused_in_one_line_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "replay", "nonsense"]) == 2
    told = capsys.readouterr()
    names = ", ".join(registry.BENCHMARKS)
    assert told.err == f"athanor bench: there is no benchmark 'nonsense'; there are: {names}\n"
    assert not told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--game", "poison"], "--game is for engines"),
        (["rating", "--game", "poison"], "--game is for engines"),
        (["engines", "--game", "nosuch"], "there is no game 'nosuch'; there are: poison"),
    ],
)
def test_one_game_is_for_the_benchmark_of_the_engines(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *words]) == 2
    assert told in capsys.readouterr().err


def test_one_game_is_measured_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str | None] = []

    def measured(effort: object, game: str | None = None) -> list[Measurement]:
        asked.append(game)
        return [MET]

    monkeypatch.setattr("arena.cli.bench.engines.measure", measured)
    assert main(["bench", "engines", "--game", "poison"]) == 0
    assert main(["bench", "engines"]) == 0
    assert asked == ["poison", None]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0123456, "0.0123"),
        (12.345, "12.3"),
        (123456.7, "123,457"),
        (0.0000123, "1.2e-05"),
        (999, "999"),
    ],
)
def test_figures_have_three_digits_that_count(value: float, text: str) -> None:
    assert table.figure(value) == text


def test_the_table_has_straight_columns() -> None:
    heading, *rows = table.detailed([MET, MISSED])
    assert {row.index("them") for row in rows} == {heading.index("reference")}
