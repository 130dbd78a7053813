"""athanor scenario."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena.cli.running import athanor

SCENARIOS = sorted(Path("tests/scenarios").glob("*/*.json"))


def test_it_works(capsys: pytest.CaptureFixture[str]):
    said = athanor(capsys, "scenario", *SCENARIOS)
    assert (said.code, said.err) == (0, "")
    assert len(said.out.splitlines()) == len(SCENARIOS)
    assert all(line.startswith("passed: ") for line in said.out.splitlines())


def changed(tmp_path: Path, **parts: object) -> Path:
    document = json.loads(SCENARIOS[0].read_text())
    path = tmp_path / "changed.json"
    path.write_text(json.dumps({**document, **parts}))
    return path


def test_a_failing_scenario_says_its_first_difference_and_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = changed(tmp_path, name="poison/wrong", expect={"/ply": 12345})
    said = athanor(capsys, "scenario", SCENARIOS[0], path)
    assert said.code == 1
    failing = said.out.splitlines()[1]
    assert failing.startswith(f"failed: poison/wrong ({path}): /expect: /ply: expected 12345, found ")


NO_SCENARIOS = {
    "text": ("hello", "not a JSON document"),
    "list": ("[]", "at the top"),
    "misspelt": ('{"name": "x", "game": "poison", "seats": 3, "step": []}', "unknown key 'step'"),
    "game": ('{"name": "x", "game": "chess", "seats": 3}', "no game is called 'chess'"),
    "deep": ("[" * 100_000, "not a JSON document"),
    "bytes": (b"\xff\xfe{", "not a JSON document"),
    "empty": ("", "not a JSON document"),
}


@pytest.mark.parametrize("name", NO_SCENARIOS)
def test_a_file_that_is_no_scenario_exits_2_and_the_others_are_still_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    content, problem = NO_SCENARIOS[name]
    path = tmp_path / "none.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    said = athanor(capsys, "scenario", path, SCENARIOS[0])
    assert said.code == 2
    first, second = said.out.splitlines()
    assert first.startswith("not a scenario: ")
    assert problem in first
    assert second.startswith("passed: ")


def test_a_file_that_is_not_there_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for path, problem in ((tmp_path / "no.json", "there is no such file"), (tmp_path, "is a folder")):
        said = athanor(capsys, "scenario", path)
        assert said.code == 2
        assert problem in said.out


def test_quiet_prints_only_what_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    said = athanor(capsys, "scenario", "--quiet", SCENARIOS[0], changed(tmp_path, expect={"/ply": 12345}))
    assert said.code == 1
    assert len(said.out.splitlines()) == 1
