"""The documentation renders, its links lead somewhere, and what it says is what the code does."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from arena.bundle.faults import Code
from arena.bundle.manifest import KEYS
from arena.bundle.reader import of_files, read
from arena.games.kazaam.game import KazaamGame
from arena.games.kazaam.material import COMPLETION_BONUS, PARTS, POINTS
from arena.games.poison.actions import FACTS
from arena.games.poison.game import Poison
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.kernel.chance import Seeded
from arena.orders.documents import Clock
from arena.orders.verdicts import MESSAGES as VERDICTS
from arena.referee.conduct import STRIKES, Out
from arena.replay.seeds import commitment
from athanor import lifecycles
from athanor.bots import checking
from athanor.ladders.models import Ladder
from athanor.ladders.services import clock_of, seed
from athanor.pages.chapters import CHAPTERS
from athanor.pages.facts.kazaam import SCORED, slab
from athanor.pages.facts.tables import LIMITS
from athanor.pages.templatetags.athanor import span
from athanorpb.codec import message_of
from athanorpb.v1 import bot_pb2, game_pb2
from sandbox.interface import Limits
from sandbox.runtimes import table as inside

ROOT = Path(__file__).parents[3]
PAGES = [f"/docs/{chapter.slug}/" if chapter.slug else "/docs/" for chapter in CHAPTERS]

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """Ids, links, text, and the code blocks with their classes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.code: list[tuple[set[str], str]] = []
        self.of_id: dict[str, str] = {}
        self._open: list[tuple[str, str]] = []
        self.feed(source)
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "code":
            self.code.append((set(given.get("class", "").split()), ""))
        if tag in ("code", "tr", "p"):
            self._open.append((tag, given.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()
        if tag in ("td", "th", "li"):
            self.text += " "

    def handle_data(self, data: str) -> None:
        self.text += data
        if any(tag == "code" for tag, _ in self._open):
            classes, text = self.code[-1]
            self.code[-1] = (classes, text + data)
        for _, name in self._open:
            if name:
                self.of_id[name] = self.of_id.get(name, "") + data


@pytest.fixture(autouse=True)
def ladders_of_a_new_site() -> list[Ladder]:
    return seed()


@cache
def _page(path: str) -> Page:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return Page(answer.content.decode())


@pytest.fixture
def docs() -> Any:
    _page.cache_clear()
    return lambda slug: _page(f"/docs/{slug}/" if slug else "/docs/")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_with_one_heading_and_ids_that_occur_once(path: str) -> None:
    source = Client().get(path).content.decode()
    page = Page(source)
    assert source.count("<h1>") == 1
    assert len(page.ids) == len(set(page.ids))
    assert "{{" not in page.text
    assert "{%" not in page.text


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere(path: str) -> None:
    for link in _page(path).links:
        where, _, anchor = link.partition("#")
        where = where or path
        if "/docs/" in where and not where.startswith("/api/"):
            assert not anchor or anchor in _page(where).ids, f"{path} links to {link}"
        elif where.startswith("/"):
            assert Client().get(where).status_code in (200, 302, 503), f"{path} links to {link}"


def test_an_unknown_page_is_refused_in_words() -> None:
    answer = Client().get("/docs/nothing/")
    assert answer.status_code == 404
    assert "has no page nothing" in answer.content.decode()


def test_the_protocols_examples_are_messages_of_the_protocol(docs: Any) -> None:
    page = docs("protocol")
    heard = [json.loads(text) for classes, text in page.code if "to-bot" in classes]
    kinds = [next(iter(document)) for document in heard]
    assert {*kinds} == {"welcome", "event", "ask", "refused", "over"}
    for document in heard:
        ((kind, body),) = document.items()
        if kind == "event":
            message_of(body, game_pb2.Event, "poison")
        else:
            message_of(document, bot_pb2.ToBot, "poison")
    said = [json.loads(text) for classes, text in page.code if "from-bot" in classes]
    assert {next(iter(document)) for document in said} == {"ready", "answer", "note"}
    for document in said:
        message_of(document, bot_pb2.FromBot, "poison")


def test_the_three_ways_to_answer_are_read_as_the_same_answer(docs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # Inside a sandbox the adapter and the SDK are on the path.
    for folder in ("adapter", "sdk/python"):
        monkeypatch.syspath_prepend(ROOT / "sandbox" / folder)
    from athanor_adapter.lines import message_of_line

    blocks = docs("protocol").code
    ask = next(json.loads(text) for classes, text in blocks if "to-bot" in classes and '"ask"' in text)["ask"]
    by_index, by_action, whole = (
        message_of_line(text.encode(), ask["number"], "poison")
        for kind in ("index", "action", "from-bot")
        for classes, text in blocks
        if kind in classes and "ready" not in text and "note" not in text
    )
    assert by_index == whole
    assert by_index is not None
    assert by_index.answer.index == 0
    assert by_action is not None
    assert by_action.answer.number == ask["number"]
    assert json.loads(next(text for classes, text in blocks if "action" in classes)) == ask["legal"]["actions"][0]


def test_the_python_bots_on_the_pages_play_a_match(docs: Any, tmp_path: Path) -> None:
    from arena.cli.main import main

    bots = [
        text
        for slug in ("quick-start", "python")
        for classes, text in docs(slug).code
        if "python" in classes and "def choose" in text
    ]
    assert len(bots) == 2
    files = [tmp_path / f"bot{number}.py" for number in range(2)]
    for file, text in zip(files, bots, strict=True):
        file.write_text(text)
    report = tmp_path / "match.athanor"
    words = ["play", "poison", *map(str, files), "--sandbox", "none", "--seed", "0b", "--replay", str(report)]
    assert main(words) == 0
    from arena.replay.file import read as read_replay

    assert [account.out for account in read_replay(report.read_bytes()).accounts] == ["", ""]


def test_the_example_of_bot_toml_is_one(docs: Any) -> None:
    (text,) = (text for classes, text in docs("bundle").code if "toml" in classes)
    files = {"bot.toml": text.encode(), "player.py": b"", "make_tables.py": b""}
    manifest = of_files(files, GAMES).manifest
    assert manifest.command == ("python3", "player.py")
    assert manifest.build == ("python3", "make_tables.py")


def test_every_key_of_bot_toml_is_told(docs: Any) -> None:
    assert {name.removeprefix("key-") for name in docs("bundle").ids if name.startswith("key-")} == set(KEYS)


def test_every_fault_of_a_bot_is_in_the_conduct_table_with_its_meaning(docs: Any) -> None:
    page = docs("conduct")
    for out in Out:
        assert out.meaning in page.of_id[f"out-{out.value}"]
    assert f"{STRIKES} times a match" in page.text
    for game in GAMES.values():
        for code, meaning in game.refusals.items():
            assert code in page.text
            assert meaning in page.text


def test_every_code_of_an_upload_is_told(docs: Any) -> None:
    page = docs("checks")
    refused = set(_refusals_in(ROOT / "platform" / "athanor" / "bots" / "services.py"))
    assert {name.removeprefix("upload-") for name in page.ids if name.startswith("upload-")} == refused
    assert {name.removeprefix("bundle-") for name in page.ids if name.startswith("bundle-")} == set(Code)
    told = {name.removeprefix("check-") for name in page.ids if name.startswith("check-")}
    assert told == {*VERDICTS, checking.NOT_CHECKED}
    assert "{" not in page.text


def _refusals_in(path: Path) -> Iterator[str]:
    """The codes that a module's source refuses with."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = node.args[0] if node.args else None
            if node.func.id == "Refusal" and isinstance(first, ast.Constant):
                yield str(first.value)
            elif node.func.id == "NotFound":
                yield "not-found"


def test_the_sandboxs_limits_are_those_of_the_sandbox(docs: Any) -> None:
    assert {limit.name: value for limit, value in LIMITS} == {
        field.name: getattr(Limits(), field.name) for field in fields(Limits)
    }
    for limit, value in LIMITS:
        number, *unit = limit.value.split()
        assert float(number) * {"": 1, "KiB": 1024, "MiB": 1024**2}[unit[0] if unit else ""] == value
    page = docs("sandbox")
    assert f"{inside.BOT}:" in page.text
    assert inside.ENVIRONMENT["HOME"] in page.text
    assert f"PYTHONHASHSEED is {inside.ENVIRONMENT['PYTHONHASHSEED']}" in page.text
    assert set(inside.RUNTIMES) <= {text for _, text in page.code}


def test_every_clock_is_told_as_the_referee_has_it(docs: Any, ladders_of_a_new_site: list[Ladder]) -> None:
    text = docs("clock").text
    clocks = [("athanor play", Clock()), *((ladder.title, clock_of(ladder)) for ladder in ladders_of_a_new_site)]
    for title, clock in clocks:
        times = [clock.startup, clock.bank, clock.increment, clock.move_cap, clock.match_cap]
        assert f"{title} {' '.join(span(time) for time in times)}".replace("\u00a0", " ") in text


def test_every_open_ladder_is_told_and_every_house_bot(docs: Any, ladders_of_a_new_site: list[Ladder]) -> None:
    page = docs("ladders")
    for ladder in ladders_of_a_new_site:
        assert f"/ladders/{ladder.slug}/" in page.links
        assert set(house_bots(ladder.game)) <= {text for _, text in page.code}


def test_every_rule_of_poison_has_its_anchor_and_every_document_its_place(docs: Any) -> None:
    page = docs("poison")
    assert [name for name in page.ids if name.startswith("PO-")] == [f"PO-{number}" for number in range(1, 60)]
    for number in range(1, 60):
        assert page.of_id[f"PO-{number}"].startswith(f"PO-{number}.")
    assert [name.removeprefix("refused-") for name in page.ids if name.startswith("refused-")] == list(
        Poison.refusals
    )
    assert {name.removeprefix("event-") for name in page.ids if name.startswith("event-")} == set(FACTS.kinds)
    state = Poison().new(3, {}, Seeded(bytes(32))).state
    told = {text for _, text in page.code}
    assert set(state.view(0)) <= told
    assert set(state.view(0)["players"][0]) <= told
    assert set(state.view(0)["cauldrons"][0]) <= told


def test_the_rules_that_engine_and_scenarios_name_are_on_the_page(docs: Any) -> None:
    named = {
        rule
        for path in [
            *(ROOT / "arena/games/poison").glob("*.py"),
            *(ROOT / "tests/scenarios/poison").glob("*.json"),
        ]
        for rule in re.findall(r"PO-\d+", path.read_text())
    }
    assert len(named) > 20
    assert named <= set(docs("poison").ids)


def test_every_rule_of_kazaam_has_its_anchor_and_every_document_its_place(docs: Any) -> None:
    page = docs("kazaam")
    assert [name for name in page.ids if name.startswith("KZ-")] == [f"KZ-{number}" for number in range(1, 95)]
    for number in range(1, 95):
        assert page.of_id[f"KZ-{number}"].startswith(f"KZ-{number}.")
    assert [name.removeprefix("refused-") for name in page.ids if name.startswith("refused-")] == list(
        KazaamGame.refusals
    )
    assert {name.removeprefix("event-") for name in page.ids if name.startswith("event-")} == set(
        KazaamGame.facts.kinds
    )
    view = KazaamGame().new(3, {}, Seeded(bytes(32))).state.view(0)
    told = {text for _, text in page.code}
    assert set(view) <= told
    assert set(view["players"][0]) <= told
    actions = [json.loads(text) for classes, text in page.code if "action" in classes]
    assert {next(iter(action)) for action in actions} == set(KazaamGame.actions.kinds)
    for action in actions:
        KazaamGame.actions.parse(action)


def test_the_rules_of_kazaam_that_engine_and_scenarios_name_are_on_the_page(docs: Any) -> None:
    named = {
        rule
        for path in [
            *(ROOT / "arena/games/kazaam").glob("*.py"),
            *(ROOT / "tests/scenarios/kazaam").glob("*.json"),
        ]
        for rule in re.findall(r"KZ-\d+", path.read_text())
    }
    assert len(named) > 40
    assert named <= set(docs("kazaam").ids)


def test_the_pictures_of_kazaam_are_the_shapes_of_its_board() -> None:
    player = ROOT / "platform/athanor/pages/static/athanor/player/games/kazaam"
    drawn = (ROOT / "platform/athanor/pages/templates/docs/kazaam/shapes.html").read_text()
    shapes = [
        path
        for name in ("creature.js", "tokens.js")
        for path in re.findall(r'^ +"?[a-z-]+"?: .*"(M[^"]+)"', (player / name).read_text(), re.MULTILINE)
    ]
    assert len(shapes) == 6 + 6 + 7 + 6
    for path in shapes:
        assert f'd="{path}"' in drawn


def test_the_example_of_kazaams_score_comes_out_of_the_engine(docs: Any) -> None:
    up = [cell for cell in slab(SCORED) if cell.face == "up"]
    points = dict(zip(PARTS, POINTS, strict=True))
    parts = sum(points[cell.part.replace(" ", "-")] for cell in up)
    favourite = sum(cell.homunculus == "insect" for cell in up)
    assert len({cell.homunculus for cell in up}) > 1
    assert (parts, favourite, parts + favourite + COMPLETION_BONUS) == (9, 2, 15)
    assert "9. They are of several homunculi: 0. A hand and a leg are of the insect: 2." in docs("kazaam").text


def test_the_vectors_of_the_seeds_page_come_out_of_its_own_python(docs: Any) -> None:
    page = docs("seeds")
    given = _codes_by_id(page)
    (source,) = (text for classes, text in page.code if "vectors" in classes)
    names: dict[str, Any] = {}
    exec(compile(source, "seeds", "exec"), names)
    seed, stream = bytes.fromhex(given["vector-seed"]), given["vector-stream"]
    words = given["vector-words"].split()
    assert [f"{names['word'](seed, stream, index):016x}" for index in range(len(words))] == words
    draws = list(map(int, given["vector-draws"].split()))
    assert [names["draw"](seed, stream, index, 6) for index in range(len(draws))] == draws
    things = list(range(len(draws)))
    names["shuffle"](seed, stream, things)
    assert things == list(map(int, given["vector-shuffled"].split()))
    chance = Seeded(seed)
    mine = list(range(50))
    names["shuffle"](seed, "another", mine)
    theirs = list(range(50))
    chance.shuffle("another", theirs)
    assert mine == theirs


def test_the_seed_of_the_fixture_is_what_the_page_says_it_is(docs: Any) -> None:
    import hashlib
    import hmac

    given = _codes_by_id(docs("seeds"))
    key = bytes.fromhex(given["vector-key"])
    assert hashlib.sha256(key).hexdigest() == given["vector-commitment"] == commitment(key)
    seed = hmac.new(key, given["vector-fixture"].encode(), hashlib.sha256).hexdigest()
    assert seed == given["vector-fixture-seed"]


def _codes_by_id(page: Page) -> dict[str, str]:
    return {name: page.of_id[name] for name in page.ids if name.startswith("vector-")}


def test_every_variable_that_the_code_reads_is_told_to_operators(docs: Any) -> None:
    read_here = {
        name
        for folder in ("platform", "arena/worker")
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r'"(ATHANOR_[A-Z_]+)"', path.read_text())
    }
    told = {text for _, text in docs("operations").code if text.startswith("ATHANOR_") and "=" not in text}
    assert told == read_here


def test_every_state_that_ends_an_upload_is_named_where_the_api_is_told(docs: Any) -> None:
    told = {text for _, text in docs("api").code}
    assert {lifecycles.VersionState.ACCEPTED.value, lifecycles.VersionState.REFUSED.value} <= told


def test_every_command_is_in_the_list_of_commands(docs: Any) -> None:
    from arena.cli.commands import COMMANDS

    text = docs("api").text
    for command in COMMANDS:
        if command.name != "bench":
            assert re.search(rf"\b{command.name}\b", text), command.name


def test_a_single_file_is_what_the_quick_start_says_it_is(docs: Any) -> None:
    (text,) = (text for classes, text in docs("quick-start").code if "python" in classes)
    manifest = read(text.encode(), "first.py").manifest
    assert "athanor_bot" in manifest.command
    assert manifest.protocol == "grpc"
