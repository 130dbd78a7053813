import json
import os
from collections.abc import Iterator

import pytest

from arena.cli.bench import command, measure, registry, table
from arena.cli.bench.measure import Measurement, MissingReference
from arena.cli.main import main


def test_a_ratio_says_what_its_budget_means() -> None:
    faster = measure.speedup("b", "update", "them", (2.0, 50.0), "µs", budget=10, stretch=30)
    assert (faster.ratio, faster.met, faster.stretched) == (25.0, True, False)
    heavier = measure.cost("b", "bytes", "them", (60.0, 100.0), "B", budget=0.55, stretch=0.45)
    assert (heavier.ratio, heavier.met, heavier.stretched) == (0.6, False, False)
    more = measure.rate("b", "plays", "them", (300.0, 100.0), "/s", budget=1, stretch=2)
    assert (more.ratio, more.met, more.stretched) == (3.0, True, True)


def test_a_measurement_without_a_budget_is_only_shown() -> None:
    shown = measure.cost("b", "bytes", "them", (60.0, 100.0), "B", budget=None)
    assert shown.met
    assert not shown.stretched
    assert table.verdict(shown) == "shown"


def test_ours_and_the_reference_take_turns_and_medians_are_compared() -> None:
    said: list[str] = []

    def ours() -> float:
        said.append("ours")
        return [99.0, 1.0, 2.0, 3.0, 4.0, 100.0][said.count("ours") - 1]

    def theirs() -> float:
        said.append("theirs")
        return 10.0 * said.count("theirs")

    assert measure.in_turns(ours, theirs) == (3.0, 40.0)
    assert said == ["ours", "theirs"] * 6


def test_several_figures_of_one_run_stay_apart() -> None:
    runs: Iterator[tuple[float, float]] = iter([(9.0, 9.0), (1.0, 5.0), (2.0, 7.0), (3.0, 6.0)])
    figures = measure.many_in_turns(lambda: next(runs), lambda: (1.0, 2.0), repetitions=3)
    assert figures == [(2.0, 1.0), (6.0, 2.0)]


def test_everything_is_measured_on_one_core_and_the_process_is_let_go_after() -> None:
    before = os.sched_getaffinity(0)
    with measure.pinned() as core:
        assert os.sched_getaffinity(0) == {core}
    assert os.sched_getaffinity(0) == before


def test_a_reference_that_is_not_installed_says_how_to_get_it() -> None:
    with pytest.raises(MissingReference, match=r"the reference no_such_thing is not installed.*setup bench"):
        measure.reference("no_such_thing")


@pytest.mark.parametrize("name", registry.BENCHMARKS)
def test_every_benchmark_that_is_listed_can_be_run(name: str) -> None:
    assert callable(registry.measurer(name))


def _instead(monkeypatch: pytest.MonkeyPatch, *found: Measurement, missing: bool = False) -> None:
    def measured() -> Iterator[Measurement]:
        yield from found
        if missing:
            measure.reference("no_such_thing")

    monkeypatch.setattr(command, "BENCHMARKS", {"mine": "of this test"})
    monkeypatch.setattr(command, "measurer", lambda name, game: measured)


MET = measure.speedup("mine", "met", "them", (1.0, 20.0), "µs", 10)
MISSED = measure.speedup("mine", "not met", "them", (1.0, 5.0), "µs", 10)


def test_a_missed_budget_is_exit_code_1_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _instead(monkeypatch, MET, MISSED)
    assert main(["bench", "mine"]) == 1
    met, missed = capsys.readouterr().out.splitlines()[1:]
    assert met.split()[-1] == "met"
    assert missed.split()[-1] == "MISSED"
    assert "5x" in missed
    assert ">= 10x" in missed


def test_json_has_ours_the_reference_the_ratio_and_the_budget(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _instead(monkeypatch, MET)
    assert main(["bench", "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)
    assert line == {
        "name": "mine",
        "what": "met",
        "reference": "them",
        "ours": 1.0,
        "theirs": 20.0,
        "ratio": 20.0,
        "budget": 10,
        "stretch": None,
        "better": "higher",
        "unit": "µs",
        "met": True,
        "stretched": False,
    }


def test_a_missing_reference_is_exit_code_2_and_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _instead(monkeypatch, MET, missing=True)
    assert main(["bench", "mine"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("athanor bench mine: the reference no_such_thing is not installed")
    assert error.count("\n") == 1


def test_an_unknown_benchmark_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "nosuch"]) == 2
    assert capsys.readouterr().err.strip().endswith(f"there are: {', '.join(registry.BENCHMARKS)}")


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

    def measured(game: str | None = None) -> list[Measurement]:
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
    heading, *rows = table.lines([MET, MISSED])
    assert {row.index("them") for row in rows} == {heading.index("reference")}
