"""athanor verify-log, and athanor verify --beacon."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.replay.file import read
from arena.replay.file import write as replay_file
from tests.arena.cli.running import athanor
from tests.arena.replay.played import played
from tests.arena.replay.test_beacon import KEY, ROUND, with_beacon
from tests.arena.replay.test_transparency import Log, good

Capture = pytest.CaptureFixture[str]


def written(log: object, path: Path) -> Path:
    path.write_text(json.dumps(log))
    return path


def test_it_works(tmp_path: Path, capsys: Capture) -> None:
    for number, form in enumerate((good(), {"rows": good(), "head": {}})):
        path = written(form, tmp_path / f"log{number}.json")
        said = athanor(capsys, "verify-log", path)
        assert (said.code, said.err) == (0, "")
        first, last = said.out.splitlines()
        assert first.startswith(f"{path}: whole: 6 entries (1 opened, 2 ordered, ")
        assert last == f"last entry: 6:{good()[-1]['hash']}"


def test_a_log_that_was_changed_exits_1_and_says_where(tmp_path: Path, capsys: Capture) -> None:
    log = good()
    log[3]["details"]["reason"] = "the bot was slow"
    said = athanor(capsys, "verify-log", written(log, tmp_path / "log.json"))
    assert said.code == 1
    assert "broken: entry 4 was changed" in said.out


@pytest.mark.parametrize(
    ("log", "seen", "why"),
    [
        (good(), f"4:{'0' * 64}", "entry 4 is not the one that you have seen"),
        (good()[:5], f"6:{good()[-1]['hash']}", "it ends with entry 5, and you have seen entry 6"),
    ],
)
def test_an_entry_that_somebody_has_seen_must_still_be_there(
    log: Log, seen: str, why: str, tmp_path: Path, capsys: Capture
) -> None:
    path = written(log, tmp_path / "log.json")
    assert athanor(capsys, "verify-log", path, "--seen", f"4:{good()[3]['hash']}").code == 0
    said = athanor(capsys, "verify-log", path, "--seen", seen)
    assert said.code == 1
    assert why in said.out


@pytest.mark.parametrize(
    ("content", "why"),
    [("hello", "is not JSON"), ("{}", "is no log"), ("7", "is no log"), ("[" * 100_000, "is not JSON")],
)
def test_a_file_that_is_no_log_exits_2(content: str, why: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "log.json"
    path.write_text(content)
    said = athanor(capsys, "verify-log", path)
    assert said.code == 2
    assert why in said.complaint


def test_a_file_that_is_not_there_exits_2(tmp_path: Path, capsys: Capture) -> None:
    said = athanor(capsys, "verify-log", tmp_path / "none.json")
    assert (said.code, said.complaint.endswith("there is no such file")) == (2, True)


# --- verify --beacon


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.athanor"
    path.write_bytes(with_beacon(ROUND))
    return path


def rounds(path: Path, randomness: str = ROUND.randomness, number: int = ROUND.round) -> Path:
    return written({"round": number, "randomness": randomness, "signature": "ff"}, path)


def test_a_round_that_the_beacon_published_is_verified(match: Path, tmp_path: Path, capsys: Capture) -> None:
    said = athanor(capsys, "verify", match, "--key", KEY.hex(), "--beacon", rounds(tmp_path / "round.json"))
    assert (said.code, said.err) == (0, "")
    assert "round 17 of the beacon drand" in said.out


def test_without_the_beacons_file_the_round_of_the_replay_is_taken_as_it_says(
    match: Path, capsys: Capture
) -> None:
    said = athanor(capsys, "verify", match, "--key", KEY.hex())
    assert said.code == 0
    assert "round 17 of the beacon drand" in said.out


@pytest.mark.parametrize(
    ("number", "randomness", "why"),
    [
        (17, "cd" * 32, f"round 17 of the beacon is {'cd' * 32}"),
        (18, ROUND.randomness, "the file has no such round"),
    ],
)
def test_a_round_that_is_not_the_beacons_exits_1(
    number: int, randomness: str, why: str, match: Path, tmp_path: Path, capsys: Capture
) -> None:
    said = athanor(capsys, "verify", match, "--beacon", rounds(tmp_path / "round.json", randomness, number))
    assert said.code == 1
    assert why in said.out


def test_a_replay_without_a_beacon_is_not_verified_against_one(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "plain.athanor"
    path.write_bytes(replay_file(played(seats=3)))
    assert not read(path.read_bytes()).header.beacon.round
    said = athanor(capsys, "verify", path, "--beacon", rounds(tmp_path / "round.json"))
    assert (said.code, "its seed has no beacon in it" in said.out) == (1, True)


def test_a_file_that_holds_no_rounds_exits_2(match: Path, tmp_path: Path, capsys: Capture) -> None:
    said = athanor(capsys, "verify", match, "--beacon", written({"round": "x"}, tmp_path / "round.json"))
    assert said.code == 2
    assert "cannot be read as rounds of a beacon: 'x' is not the number of a round" in said.complaint
