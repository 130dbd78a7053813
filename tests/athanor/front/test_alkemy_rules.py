"""Alkemy's rules page: what it tells beside the rules is what engine and data have, and they draw its pictures."""

from __future__ import annotations

import html
import json
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from arena.games.alkemy import material, odds, recruiting, sight
from arena.games.alkemy.actions import ACTIONS
from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.material import COLOURS, COLUMN, FACES, FACTION_NAMES, FORMULAS, PRESETS
from arena.games.alkemy.options import document_of
from arena.games.alkemy.orders import ORDERS
from arena.games.alkemy.questions import QUESTIONS
from arena.games.alkemy.terrain import PIECES
from arena.kernel.chance import Seeded
from athanor.armies.cards import COLUMN_PAIRS
from athanor.front.facts import alkemy, alkemy_documents, alkemy_scenes
from athanor.front.facts.alkemy_activation import activation
from tests.athanor.front.docpage import Page, page_at

PATH = "/docs/alkemy/"
ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> Page:
    return page_at(PATH)


def source() -> str:
    return Client().get(PATH).content.decode()


# --- questions, orders, effects


def test_every_question_is_told_with_its_fields_and_with_answers_that_can_be_read(page: Page) -> None:
    assert list(alkemy_documents.ANSWERS) == list(QUESTIONS.kinds)
    for name in QUESTIONS.kinds:
        row = page.of_id[f"question-{name}"]
        for field in alkemy.fields_of(QUESTIONS, name):
            assert field in row
        for answer in alkemy_documents.ANSWERS[name]:
            assert answer in row
            ACTIONS.parse(json.loads(answer))


def test_every_order_is_shown_as_one_that_can_be_read(page: Page) -> None:
    shown = [json.loads(text) for classes, text in page.code if "order" in classes]
    assert [next(iter(order)) for order in shown] == list(ORDERS.kinds)
    for document, row in zip(shown, alkemy_documents.ORDERS, strict=True):
        order = ORDERS.parse(document)
        optional = {
            name
            for name, field in type(order).__dataclass_fields__.items()
            if field.default is not field.default_factory
        }
        assert set(row.more) <= optional
        assert optional - set(row.more) <= {"targets", "card"}
        assert row.rule in page.text


def test_every_effect_is_told() -> None:
    told = {row.kind for row in alkemy_documents.EFFECTS}
    lasting = {formula.effect for formula in FORMULAS.values()}
    at_once = {"heal", "fury", "push", "explosion"}
    assert told == (lasting - at_once) | {"hemotoxic", "poison"}


def test_what_an_action_costs_is_the_engines(page: Page) -> None:
    for name, cost in material.COST.items():
        if name != "fight":
            assert re.search(rf"\b{name} {cost}\b", page.text)


# --- dice and odds


def test_the_faces_of_the_dice_are_the_datas() -> None:
    text = source()
    picture = text.split('id="AK-21"')[1].split("</svg>")[0]
    assert [int(number) for number in re.findall(r'class="die-number">(\d)<', picture)] == [
        face.number for colour in COLOURS for face in FACES[colour]
    ]
    assert re.findall(r'href="#symbol-(\w+)"', picture) == [
        face.symbol for colour in COLOURS for face in FACES[colour]
    ]


def test_the_columns_stand_in_their_order_with_chances_that_add_up() -> None:
    assert [COLUMN[pair] for pair in COLUMN_PAIRS] == list(range(6))
    for row in alkemy.alkemy()["column_chances"]:  # type: ignore[attr-defined]
        assert 98 <= sum(row.chances) <= 102
        assert row.chances == [
            round(
                100
                * Fraction(
                    sum(
                        COLUMN[one.symbol, two.symbol] == column
                        for one in FACES[row.colour]
                        for two in FACES[row.colour]
                    ),
                    36,
                )
            )
            for column in range(6)
        ]


