"""The army page: a list in an address is checked as the engine checks it, and nothing that is typed breaks it."""

from __future__ import annotations

import contextlib
import html
import json
import re
import textwrap
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as some

from arena.games.alkemy import recruiting
from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.legality import REFUSALS, RULES
from arena.games.alkemy.material import ELEMENT_OF, FACTION_NAMES, PRESETS, PROFILES
from arena.kernel.chance import Seeded
from athanor.armies import lists
from tests.athanor.front.reading import Page, page_of

HERE = "/alkemy/armies/"
pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def got(query: str, follow: bool = False) -> Any:
    return Client().get(f"{HERE}?{query}", follow=follow)


def told(query: str) -> str:
    answer = got(query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def beside(page: str, name: str) -> str:
    """What stands at a card of the list."""
    army = page.split('<ol class="army">')[1].split("</ol>")[0]
    return next(row for row in army.split("<li") if name in row)


def codes_in(text: str) -> list[str]:
    return re.findall(r"#refused-([a-z-]+)", text)


# --- ready-made armies


def test_every_faction_has_a_ready_made_army_that_is_legal() -> None:
    assert {preset.faction for preset in PRESETS.values()} == set(ELEMENT_OF)
    for name in PRESETS:
        army = recruiting.preset(name)
        assert army is not None
        assert list(recruiting.troubles(army, 180)) == []


@pytest.mark.parametrize("name", PRESETS)
def test_a_ready_made_army_is_shown_as_legal_with_the_action_that_chooses_it(name: str) -> None:
    answer = got(f"preset={name}", follow=True)
    assert answer.status_code == 200
    page = html.unescape(answer.content.decode())
    assert f"legal, the ready-made {name}" in page
    assert not codes_in(page)
    document = json.loads(page.split('<code id="army-action" class="json army">')[1].split("</code>")[0])
    state = AlkemyGame().new(2, {}, Seeded(bytes(32))).state
    action = AlkemyGame().action(document)
    assert state.refusal(0, action) is None


def test_the_answer_in_python_is_taken_by_the_game() -> None:
    """It stands in `choose`, as the page says."""
    page = html.unescape(got("preset=jade-1", follow=True).content.decode())
    shown = page.split('<code class="python answer">')[1].split("</code>")[0]
    names: dict[str, Any] = {}
    exec("def choose(ask):\n" + textwrap.indent(shown, "    "), names)
    state = AlkemyGame().new(2, {}, Seeded(bytes(32))).state
    action = AlkemyGame().action(names["choose"](SimpleNamespace(question=state.question(0))))
    assert state.refusal(0, action) is None


# --- what is wrong with a list (AK-13 to AK-18, AK-288, AK-289)


@pytest.mark.parametrize(
    ("query", "card", "code"),
    [
        ("faction=jade&card=captain-lee-ping:1&card=nobody:1", "nobody", "unknown-profile"),
        ("faction=jade&card=captain-lee-ping:1&card=hakan:1", "Hakan", "wrong-faction"),
        ("faction=jade&card=captain-lee-ping:1&card=militia-lancers:3", "Militia Lancers", "bad-figures"),
        ("faction=jade&card=captain-lee-ping:1&card=militia-lancers:0", "Militia Lancers", "bad-figures"),
        ("faction=jade&card=captain-lee-ping:1&card=captain-lee-ping:1", "Lee Ping", "over-limit"),
    ],
)
def test_what_is_wrong_with_a_card_stands_beside_it(query: str, card: str, code: str) -> None:
    page = told(query)
    rows = page.split('<ol class="army">')[1].split("</ol>")[0].split("<li")
    (wrong,) = [row for row in rows if code in codes_in(row)]
    assert card in wrong
    assert REFUSALS[code] in wrong
    assert "a match would refuse it" in page
    for rule in RULES[code]:
        assert f"/docs/alkemy/#{rule}" in wrong


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("faction=jade&card=shadow:1", "hero-count"),
        ("faction=jade&card=militia-lancers:2", "hero-count"),
        ("faction=jade&card=captain-lee-ping:1&card=feng-sao:1", "hero-count"),
        ("faction=jade&points=100&card=captain-lee-ping:1&card=dragon-inquisitor:1&card=shadow:1", "over-points"),
        ("faction=nowhere&card=captain-lee-ping:1", "unknown-faction"),
    ],
)
def test_what_is_wrong_with_the_whole_stands_above_the_cards(query: str, code: str) -> None:
    page = told(query)
    above = page.split('<ol class="army">')[0].split('id="list-head"')[1]
    assert code in codes_in(above)


