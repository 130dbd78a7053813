"""The army page and the cards in a real browser: with a script, without one, and on paper."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened

BEGUN = "/alkemy/armies/?faction=jade&points=180&card=captain-lee-ping:1&card=militia-lancers:2"


@pytest.mark.parametrize("scripted", [True, False])
@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_an_army_is_made_until_it_is_legal(reader: Opened, width: int, scripted: bool) -> None:
    reading = reader(width, java_script_enabled=scripted)
    page = reading.go("/alkemy/armies/?faction=temple")
    army = page.locator(".army > li")
    expect(page.locator(".state")).to_have_text("empty")
    for name in ("Seneschal Deicolus", "Avalonian Templar", "Colossus"):
        button = page.get_by_role("button", name=f"Add {name}")
        if name == "Colossus":
            expect(button).to_have_count(0)
        else:
            button.click()
            expect(army.filter(has_text=name)).to_have_count(1)
    expect(page.locator(".state")).to_have_text("legal")
    document = json.loads(page.locator("#army-action").inner_text())
    assert [card["profile"] for card in document["army"]["cards"]] == ["deicolus", "templar"]
    expect(page).to_have_url(re.compile("card=deicolus:1&card=templar:1"))
    page.get_by_role("button", name="Add Temple Auxiliaries").click()
    expect(army).to_have_count(3)
    page.get_by_role("button", name="Take Avalonian Templar out").click()
    expect(army).to_have_count(2)
    page.reload()
    expect(army).to_have_count(2)
    assert reading.complaints == []


def test_a_choice_is_checked_as_it_is_made_and_keeps_the_focus(reader: Opened) -> None:
    reading = reader()
    page = reading.go(BEGUN)
    chosen = page.get_by_role("combobox", name="Figures of Militia Lancers")
    chosen.focus()
    chosen.select_option("1 figure")
    expect(page.locator(".figures")).to_contain_text("56")
    expect(page.get_by_role("combobox", name="Figures of Militia Lancers")).to_be_focused()
    expect(page).to_have_url(re.compile("card=captain-lee-ping:1&card=militia-lancers:1$"))
    page.get_by_label("Faction").select_option("temple")
    expect(page.locator(".army > li.wrong")).to_have_count(2)
    expect(page.locator(".army > li.wrong").first).to_contain_text("wrong-faction")
    assert reading.complaints == []


def test_cards_print_without_the_site_around_them(reader: Opened, tmp_path: Path) -> None:
    page = reader(color_scheme="dark").go("/alkemy/cards/?faction=avalon")
    page.emulate_media(media="print")
    for part in (".masthead", ".foot", ".no-print"):
        for found in page.locator(part).all():
            expect(found).to_be_hidden()
    ground = page.locator(".unit").first.evaluate("it => getComputedStyle(it).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.unit h3')).color") != ground
    sheet = tmp_path / "cards.pdf"
    page.pdf(path=sheet, format="A4")
    pages = len(re.findall(rb"/Type\s*/Page[^s]", sheet.read_bytes()))
    assert 2 <= pages <= 5
