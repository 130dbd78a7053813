"""The balance of the factions: what is shown is what was measured, by matches that were really played."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import fmean

import pytest
from django.test import Client

from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.material import ELEMENT_OF, FACTION_NAMES, PRESETS
from athanor.armies import balance
from athanor.armies.balance import Table, estimate, faction_rows, preset_rows

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "infra" / "scripts" / "measure-balance"


def table(first: str, second: str, south: float, north: float) -> Table:
    return Table(first, second, south, north, ("victory-points", "wipe-out"))


def test_a_share_is_given_with_the_error_of_its_tables() -> None:
    mixed = estimate([1, 0] * 50)
    assert (mixed.share, mixed.half, mixed.tables) == (50, 10, 100)
    halves = [estimate([1] * tables).half for tables in (1, 4, 16, 64)]
    assert halves == sorted(halves, reverse=True)
    assert halves[0] > 50, "one table says next to nothing"
    assert halves[2] > 0, "nor do a few that go alike say it for certain"
    assert estimate([0.5] * 40).half < mixed.half


def test_a_faction_is_measured_against_the_others_and_from_both_sides_of_a_pair() -> None:
    tables = [
        table("jade-1", "avalon-1", 1, 0.5),
        table("jade-1", "jade-2", 1, 1),
        table("avalon-1", "jade-2", 1, 1),
    ]
    rows = {row.faction: row for row in faction_rows(tables)}
    assert set(rows) == {"jade", "avalon"}
    assert rows["jade"].share == round(100 * fmean([0.75, 0]))
    assert rows["jade"].share + rows["avalon"].share == 100
    assert rows["jade"].matches == 4
    armies = {row.preset: row for row in preset_rows(tables)}
    assert [cell.text for cell in armies["jade-1"].cells] == ["·", "75", "100"]
    assert [cell.text for cell in armies["avalon-1"].cells] == ["25", "·", "100"]


def test_bars_stay_within_their_picture() -> None:
    for shares in ([1, 1], [0, 0], [1, 0]):
        for row in faction_rows([table("jade-1", "avalon-1", share, share) for share in shares]):
            assert row.low >= 0
            assert row.low + row.width <= balance.WIDTH + 2
            assert 0 <= row.at <= balance.WIDTH


def test_what_was_measured_covers_every_faction_under_the_rules_of_today() -> None:
    document = balance.measured()
    tables = balance.tables_of(document)
    assert document["revision"] == AlkemyGame.revision
    assert {PRESETS[name].faction for one in tables for name in (one.first, one.second)} == set(ELEMENT_OF)
    for one in tables:
        assert {one.south, one.north} <= {0, 0.5, 1}
        assert set(one.reasons) <= set(balance.ENDINGS)


@pytest.mark.django_db
def test_the_page_shows_it_with_its_uncertainty_and_where_it_is_from() -> None:
    source = Client().get("/docs/alkemy/").content.decode()
    section = source.split('id="balance"')[1].split('id="authors"')[0]
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", section)).split())
    document = balance.measured()
    assert document["date"] in text
    assert document["command"] in text
    assert f"{2 * len(document['tables'])} matches" in text
    for row in faction_rows(balance.tables_of(document)):
        assert f"{FACTION_NAMES[row.faction]} {row.matches} {row.share} % ± {row.half}" in text


@pytest.mark.slow
def test_the_script_measures_and_the_same_command_gives_the_same(tmp_path: Path) -> None:
    outs = []
    for number in range(2):
        out = tmp_path / f"{number}.json"
        words = [str(out), "--bot", "random", "--tables", "1", "--armies", "cobra-1", "temple-1", "--jobs", "1"]
        subprocess.run([sys.executable, str(SCRIPT), *words], cwd=ROOT, check=True, capture_output=True)
        outs.append(json.loads(out.read_text()))
    assert outs[0]["tables"] == outs[1]["tables"]
    (row,) = balance.tables_of(outs[0])
    assert (row.first, row.second) == ("cobra-1", "temple-1")
    assert outs[0]["command"].endswith("--bot random --tables 1 --armies cobra-1 temple-1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--tables", "0"], "there must be a table"),
        (["--armies", "jade-1"], "two armies"),
        (["--armies", "jade-9", "jade-1"], "jade-9"),
        (["--bot", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_words(words: list[str], told: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path / "out.json"), *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert told in done.stderr
