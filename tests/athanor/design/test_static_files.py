"""The browser's side of the site: small modules that find each other, and a table for every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import athanor
from arena.games.registry import GAMES
from athanor.design import game_files

PLATFORM = Path(athanor.__file__).parent
STATIC = PLATFORM / "design" / "static" / "athanor"
SCRIPTS = sorted(STATIC.rglob("*.js"))
TEMPLATES = sorted(path for suffix in ("html", "md") for path in PLATFORM.rglob(f"templates/**/*.{suffix}"))
STYLES = sorted(STATIC.rglob("*.css"))


def name(path: Path) -> str:
    return path.relative_to(PLATFORM).as_posix()


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_a_module_is_small_and_finds_what_it_imports(script: Path) -> None:
    text = script.read_text()
    assert text.count("\n") < 400
    for imported in re.findall(r"""(?:from|import\()\s*["'](\.[^"']+)["']""", text):
        assert (script.parent / imported).is_file(), imported
    assert not re.search(r"innerHTML\s*=|insertAdjacentHTML|eval\(|document\.write", text)
    assert "http" not in re.sub(r'"http://www\.w3\.org/2000/svg"', "", text)


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_a_template_brings_no_style_and_no_script_of_its_own(template: Path) -> None:
    text = template.read_text()
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=", text)
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert "game|title" not in text, "a game is called by its title, which `game_title` gives"


@pytest.mark.parametrize("style", STYLES, ids=name)
def test_a_style_uses_only_tokens_that_there_are(style: Path) -> None:
    declared = {found for sheet in STYLES for found in re.findall(r"(--[a-z0-9-]+):", sheet.read_text())}
    assert set(re.findall(r"var\((--[a-z0-9-]+)", style.read_text())) <= declared


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_a_style_and_a_sign(game: str) -> None:
    assert (STATIC.parent / game_files.board(game)).is_file()
    assert (STATIC.parent / game_files.style(game)).is_file()
    assert '<symbol id="sign"' in (STATIC.parent / game_files.sign(game)).read_text()


def test_every_class_of_a_template_is_in_a_style() -> None:
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", "".join(sheet.read_text() for sheet in STYLES)))
    used: set[str] = set()
    for template in TEMPLATES:
        if "docs" in template.parts:
            continue  # There classes also mark what the tests of the documentation read.
        text = re.sub(r"{[{%#].*?[}%#]}", " ", template.read_text())
        # Of code they say what runs it: see `tests/blocks.py`.
        for classes in re.findall(r'<(?!code\b)[^<]*?class="([^"]*)"', text):
            used.update(word for word in classes.split() if word.isascii())
    assert used - styled == set()
