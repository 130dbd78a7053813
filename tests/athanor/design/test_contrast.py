"""Every text can be read: WCAG AA, computed from the tokens themselves, in both looks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import athanor.design

CSS = Path(athanor.design.__file__).parent / "static" / "athanor" / "css"
TOKEN = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
TOKENS = {name: looks for name, *looks in TOKEN.findall((CSS / "tokens.css").read_text())}
LOOKS = ("Vellum", "Night")

GROUNDS = ("ground", "sunk", "raised")
TEXT = ("text", "dim", "ember", "verdigris", "madder", "lapis")
AA, AA_GRAPHICS = 4.5, 3.0

TEXT_PAIRS = [(text, ground) for text in TEXT for ground in GROUNDS] + [
    ("on-ember", "ember"),
    ("text", "ember-wash"),
    ("dim", "ember-wash"),
    ("text", "madder-wash"),
    ("text", "verdigris-wash"),
    ("ground", "text"),
]
GRAPHIC_PAIRS = [(f"seat-{seat}", ground) for seat in range(6) for ground in GROUNDS] + [
    ("line-strong", ground) for ground in GROUNDS
]
POTIONS = ("red", "blue", "purple", "poison")


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("look", [0, 1], ids=LOOKS)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS, ids="-on-".join)
def test_every_text_can_be_read_on_every_ground(text: str, ground: str, look: int) -> None:
    assert contrast(TOKENS[text][look], TOKENS[ground][look]) >= AA


@pytest.mark.parametrize("look", [0, 1], ids=LOOKS)
@pytest.mark.parametrize(("sign", "ground"), GRAPHIC_PAIRS, ids="-on-".join)
def test_every_seat_and_every_edge_can_be_seen(sign: str, ground: str, look: int) -> None:
    assert contrast(TOKENS[sign][look], TOKENS[ground][look]) >= AA_GRAPHICS


@pytest.mark.parametrize("potion", POTIONS)
def test_the_value_of_a_card_can_be_read_on_its_colour(potion: str) -> None:
    found = re.search(rf"--{potion}: (#[0-9a-f]{{6}});", (CSS / "games" / "poison.css").read_text())
    assert found is not None
    assert contrast("#ffffff", found[1]) >= AA


def test_a_colour_is_written_down_once() -> None:
    """Outside the tokens and the table of the game there is no colour."""
    for sheet in ("base.css", "components.css"):
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b", (CSS / sheet).read_text()) == []