def test_the_table_of_chances_is_counted_by_the_engine(page: Page) -> None:
    text = page.text
    for colour, net, name in (
        ("white", 0, "white"),
        ("yellow", 1, "yellow, a bonus die"),
        ("red", -1, "red, a malus die"),
    ):
        chances = [round(100 * odds.success(odds.Roll(colour, 0, net), need)) for need in alkemy.NEEDS]
        assert f"{name} {' '.join(map(str, chances))}" in text


def test_cover_numbers_are_told_with_their_chance(page: Page) -> None:
    for size, need in material.COVER_NEED.items():
        assert f"size {size}: {need} ({round(100 * odds.cover(size))} %)" in page.of_id["AK-181"]


def test_each_attack_card_beats_the_next_of_the_picture() -> None:
    brutal, quick, normal, *_ = alkemy.CARD_ROW
    for one, other in ((brutal, quick), (quick, normal), (normal, brutal)):
        assert material.CARDS[one].beats == other


# --- armies, pieces, pictures


def test_every_faction_is_told_with_its_ready_made_armies(page: Page) -> None:
    for faction, name in FACTION_NAMES.items():
        assert f"/alkemy/cards/?faction={faction}" in page.links
        assert html.unescape(name) in page.text
    for preset in PRESETS:
        assert f"/alkemy/armies/?preset={preset}" in page.links


def test_every_piece_is_pictured() -> None:
    assert [scene.name for scene in alkemy_scenes.piece_scenes()] == list(PIECES)
    assert sum(len(one.parts) for scene in alkemy_scenes.piece_scenes() for one in scene.pieces) == 12


def test_the_lines_of_the_picture_of_sight_are_the_engines() -> None:
    scene = alkemy_scenes.sight_scene()
    free = [line for line in scene.lines if line.css == "free"]
    blocked = [line for line in scene.lines if line.css == "blocked"]
    assert len(blocked) == 3
    assert len(free) > 40
    table = alkemy_scenes._table(alkemy_scenes._SIGHT_PIECES, alkemy_scenes._SIGHT, alkemy_scenes._SIGHT_SEATS)
    for a, b in alkemy_scenes._SEEN:
        assert sight.sees(table, a, b)
    assert not any(sight.sees(table, a, b) for a, b in ((0, 3), (1, 4), (2, 5)))


def test_a_picture_has_north_at_the_top() -> None:
    scene = alkemy_scenes.field_scene()
    south, north = scene.zones
    assert (south.seat, north.seat) == (0, 1)
    assert south.y > north.y
    assert len(scene.pieces) == 6


def test_the_sample_of_code_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where figure 3 has a bow, and 8 is an enemy."""
    monkeypatch.syspath_prepend(ROOT / "sandbox" / "sdk" / "python")
    (sample,) = (text for classes, text in page_at(PATH).code if {"python", "part"} <= classes)
    armies = [document_of(army) for army in map(recruiting.preset, ("aurlok-1", "jade-1")) if army]
    start = AlkemyGame().new(2, {"armies": armies, "auto_setup": True}, Seeded(bytes(32))).state
    names: dict[str, Any] = {"ask": SimpleNamespace(view=start.view(0))}
    exec(compile(sample, PATH, "exec"), names)
    assert names["state"].view(0)["figures"] == start.view(0)["figures"]


# --- the activation


def test_an_activation_is_shown_in_which_something_happens() -> None:
    shown = activation()
    assert [step.question for step in shown.steps][:2] == ["orders", "card"]
    view = json.loads(shown.view)
    assert view["activation"]["card"] is not None
    assert view["question"]["orders"]
    told = [json.loads(event) for step in shown.steps for event in step.events]
    kinds = {next(iter(event)) for event in told}
    assert {"orders", "move", "combat_begins", "cards", "roll", "blow", "activation_ends"} <= kinds
    for event in told:
        AlkemyGame.facts.parse(event)
    for step in shown.steps:
        assert 1 <= len(step.some) <= step.legal
        for one in (*step.some, step.action):
            ACTIONS.parse(json.loads(one))