def test_all_that_is_wrong_is_told_at_once_and_the_first_is_what_a_match_says() -> None:
    cards = "card=militia-lancers:1&card=militia-lancers:1&card=hakan:1&card=colossus:1&card=x:1"
    query = f"faction=jade&points=100&{cards}"
    draft = lists.read(QueryDict(query))
    page = told(query)
    found = [trouble.code for trouble in recruiting.troubles(draft.army, 100)]
    assert sorted(codes_in(page)) == sorted(found)
    assert len(set(found)) == 4
    state = AlkemyGame().new(2, {"points": 100}, Seeded(bytes(32))).state
    document = json.loads(lists.check(draft).document)
    assert state.refusal(0, AlkemyGame().action(document)) == found[0]


def test_two_heroes_are_right_where_the_points_ask_for_them() -> None:
    heroes = "faction=jade&card=captain-lee-ping:1&card=feng-sao:1"
    assert "a match would refuse it" in told(f"{heroes}&points=200")
    assert "legal" in told(f"{heroes}&points=250")


def test_limits_follow_the_heroes_who_raise_them() -> None:
    """AK-288, AK-289."""
    base = "faction=temple&card=deicolus:1"
    offers = {offer.profile.id: offer for offer in lists.check(lists.read(QueryDict(base))).limits}
    assert offers["temple-novice"].limit == 6
    offers = {offer.profile.id: offer for offer in lists.check(lists.read(QueryDict("faction=temple"))).limits}
    assert offers["temple-novice"].limit == 3


# --- making a list


def test_points_heroes_figures_and_action_points_are_counted() -> None:
    checked = lists.check(
        lists.read(QueryDict("faction=jade&card=captain-lee-ping:1&card=militia-lancers:2&card=x:4"))
    )
    assert (checked.cost, checked.left) == (41 + 30, 109)
    assert (checked.heroes, checked.heroes_allowed) == (1, "1")
    assert (checked.figures, checked.action_points) == (7, 4 + 2 * 2)


def test_a_card_is_added_and_taken_out_by_an_address_that_can_be_sent() -> None:
    begun = "faction=jade&points=180&card=captain-lee-ping:1"
    added = got(f"{begun}&add=militia-lancers:2")
    assert added.status_code == 302
    assert added["Location"] == f"{HERE}?{begun}&card=militia-lancers:2#army"
    out = got(f"{begun}&card=militia-lancers:2&without=0")
    assert out["Location"] == f"{HERE}?faction=jade&points=180&card=militia-lancers:2#army"


def test_the_form_works_without_a_script() -> None:
    """Every button and choice of the page is a field of one form that is sent with GET."""
    page = page_of(got("faction=jade&card=captain-lee-ping:1&card=militia-lancers:1"))
    assert not page.faults
    form = next(form for form in page.named("form") if "data-army" in form)
    assert (form["method"], form["action"]) == ("get", f"{HERE}#army")
    buttons = [(button.get("name"), button.get("value")) for button in page.named("button")]
    assert ("without", "1") in buttons
    assert ("add", "militia-archers:2") in buttons
    for name, value in buttons:
        if name in ("add", "without"):
            answer = got(
                f"faction=jade&card=captain-lee-ping:1&card=militia-lancers:1&{name}={value}", follow=True
            )
            assert answer.status_code == 200


def test_whoever_is_on_the_list_to_its_limit_cannot_be_added() -> None:
    page = page_of(got("faction=jade&card=captain-lee-ping:1"))
    (button,) = [one for one in page.named("button") if (one.get("value") or "").startswith("captain-lee-ping")]
    assert "disabled" in button


# --- documents


def test_a_pasted_action_becomes_a_list() -> None:
    for text in ('{"army": {"preset": "temple-1"}}', '{"preset": "temple-1"}'):
        answer = got(urlencode({"document": text, "points": 180}))
        assert answer.status_code == 302
        assert "card=deicolus:1" in answer["Location"]
    army = {"army": {"faction": "jade", "cards": [{"profile": "shadow", "figures": 1}]}}
    assert got(urlencode({"document": json.dumps(army)}))["Location"] == (
        f"{HERE}?faction=jade&points=180&card=shadow:1#army"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[" * 4000, "not JSON"),
        ("[]", "not an army"),
        ("7", "not an army"),
        ('{"army": 3}', "not an army"),
        ('{"army": {"preset": "jade-9"}}', "no ready-made army is called 'jade-9'"),
        ('{"pass": {}}', "not an army"),
        ('{"army": {"preset": "jade-1", "faction": "jade"}}', "not an army"),
        ('{"army": {"faction": "jade", "cards": [{"profile": "shadow", "figures": "two"}]}}', "not an army"),
        ('{"army": {"faction": ["jade"], "cards": []}}', "not an army"),
        ('{"army": {"faction": "jade", "cards": [{"profile": "shadow", "figures": 1000}]}}', "is none"),
        ('{"army": {"faction": "jade", "cards": [{"profile": "shadow", "figures": 1e400}]}}', "not an army"),
        ("9" * 5000, "not JSON"),
        ("x" * 9000, "more than 8000"),
    ],
)
def test_what_cannot_be_read_of_a_pasted_document_is_told_beside_it(text: str, words: str) -> None:
    answer = got(urlencode({"document": text}))
    assert answer.status_code == 400
    page = html.unescape(answer.content.decode())
    assert words in page.split('id="document-wrong"')[1][:400]
    assert html.escape(text[:60]) in answer.content.decode()


