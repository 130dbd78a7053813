"""The rules pages: every rule under its id, refusals and rules that lead to each other; nothing is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from arena.games.registry import GAMES
from arena.kernel.chance import Seeded
from athanor.design.templatetags.rules import BOOKS, linked
from tests.arena.games.kits import KITS
from tests.athanor.front.docpage import Page, page_at

ROOT = Path(__file__).parents[3]
SCENARIOS = ROOT / "tests" / "scenarios"

LETTERS = {game: letters for letters, game in BOOKS.items()}

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def rules(game: str) -> Page:
    return page_at(f"/docs/{game}/")


def test_every_rule_has_its_anchor_and_is_told_in_words(game: str, rules: Page) -> None:
    letters = LETTERS[game]
    found = [name for name in rules.ids if name.startswith(f"{letters}-")]
    assert sorted(found) == sorted(f"{letters}-{number}" for number in KITS[game].rules)
    for name in found:
        assert rules.of_id[name].startswith(f"{name}.")
        assert len(rules.of_id[name]) > len(name) + 12, name
        assert f"#{name}" in rules.links


def test_the_contents_at_the_head_of_the_rules_lead_to_every_chapter(game: str) -> None:
    """A rules page is up to a hundred screens of a phone long."""
    source = Client().get(f"/docs/{game}/").content.decode()
    (contents,) = re.findall(r'<nav class="contents".*?</nav>', source, re.DOTALL)
    chapters = re.findall(r'<h2 id="([^"]+)"', source)
    assert chapters
    assert re.findall(r'href="#([^"]+)"', contents) == chapters


def test_no_rule_is_copied_from_another_page(game: str, rules: Page) -> None:
    words = [re.sub(r"^\S+ ", "", rules.of_id[f"{LETTERS[game]}-{number}"]) for number in KITS[game].rules]
    assert len(set(words)) == len(words)


def test_every_rule_that_is_named_anywhere_on_the_page_is_there(game: str, rules: Page) -> None:
    assert set(re.findall(rf"\b{LETTERS[game]}-\d+", rules.text)) <= set(rules.ids)


def test_the_rules_that_engine_and_scenarios_name_are_on_the_page(game: str, rules: Page) -> None:
    files = [*(ROOT / "arena" / "games" / game).rglob("*.py"), *(SCENARIOS / game).glob("*.json")]
    named = {rule for path in files for rule in re.findall(rf"\b{LETTERS[game]}-\d+", path.read_text())}
    assert named
    assert named <= set(rules.ids)


def test_a_refusal_leads_to_its_rules_and_each_rule_to_its_refusals(game: str, rules: Page) -> None:
    engine = GAMES[game]
    rows = [name.removeprefix("refused-") for name in rules.ids if name.startswith("refused-")]
    assert rows == list(engine.refusals)
    for code, meaning in engine.refusals.items():
        assert " ".join(meaning.split()) in " ".join(rules.of_id[f"refused-{code}"].split())
        for rule in engine.refusal_rules[code]:
            assert rule in rules.of_id[f"refused-{code}"]
            assert code in rules.of_id[rule], f"{rule} does not say what it refuses as {code}"
        assert f"#refused-{code}" in rules.links


def test_every_option_is_told_with_its_default(game: str, rules: Page) -> None:
    options = GAMES[game].options
    assert [name for name in rules.ids if name.startswith("option-")] == [f"option-{name}" for name in options]
    for name, option in options.items():
        row = rules.of_id[f"option-{name}"]
        assert option.described() in row
        assert str(option.default).lower() in row
        assert option.about in row


def test_every_event_and_every_action_is_told_as_the_engine_has_it(game: str, rules: Page) -> None:
    engine = GAMES[game]
    told_of = {name.removeprefix("event-") for name in rules.ids if name.startswith("event-")}
    assert told_of == set(engine.facts.kinds)
    for kind, fields in _fields(engine.facts.kinds).items():
        row = rules.of_id[f"event-{kind}"]
        assert fields <= set(re.findall(r"[a-z_]+", row)), kind
    actions = [json.loads(text) for classes, text in rules.code if "action" in classes]
    assert {next(iter(action)) for action in actions} == set(engine.actions.kinds)
    for action in actions:
        engine.actions.parse(action)


def _fields(kinds: Mapping[str, Any]) -> dict[str, set[str]]:
    return {
        name: {field.rstrip("_") for field in getattr(kind, "_fields", getattr(kind, "__dataclass_fields__", ()))}
        for name, kind in kinds.items()
    }


def test_events_are_shown_as_they_are_sent(game: str, rules: Page) -> None:
    """Where a page shows them as documents, it shows all."""
    facts = GAMES[game].facts
    shown = [text for classes, text in rules.code if "event" in classes]
    assert len(shown) in (0, len(facts.kinds))
    for text in shown:
        document = json.loads(text)
        assert facts.document(facts.parse(document)) == document


def test_every_field_of_a_view_is_told(game: str, rules: Page) -> None:
    engine = GAMES[game]
    told_of = {text for _, text in rules.code}
    for seats, options in KITS[game].views or [(engine.seats.start, {})]:
        view = engine.new(seats, options, Seeded(bytes(32))).state.view(0)
        assert set(view) <= told_of
        for name, value in view.items():
            for inner in value if isinstance(value, list) else [value]:
                fields = {field for field in inner if not field.isdigit()} if isinstance(inner, dict) else set()
                assert {field for field in fields if f"{name}[i].{field}" not in told_of} <= told_of, name


def test_the_turn_that_is_shown_is_one_of_the_game(game: str, rules: Page) -> None:
    if "It answers, and sees happen:" not in rules.text:
        assert not any("view" in classes for classes, _ in rules.code), "a view that nobody is asked about"
        return
    (view,) = (json.loads(text) for classes, text in rules.code if "view" in classes)
    assert view["to_act"] == [view["seat"]]
    assert view["game"] == game
    assert view["ply"] > 0


def test_rules_are_linked_in_prose_only() -> None:
    source = '<p>See PO-1, AZ-2. <a href="#x">AZ-3</a> <code>AZ-4</code></p><svg><text>AZ-5</text></svg>'
    assert linked(source, "alakazoo") == source.replace("PO-1", '<a href="/docs/poison/#PO-1">PO-1</a>').replace(
        "AZ-2", '<a href="#AZ-2">AZ-2</a>'
    )


def test_every_picture_says_in_words_what_it_shows() -> None:
    pictures = [
        picture for game in GAMES for picture in _pictures(Client().get(f"/docs/{game}/").content.decode())
    ]
    assert pictures
    for picture in pictures:
        assert re.search(r'aria-label="[^"]{12,}"', picture), picture


def _pictures(source: str) -> Iterator[str]:
    for found in re.finditer(r"<svg[^>]*>", source):
        if "picture" in found[0].split('class="')[-1].split('"')[0].split() and 'role="img"' in found[0]:
            yield found[0]
