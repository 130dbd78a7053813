"""The map of the house leads to rooms that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAP = (ROOT / "ARCHITECTURE.md").read_text()
LINK = re.compile(r"\[[^\]]+\]\(([^)#]+)\)")
LIVES = ("A match's life", "An upload's life")


def section(title: str) -> str:
    return MAP.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_link_of_the_map_is_there() -> None:
    links = LINK.findall(MAP)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_step_of_a_life_is_one_line_with_a_link_to_its_file() -> None:
    for life in LIVES:
        steps = re.findall(r"^\d+\. .*$", section(life), re.M)
        assert len(steps) > 10
        assert [step for step in steps if not any((ROOT / link).is_file() for link in LINK.findall(step))] == []


def test_the_function_that_a_step_names_is_in_its_file() -> None:
    for life in LIVES:
        for step in re.findall(r"^\d+\. .*$", section(life), re.M):
            files = [(ROOT / link).read_text() for link in LINK.findall(step)]
            for name in re.findall(r"(?<!\[)`([a-z_]+)`", step):
                assert any(f"def {name}(" in text for text in files), step
