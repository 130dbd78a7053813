"""`athanor bench`: what its lines say, and that each benchmark is brought to an end."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.bench import embedded, farm, guard, house, lines, measure, newcomer, registry, table
from arena.cli.bench.channels import CHANNELS
from arena.cli.bench.lines import CannotRun, Compared, Measurement, NotRun, Uncompared
from arena.cli.bench.measure import FULL, SHORT
from arena.cli.bench.recorded import quick_games
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
    from athanor_contract.bundle import pack, read
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
        assert line["reason"].startswith(("reference not installed", "without the walls only", ELSEWHERE))
        assert line["remedy"]
        assert line["ours"] is None or line["ours"] > 0
    told = " ".join(line["what"] for line in [*found["measured"], *found["not_run"]])
    assert all(part in told for part in PARTS[name])


PARTS = {
    "engines": [*(f"{game}: copy()" for game in GAMES), *(f"{game}: random play" for game in quick_games()),
                "line of sight", "ways to all enemies",
                *(f"whole match, {bot} bots" for bot in house_bots("alkemy"))],
    "referee": ["round trip of one match, wall", "our CPU", "round trips of 2 matches", "random", "greedy"],
    "guard": ["an ask written and its answer read", "start of its process", "memory of its process"],
    "replay": [text for game in GAMES for text in (f"stored {game} replay", f"decode of a {game} replay")],
    "match": ["order to settled, 104 decisions", "acceptance to 2 rated matches"],
    "farm": ["while 2 slow uploads are checked"],
    "sandbox": ["through the adapter", "cold start to first answer, bubblewrap", "warm hand-over",
                "slots made warm, bubblewrap", "memory of an idle slot, bubblewrap",
                *(f"240 bits heard in another box, {channel.name}, bubblewrap" for channel in CHANNELS), "docker"],
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
