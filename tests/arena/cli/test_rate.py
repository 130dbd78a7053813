"""athanor rate: a ladder's ledger computed again."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arena.cli.rate import LONGEST_LINE
from arena.rating import Entry, Environment, Rating, steps
from tests.arena.cli.running import athanor

Capture = pytest.CaptureFixture[str]
Lines = list[dict[str, Any]]
PLAYERS = [f"author-{number}/bot@1" for number in range(5)]
ENTRIES = 12


def ledger() -> Lines:
    """As a site writes it: tables of two to five seats, ties among them."""
    environment = Environment(draw_probability=0.05)
    random = Random(3)
    tables = [random.sample(PLAYERS, random.randint(2, 5)) for _ in range(ENTRIES)]
    entries = [Entry(tuple(table), tuple(random.randint(1, 3) for _ in table)) for table in tables]
    ratings: dict[str, Rating] = {}
    played: Lines = []
    for entry, (before, after) in zip(entries, steps(entries, environment, ratings), strict=True):
        seats = [
            {"player": player, "rank": rank, "mu_before": old.mu, "sigma_before": old.sigma, **new._asdict()}
            for player, rank, old, new in zip(*entry, before, after, strict=True)
        ]
        number = len(played) + 1
        played.append({"entry": number, "match": f"match{number}", "at": "2026-11-20T08:00:00Z", "seats": seats})
    header = {
        "format": "athanor-ledger",
        "version": 1,
        "ladder": "poison",
        "game": "poison",
        "constants": {"mu": 25, "sigma": 25 / 3, "beta": 25 / 6, "tau": 25 / 300, "draw_probability": 0.05},
        "ratings": len(ratings),
        "entries": len(played),
    }
    standings = [
        {"player": player, **rating._asdict(), "games": sum(player in entry.players for entry in entries)}
        for player, rating in ratings.items()
    ]
    return [header, *standings, *played]


def written(lines: Lines, folder: Path) -> Path:
    path = folder / "poison.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def entry(lines: Lines, number: int) -> dict[str, Any]:
    return next(line for line in lines if line.get("entry") == number)


def test_it_works(tmp_path: Path, capsys: Capture) -> None:
    path = written(ledger(), tmp_path)
    said = athanor(capsys, "rate", path)
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{path}: entries: {ENTRIES}; ratings: 5, the same to the last bit\n"


def test_a_ledger_without_entries_is_one(tmp_path: Path, capsys: Capture) -> None:
    header = ledger()[0] | {"ratings": 0, "entries": 0}
    assert athanor(capsys, "rate", written([header], tmp_path), "--reference").code == 0


def test_it_can_come_from_standard_input(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    content = written(ledger(), tmp_path).read_bytes()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    assert athanor(capsys, "rate", "-").out.startswith("-: entries: 12;")


def test_the_trueskill_package_gives_the_same_ratings_within_a_hundred_millionth(
    tmp_path: Path, capsys: Capture
) -> None:
    said = athanor(capsys, "rate", written(ledger(), tmp_path), "--reference")
    assert said.code == 0
    told = said.out.splitlines()[1]
    assert told.startswith("trueskill 0.4.5: the greatest difference is ")
    assert 0 < float(told.split(" is ")[1].split(",")[0]) < 1e-8
    assert ", of author-" in told


# --- what is not the same


def nudged(value: float) -> float:
    return math.nextafter(value, math.inf)


def changed_rating(lines: Lines) -> None:
    seat = entry(lines, 7)["seats"][1]
    seat["sigma"] = nudged(seat["sigma"])


def changed_rating_before(lines: Lines) -> None:
    seat = entry(lines, 7)["seats"][0]
    seat["mu_before"] += 0.5


def changed_rank(lines: Lines) -> None:
    entry(lines, 7)["seats"][0]["rank"] = 9


def changed_constant(lines: Lines) -> None:
    lines[0]["constants"]["beta"] = 4.0


def changed_on_the_ladder(lines: Lines) -> None:
    lines[1]["mu"] = nudged(lines[1]["mu"])


def changed_games(lines: Lines) -> None:
    lines[1]["games"] += 1


def rated_by_nothing(lines: Lines) -> None:
    lines[0]["ratings"] += 1
    lines.insert(1, {"player": "eve/eve@1", "mu": 50.0, "sigma": 1.0, "games": 3})


def left_off_the_ladder(lines: Lines) -> None:
    lines[0]["ratings"] -= 1
    del lines[1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (changed_rating, "differs: sigma of author-"),
        (changed_rating, "(entry 7, seat 1) is "),
        (changed_rating, "apart; another C library can round the last bits otherwise"),
        (changed_rating_before, "differs: mu before of author-"),
        (changed_rank, "(entry 7, seat "),
        (changed_constant, "(entry 1, seat "),
        (changed_on_the_ladder, "on the ladder is "),
        (changed_games, "games on the ladder, and is in "),
        (rated_by_nothing, "eve/eve@1 has a rating on the ladder, and is in no entry"),
        (left_off_the_ladder, "is in the entries, and has no rating on the ladder"),
    ],
)
def test_a_number_that_does_not_follow_from_the_ranks_exits_1_and_says_where(
    change: Callable[[Lines], None], why: str, tmp_path: Path, capsys: Capture
) -> None:
    lines = ledger()
    change(lines)
    said = athanor(capsys, "rate", written(lines, tmp_path))
    assert (said.code, said.err, said.out.count("\n")) == (1, "", 1)
    assert why in said.out


def test_a_difference_of_more_than_the_last_bits_is_blamed_on_no_library(tmp_path: Path, capsys: Capture) -> None:
    lines = ledger()
    changed_rating_before(lines)
    assert "C library" not in athanor(capsys, "rate", written(lines, tmp_path)).out


# --- what is no ledger


def put(lines: Lines, place: int, **fields: Any) -> Lines:
    lines[place] = lines[place] | fields
    return lines


def without_line(place: int) -> Lines:
    lines = ledger()
    del lines[place]
    return lines


def twice_at_a_table() -> Lines:
    lines = ledger()
    seats = entry(lines, 3)["seats"]
    seats[1]["player"] = seats[0]["player"]
    return lines


FIRST_ENTRY = 6
"""Of the lines, counted from 0."""


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "it is empty: download it again from /api/v1/ladders/LADDER/ledger.jsonl"),
        (ledger()[1:], "its first line is no header"),
        (put(ledger(), 0, format="chess"), "format: Input should be 'athanor-ledger'"),
        (put(ledger(), 0, version=2), "version: Input should be 1"),
        (put(ledger(), 0, constants=ledger()[0]["constants"] | {"beta": 0}), "line 1: constants: beta must be"),
        (put(ledger(), 1, mu=None), "line 2: mu: Input should be a valid number"),
        (put(ledger(), 1, mu=math.inf), "line 2: mu: Input should be a finite number"),
        (put(ledger(), 2, player=ledger()[1]["player"]), "line 3: 'author-"),
        (put(ledger(), FIRST_ENTRY, seats=ledger()[FIRST_ENTRY]["seats"][:1]), "line 7: seats: "),
        (put(ledger(), FIRST_ENTRY, at="yesterday"), "line 7: at: "),
        (without_line(FIRST_ENTRY + 2), "line 9: entry 4 stands where entry 3 should"),
        (ledger()[:3], "it ends after 2 of 5 ratings"),
        (ledger()[:-1], f"it ends after {ENTRIES - 1} of {ENTRIES} entries"),
        ([*ledger(), ledger()[-1]], f"its header says {ENTRIES} entries, and there is more after the last"),
        (twice_at_a_table(), "entry 3: a player can sit at a rated table only once"),
    ],
)
def test_what_is_no_ledger_exits_2_with_the_line_and_what_is_wrong(
    lines: Lines, why: str, tmp_path: Path, capsys: Capture
) -> None:
    path = written(lines, tmp_path)
    said = athanor(capsys, "rate", path)
    assert (said.code, said.out) == (2, "")
    assert said.complaint.startswith(f"athanor rate: {path}: cannot be read as a ledger: ")
    assert why in said.complaint


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"PK\x03\x04\xff\xfe", "line 1: Invalid JSON"),
        (b"[" * 100_000, "line 1: Invalid JSON"),
        (b'{"format": "athanor-ledger\x1b[2J"}', "its first line is no header"),
        (b" " * (LONGEST_LINE + 1), "has a line that is longer than any of a ledger"),
    ],
)
def test_a_file_of_another_kind_exits_2_in_one_line(
    content: bytes, why: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    said = athanor(capsys, "rate", path)
    assert (said.code, said.out) == (2, "")
    assert why in said.complaint
    assert "\x1b" not in said.complaint


def test_a_file_that_is_not_there_and_a_folder_exit_2(tmp_path: Path, capsys: Capture) -> None:
    assert athanor(capsys, "rate", tmp_path / "none").complaint.endswith("there is no such file")
    assert athanor(capsys, "rate", tmp_path).complaint.endswith("is a folder; name a file in it")


@pytest.mark.parametrize("scheme", ["", "http://"])
def test_a_name_longer_than_any_exits_2_in_one_line(scheme: str, capsys: Capture) -> None:
    said = athanor(capsys, "rate", scheme + "a" * 5000)
    assert (said.code, said.out) == (2, "")
    assert said.complaint.startswith("athanor rate: ")
    assert "mistake of ours" not in said.complaint
