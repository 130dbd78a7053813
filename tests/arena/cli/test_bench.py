"""`athanor bench`: what its lines say, that each benchmark is brought to an end, and how the command ends."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.bench import command, embedded, farm, guard, house, lines, measure, newcomer, registry, table
from arena.cli.bench.lines import CannotRun, Compared, Line, Measurement, NotRun, Uncompared
from arena.cli.bench.measure import FULL, SHORT
from arena.cli.main import main
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots


def test_a_ratio_says_what_its_budget_means() -> None:
    faster = lines.speedup("b", "update", "them", Compared(2.0, 50.0), "µs", budget=10, goal=30)
    assert isinstance(faster, Measurement)
    assert (faster.ratio, faster.met, faster.goal_met) == (25.0, True, False)
    heavier = lines.cost("b", "bytes", "them", Compared(60.0, 100.0), "B", budget=0.55, goal=0.45)
    assert isinstance(heavier, Measurement)
    assert (heavier.ratio, heavier.met, heavier.goal_met) == (0.6, False, False)
    more = lines.rate("b", "plays", "them", Compared(300.0, 100.0), "/s", budget=1, goal=2)
    assert isinstance(more, Measurement)
    assert (more.ratio, more.met, more.goal_met) == (3.0, True, True)


def test_a_measurement_without_a_budget_is_only_shown() -> None:
    shown = lines.cost("b", "bytes", "them", Compared(60.0, 100.0), "B", budget=None)
    assert isinstance(shown, Measurement)
    assert shown.met
    assert not shown.goal_met
    assert table.verdict(shown) == "shown"


def test_ours_and_the_reference_take_turns_and_medians_are_compared() -> None:
    said: list[str] = []

    def ours() -> float:
        said.append("ours")
        return [99.0, 1.0, 2.0, 3.0, 4.0, 100.0][said.count("ours") - 1]

    def theirs() -> float:
        said.append("theirs")
        return 10.0 * said.count("theirs")

    assert measure.in_turns(ours, theirs, FULL) == (3.0, 40.0)
    assert said == ["ours", "theirs"] * 6
    said.clear()
    assert measure.in_turns(ours, theirs, SHORT) == (99.0, 10.0)
    assert said == ["ours", "theirs"]


def test_several_figures_of_one_run_stay_apart() -> None:
    runs: Iterator[tuple[float, float]] = iter([(9.0, 9.0), (1.0, 5.0), (2.0, 7.0), (3.0, 6.0)])
    thrice = FULL._replace(repetitions=3)
    figures = measure.many_in_turns(lambda: next(runs), lambda: (1.0, 2.0), thrice)
    assert figures == [(2.0, 1.0), (6.0, 2.0)]


def test_everything_is_measured_on_one_core_and_the_process_is_let_go_after() -> None:
    before = os.sched_getaffinity(0)
    with measure.pinned() as core:
        assert os.sched_getaffinity(0) == {core}
    assert os.sched_getaffinity(0) == before


# --- what is missing


def _missing() -> float:
    measure.reference("no_such_thing")
    return 1.0


def test_a_reference_that_is_not_installed_says_how_to_get_it() -> None:
    with pytest.raises(CannotRun, match=r"reference not installed: no_such_thing.*setup bench"):
        measure.reference("no_such_thing")


def test_where_the_reference_is_missing_ours_has_run_and_the_line_says_so() -> None:
    ran: list[float] = []

    def ours() -> float:
        ran.append(7.0)
        return 7.0

    figures = measure.in_turns(ours, _missing, FULL)
    assert isinstance(figures, Uncompared)
    line = lines.cost("b", "plays", "them", figures, "µs", 1)
    assert isinstance(line, NotRun)
    assert (line.what, line.ours, line.unit, ran) == ("plays, against them", 7.0, "µs", [7.0])
    assert line.reason.startswith("reference not installed: no_such_thing")
    assert "setup bench" in line.remedy
    assert table.verdict(line) == "not run"


def test_a_newcomers_first_matches_are_owed_within_a_minute() -> None:
    assert table.verdict(newcomer.owed(59_000.0)) == "met"
    assert table.verdict(newcomer.owed(61_000.0)) == "MISSED"


# --- each benchmark, in short


STAND_IN = """
import json, os, pathlib, signal, sys
var = pathlib.Path(os.environ["ATHANOR_VAR"])
if sys.argv[1] == "up":
    var.mkdir()
    (var / "environment").write_text("ATHANOR_BROKER_URL=memory://")
    print("the stand-in is ready", flush=True)
    signal.pause()
