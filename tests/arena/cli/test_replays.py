"""athanor verify and athanor replay."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from arena.replay.chain import head_of
from arena.replay.file import write
from arena.replay.model import Replay
from arena.replay.seeds import seed_of
from tests.arena.cli.running import athanor
from tests.arena.replay.played import order, played, played_with_one_out

KEY = bytes(range(32))


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return stored(played(seats=3), tmp_path / "good.athanor")


def stored(replay: Replay, path: Path) -> Path:
    path.write_bytes(write(replay))
    return path


def forged(replay: Replay) -> Replay:
    result = {**replay.result, "scores": [0] * len(replay.accounts)}
    head = head_of(replay.header, replay.seed, replay.events, replay.plays, result, replay.accounts)
    return dataclasses.replace(replay, result=result, chain=head)


# --- verify


def test_verify_works(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "verify", good, good)
    assert (said.code, said.err) == (0, "")
    assert [line.split(" (")[0] for line in said.out.splitlines()] == [f"{good}: verified"] * 2


def test_a_replay_that_differs_exits_1_with_the_first_difference(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = stored(forged(played(seats=3)), tmp_path / "bad.athanor")
    said = athanor(capsys, "verify", good, bad)
    assert said.code == 1
    assert said.out.splitlines()[1].startswith(f"{bad}: differs: result: expected {{'scores': [")


@pytest.mark.parametrize("content", [b"", b"hello", b"athanor\x01", b"athanor\x09"])
def test_a_file_that_is_no_replay_exits_2(
    content: bytes, good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.athanor"
    path.write_bytes(content)
    said = athanor(capsys, "verify", path, good)
    assert said.code == 2
    assert said.out.splitlines()[0].startswith(f"{path}: unreadable: ")
    assert said.out.splitlines()[1].startswith(f"{good}: verified")


def test_a_file_that_is_not_there_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "verify", tmp_path / "no.athanor")
    assert said.code == 2
    assert said.out == f"{tmp_path / 'no.athanor'}: unreadable: there is no such file\n"


def test_with_the_epoch_s_key_the_seed_is_checked(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fixture = order("poison", 3)
    bundles = [entrant.bundle for entrant in fixture.seats]
    seed = seed_of(KEY, set_id=fixture.set_id, game="poison", options=fixture.options, bundles=bundles)
    honest = stored(played(seats=3, seed=seed), tmp_path / "honest.athanor")
    assert athanor(capsys, "verify", honest, "--key", KEY.hex()).code == 0
    said = athanor(capsys, "verify", good, "--key", KEY.hex())
    assert said.code == 1
    assert "its seed is not the one that this key gives" in said.out
    assert athanor(capsys, "verify", honest, "--key", "00" * 32).code == 1


@pytest.mark.parametrize("key", ["", "abc", "x" * 64, "0" * 63, "0" * 66])
def test_a_key_that_is_none_is_refused_before_anything_is_read(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = athanor(capsys, "verify", "nowhere", "--key", key)
    assert said.code == 2
    assert "an epoch's key has 64 hexadecimal digits" in said.complaint


def test_quiet_says_nothing_of_what_is_verified(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "verify", "--quiet", good)
    assert (said.code, said.out) == (0, "")


# --- replay


def test_replay_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay = played_with_one_out()
    said = athanor(capsys, "replay", stored(replay, tmp_path / "x.athanor"))
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "poison (rules revision 1), match m1"
    assert f"seed: {replay.seed.hex()}" in lines
    assert "seat 0: author/bot-0 version 1" in lines
    assert sum("[only seat 0]" in line for line in lines) == 6
    assert sum(" played: card " in line for line in lines) == 228
    assert any("never-ready, while it started: its function raised RuntimeError" in line for line in lines)
    assert any(", after 13 moves: its function raised RuntimeError: no plan" in line for line in lines)
    assert lines[-1] == f"chain: {replay.chain}"


def test_replay_as_json_is_its_document(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "replay", good, "--json")
    assert said.code == 0
    document = json.loads(said.out)
    assert document["header"]["game"] == "poison"
    assert len(document["actions"]) == 228


def test_a_terminal_is_not_obeyed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay = played(seats=3)
    seats = (dataclasses.replace(replay.header.seats[0], bot="\x1b[2Jevil\u202e"), *replay.header.seats[1:])
    header = dataclasses.replace(replay.header, seats=seats)
    path = stored(dataclasses.replace(replay, header=header), tmp_path / "x.athanor")
    for words in (["replay", path], ["replay", path, "--json"], ["verify", path]):
        said = athanor(capsys, *words)
        assert "\x1b" not in said.out
        assert "\u202e" not in said.out


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_what_is_no_replay_is_told_in_one_line(
    flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.athanor"
    path.write_bytes(b"GIF89a")
    said = athanor(capsys, "replay", path, *flags)
    assert (said.code, said.out) == (2, "")
    assert said.complaint == f"athanor replay: {path}: not a replay: it does not begin as one"