# --- what nobody should send


@pytest.mark.parametrize(
    "query",
    [
        "points=x", "points=99", "points=401", "points=-1", "points=18O", "points=%D9%A1%D9%A8%D9%A0",
        "points=99999999999", "card=militia-lancers", "card=:1", "card=militia-lancers:-1", "card=a:1000",
        "card=militia-lancers:%C2%B2", "card=" + "x" * 500 + ":1", "faction=" + "y" * 500,
        "card=%00:1&faction=%00", "card=a:1&" * 100,
    ],
)  # fmt: skip
def test_an_address_that_makes_no_sense_is_told_in_words(query: str) -> None:
    answer = got(query)
    page = answer.content.decode()
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert "It was left out" in page
    assert not Page(page).faults


def test_hostile_names_stay_text() -> None:
    evil = '<script>alert(1)</script>"'
    page = got(f"faction={quote(evil)}&card={quote(evil[:30])}:2").content.decode()
    assert "<script>alert" not in page
    assert not Page(page).faults


@pytest.mark.parametrize("query", ["preset=jade-9", "preset=%00", "preset=" + "a" * 300])
def test_an_unknown_preset_is_not_found(query: str) -> None:
    answer = got(query)
    assert answer.status_code == 404
    assert "jade-1" in answer.content.decode()


@pytest.mark.parametrize("query", ["without=99", "without=x", "without=-1", "without=%C2%B2", "add=", "add=x"])
def test_a_button_of_an_older_page_does_no_harm(query: str) -> None:
    assert got(f"faction=jade&card=shadow:1&{query}", follow=True).status_code in (200, 400)


def test_more_fields_than_the_site_reads_are_refused() -> None:
    assert got("&".join(["card=shadow:1"] * 3000)).status_code == 400


words = some.one_of(some.text(max_size=30), some.sampled_from([*PROFILES, *ELEMENT_OF, "1", "180", ":"]))


@settings(max_examples=150, deadline=None)
@given(
    some.lists(
        some.tuples(some.sampled_from(["card", "faction", "points"]), words | words.map(lambda w: f"{w}:2"))
    )
)
def test_any_address_is_read_checked_and_written_again_as_the_same_list(pairs: list[tuple[str, str]]) -> None:
    query = QueryDict(urlencode(pairs, errors="ignore"))
    draft = lists.read(query)
    checked = lists.check(draft)
    again = lists.read(QueryDict(draft.address))
    assert (again.army, again.points) == (draft.army, draft.points)
    assert not again.unread
    assert checked.legal == (recruiting.trouble(draft.army, draft.points) is None)


@settings(max_examples=100, deadline=None)
@given(
    some.recursive(
        some.none() | some.booleans() | some.integers() | some.text(max_size=12),
        lambda inner: (
            some.lists(inner, max_size=3)
            | some.dictionaries(
                some.sampled_from(["army", "preset", "faction", "cards", "profile", "figures"]), inner
            )
        ),
        max_leaves=12,
    )
)
def test_any_document_is_read_or_refused(document: Any) -> None:
    with contextlib.suppress(lists.Unreadable):
        draft = lists.of_document(json.dumps(document), 180)
        assert lists.read(QueryDict(draft.address)).army.cards == draft.army.cards


def test_the_page_names_all_factions() -> None:
    page = told("")
    for name in FACTION_NAMES.values():
        assert name in page


def test_a_list_that_nobody_has_begun_is_empty_and_not_wrong() -> None:
    page = told("faction=jade")
    assert "Nobody is in it yet" in page
    assert codes_in(page) == []
    assert "a match would refuse it" not in page
    assert "unknown-faction" in codes_in(told("faction=nowhere"))