if sys.argv[1] == "web":
    import http.server
    class Page(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        def log_message(self, *_):
            pass
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[3].rpartition(":")[2])), Page).serve_forever()
if sys.argv[1] == "time_matches":
    print(json.dumps([{"ms": 900.0}, {"ms": 12.5}]))
if sys.argv[1] == "time_newcomer":
    from arena.blobs.store import FolderStore
    from arena.bundle import pack, read
    from arena.house.catalogue import house_bots
    bot = FolderStore(var / "blobs").put(pack(read(house_bots("poison")["random"].read_bytes(), "bot.py")))
    print(json.dumps({"ms": 12.5, "clock": {}, "matches": [{"options": {}, "bots": [bot] * 3}]}))
"""
"""For the platform, whose start costs more than all benchmarks in short. The real one is measured in
`tests/end_to_end/test_match_benchmark.py`."""

ELSEWHERE = "the sandbox docker does not work here"
"""Where no engine runs: `tests/sandbox/test_sandbox_benchmark.py` starts one, and measures it."""


def _in_short(name: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["bench", name, "--short", "--json"]) == 0, capsys.readouterr().out
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("name", registry.BENCHMARKS)
def test_every_benchmark_runs_to_its_end(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All that is listed, in short: the figures are there, whatever they are."""
    (tmp_path / "manage.py").write_text(STAND_IN)
    monkeypatch.setattr(embedded, "MANAGE", tmp_path / "manage.py")
    monkeypatch.setattr(embedded, "WEB", (tmp_path / "manage.py", "web"))
    monkeypatch.setattr(farm, "CHECKED_FOR", 0.0)
    found = _in_short(name, capsys)
    assert found["short"]
    assert not found["failed"]
    assert found["measured"]
    for line in found["measured"]:
        _has_its_figures(line, name)
    for line in found["not_run"]:
        assert line["reason"].startswith(("reference not installed", ELSEWHERE))
        assert line["remedy"]
        assert line["ours"] is None or line["ours"] > 0
    told = " ".join(line["what"] for line in [*found["measured"], *found["not_run"]])
    assert all(part in told for part in PARTS[name])


PARTS = {
    "engines": [*(f"{game}: copy()" for game in GAMES), "poison: random play", "kazaam: random play",
                "alakazoo: random play", "line of sight", "ways to all enemies",
                *(f"whole match, {bot} bots" for bot in house_bots("alkemy"))],
    "referee": ["round trip of one match, wall", "our CPU", "round trips of 2 matches", "random", "greedy"],
    "guard": ["an ask written and its answer read", "start of its process", "memory of its process"],
    "replay": [text for game in GAMES for text in (f"stored {game} replay", f"decode of a {game} replay")],
    "match": ["order to settled, 104 decisions", "acceptance to 2 rated matches"],
    "farm": ["while 2 slow uploads are checked"],
    "sandbox": ["through the adapter", "cold start to first answer, bubblewrap", "warm hand-over",
                "slots made warm, bubblewrap", "memory of an idle slot, bubblewrap", "docker"],
    "clock": ["every core busy, bubblewrap", "80% of its bank, bubblewrap", "that sleeps, bubblewrap", "docker"],
    "pairing": ["Swiss round 2 of 16", "Swiss round 6 of 16", "double elimination", "standings"],
    "rating": [*(f"{seats} seats" for seats in range(2, 7)), "rebuild", "greatest difference"],
    "web": ["p95 with 20 slow connections open"],
    "house": [f"{table.what}, one match" for table in house.tables(SHORT)],
}  # fmt: skip
"""What each has a line of."""


def test_without_h2_the_guards_own_figures_are_shown_and_how_to_get_the_reference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "reference", lambda module, package: measure.reference("no_such_h2", package))
    lines = list(guard.measure(SHORT))
    assert len(lines) == 3
    for line in lines:
        assert isinstance(line, NotRun)
        assert line.reason.startswith("reference not installed: h2 ")
        assert "make bench" in line.remedy
        assert line.ours is not None


def _has_its_figures(line: dict[str, Any], name: str) -> None:
    assert line["name"] in (name, "newcomer") or line["name"].startswith(f"{name}-")
    assert line["what"]
    assert line["reference"]
    assert line["better"] in ("higher", "lower")
    assert isinstance(line["unit"], str)
    assert line["budget"] is None or line["budget"] > 0
    figures = [line["ours"], line["theirs"], line["ratio"]]
    assert all(math.isfinite(figure) for figure in figures)
    # Who loses the one match that is played has no share of it.
    assert all(figure > 0 for figure in figures) or (name == "house" and 0 == line["ours"] < line["theirs"])


# --- the command


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
        assert "test_bench.py, line" in told
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
