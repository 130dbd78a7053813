"""Profile cards: every one is there, with all that the engine has of it in words, and prints without the site."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.test import Client

from arena.games.alkemy.material import ELEMENT_OF, FORMULAS, PROFILES
from athanor.armies import cards, words
from tests.athanor.front.reading import page_of

ROOT = Path(__file__).parents[3]
GLYPHS = ROOT / "platform/athanor/design/static/athanor/player/games/alkemy/glyphs.js"
SYMBOLS = ROOT / "platform/athanor/armies/templates/armies/symbols.html"
STYLE = ROOT / "platform/athanor/design/static/athanor/css/armies.css"

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def card_of(page: str, name: str) -> str:
    return html.unescape(page.split(f'id="{name}"')[1].split("</article>")[0])


def text_of(source: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", source).split())


def test_every_profile_has_its_card() -> None:
    answer = Client().get("/alkemy/cards/")
    assert not page_of(answer).faults
    page = answer.content.decode()
    for profile in PROFILES.values():
        text = text_of(card_of(page, profile.id))
        assert profile.name in text
        values = (profile.esp, profile.ref, profile.com, profile.defence, profile.ap)
        told = zip(("ESP", "REF", "COM", "DEF", "AP"), values, strict=True)
        assert " ".join(f"{name} {value}" for name, value in told) in text
        assert f"blows {' '.join(map(str, profile.dom))}" in text
        for skill in profile.skills:
            title, sentence, _ = words.SKILLS[skill]
            value = profile.values.get(skill, 0)
            assert f"{title.format(n=value)} : {sentence.format(n=value)}" in text
        if profile.ranged:
            assert f"{profile.ranged.name}: {profile.ranged.com} COM" in text
            assert " ".join(map(str, profile.ranged.dom)) in text
        if profile.alchemy:
            assert f"{profile.alchemy.stones} stones" in text
            for formula in profile.alchemy.formulas:
                assert FORMULAS[formula].name in text


def test_the_life_boxes_are_drawn_one_line_a_figure() -> None:
    for profile in PROFILES.values():
        card = cards.card(profile)
        assert len(card.boxes) == profile.boxes * profile.lines
        assert len({box.y for box in card.boxes}) == profile.lines
        first = [box.colour for box in card.boxes if box.y == card.boxes[0].y]
        assert [first.count(colour) for colour in ("white", "yellow", "red")] == list(profile.life)


def test_every_formula_has_its_card_with_what_stones_buy() -> None:
    page = Client().get("/alkemy/cards/").content.decode()
    for formula in FORMULAS.values():
        text = text_of(card_of(page, f"formula-{formula.id}"))
        assert words.FORMULAS[formula.id] in text
        for one in formula.enhancements.values():
            assert words.ENHANCEMENTS[one.id] in text


def test_no_word_is_for_something_that_there_is_not() -> None:
    assert set(words.SKILLS) == {skill for profile in PROFILES.values() for skill in profile.skills}
    assert set(words.FORMULAS) == set(FORMULAS)
    assert set(words.TARGETS) == {formula.target for formula in FORMULAS.values()}
    assert set(words.ENHANCEMENTS) == {name for formula in FORMULAS.values() for name in formula.enhancements}
    book = Client().get("/docs/alkemy/").content.decode()
    for skill, (_, _, rule) in words.SKILLS.items():
        row = book.split(f'id="{rule}"')[1].split("</p>")[0]
        assert f"<code>{skill}</code>" in row, skill


@pytest.mark.parametrize("faction", ELEMENT_OF)
def test_a_faction_shows_its_own(faction: str) -> None:
    page = Client().get(f"/alkemy/cards/?faction={faction}").content.decode()
    shown = {name for name in PROFILES if f'<article class="unit alkemy" id="{name}"' in page}
    assert shown == {name for name, profile in PROFILES.items() if faction in profile.symbols}


def test_an_army_shows_its_cards_as_often_as_it_has_them_on_the_list() -> None:
    page = Client().get("/alkemy/cards/?faction=jade&card=shadow:1&card=militia-lancers:2&card=shadow:1&card=x:1")
    source = page.content.decode()
    assert re.findall(r"<footer><code>([^<]+)</code>", source) == ["shadow", "militia-lancers", "shadow"]
    ids = re.findall(r' id="([^"]+)"', source)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("query", ["faction=x", "faction=%00", "faction=" + "y" * 400])
def test_an_unknown_faction_is_not_found(query: str) -> None:
    answer = Client().get(f"/alkemy/cards/?{query}")
    assert answer.status_code == 404
    assert "jade" in answer.content.decode()


@pytest.mark.parametrize("query", ["card=x", "card=x:1", "points=k", "card=" + "z" * 900])
def test_a_list_of_nobody_shows_all(query: str) -> None:
    assert Client().get(f"/alkemy/cards/?{query}").status_code == 200


def test_the_signs_are_those_of_the_board() -> None:
    drawn, source = SYMBOLS.read_text(), GLYPHS.read_text()
    tables = re.findall(r"const (?:SYMBOLS|ELEMENTS|CARDS) = {(.*?)};", source, re.DOTALL)
    paths = [path for table in tables for path in re.findall(r': "(M[^"]+)"', table)]
    assert len(paths) == 3 + 4 + 5
    for path in paths:
        assert f'd="{path}"' in drawn


def test_paper_has_the_cards_alone() -> None:
    style = STYLE.read_text().split("@media print")[1]
    for part in (".masthead", ".foot", ".no-print"):
        assert part in style
    assert "color-scheme: light" in style
