"""What the documentation shows can be done: its bots play, its commands run, its vectors come out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from arena.games.registry import GAMES
from arena.kernel.chance import Seeded
from arena.replay.seeds import commitment
from athanor_contract.bundle.reader import of_files, read
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import bot_pb2, game_pb2
from tests import blocks
from tests.athanor import world
from tests.athanor.front.docpage import Page

ROOT = Path(__file__).parents[3]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("ladders_of_a_new_site"), pytest.mark.slow]


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


@pytest.mark.parametrize("slug", ["protocol", "python", *GAMES])
def test_the_documents_on_the_pages_are_those_of_their_game(docs: Any, slug: str) -> None:
    name = slug if slug in GAMES else "poison"
    game, shown = GAMES[name], [(classes, text) for classes, text in docs(slug).code if "json" in classes]
    of_kind = {
        kind: [one for classes, text in shown if kind in classes for one in _documents(text)] for kind in DOCUMENTS
    }
    assert any(of_kind.values())
    for action in (*of_kind["action"], *of_kind["actions"]):
        assert game.actions.document(game.actions.parse(action)) == action
    for event in of_kind["events"]:
        assert game.facts.document(game.facts.parse(event)) == event
    for view in of_kind["view"]:
        assert document_of(message_of(view, game_pb2.View, name)) == view
    for template in of_kind["template"]:
        assert document_of(message_of(template, game_pb2.Template, name)) == template


DOCUMENTS = ("view", "actions", "action", "events", "template")


def _documents(text: str) -> Iterator[Any]:
    """One after the other, each on as many lines as it needs."""
    rest = text.strip()
    while rest:
        document, end = json.JSONDecoder().raw_decode(rest)
        yield document
        rest = rest[end:].strip()


def test_the_error_that_is_shown_is_what_the_api_answers(docs: Any) -> None:
    (shown,) = (json.loads(text) for classes, text in docs("api").code if "error" in classes)
    file = SimpleUploadedFile("my_bot.py", b"def choose(ask):\n    return 0\n")
    token = world.token(world.author("ada"))
    answer = Client(headers={"authorization": f"Bearer {token}"}).post(
        "/api/v1/uploads", {"file": file, "games": "chess"}
    )
    assert 400 <= answer.status_code < 500
    assert answer.json() == shown


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


@pytest.mark.parametrize("game", GAMES)
def test_the_python_bots_on_the_pages_play_a_match(docs: Any, game: str, tmp_path: Path) -> None:
    from arena.cli.main import main

    of_any = [block.text for block in blocks.of_kind("python")]
    assert not any("{{" in text or "{%" in text for text in of_any)
    (of_this,) = (text for classes, text in docs("python").code if f"first-{game}" in classes)
    files = [tmp_path / f"bot{number}.py" for number in range(1 + len(of_any))]
    for file, text in zip(files, [of_this, *of_any], strict=True):
        file.write_text(text)
    # Where two play, each of the pages' bots meets the game's own.
    tables = _tables(files, max(GAMES[game].seats))
    from arena.replay.file import read as read_replay

    for number, table in enumerate(tables):
        report = tmp_path / f"{number}.athanor"
        words = ["play", game, *map(str, table), "--sandbox", "none", "--seed", "0b", "--replay", str(report)]
        assert main(words) == 0
        assert [account.out for account in read_replay(report.read_bytes()).accounts] == [""] * len(table)


def _tables(files: list[Path], most: int) -> list[list[Path]]:
    """The first bot sits at each table, and with it as many of the others as there are seats."""
    first, *others = files
    return [[first, *others[place : place + most - 1]] for place in range(0, len(others), most - 1)]


def test_the_bot_for_alkemy_on_the_page_plays_a_match_in_twenty_lines(
    docs: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from arena.cli.main import main

    (text,) = (text for classes, text in docs("python").code if "alkemy" in classes)
    assert len([line for line in text.splitlines() if line]) <= 20
    bot, idle = tmp_path / "bot.py", tmp_path / "idle.py"
    bot.write_text(text)
    idle.write_text('def choose(ask):\n    return {"default": {}}\n')
    words = ["play", "alkemy", str(bot), str(idle), "--sandbox", "none", "--seed", "0b", "--rotate", "--json"]
    assert main([*words, "--replay", str(tmp_path / "replays")]) == 0
    for match in json.loads(capsys.readouterr().out)["matches"]:
        assert match["outs"] == ["", ""]


def test_what_is_said_of_alkemy_exists(docs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "sandbox" / "sdk" / "python")
    from athanor_bot import alkemy

    source = Client().get("/docs/python/").content.decode()
    table, beside = source[source.index('id="alkemy"') :].split("</ul>")[:2]
    rows = table[table.index("<ul>") :]
    told = re.findall(r"<code>\.?(\w+)", rows)
    assert {"sees", "reach", "shot"} <= set(told)
    for name in told:
        assert name == "None" or any(
            hasattr(kind, name) for kind in (alkemy.Board, alkemy.Reach, alkemy.Strike)
        ), name
    after = beside[: beside.index("<h2")]
    for name in re.findall(r"<code>(\w+)[(<]", after):
        assert hasattr(alkemy, name) or name == "state", name


def test_the_example_of_bot_toml_is_one(docs: Any) -> None:
    (text,) = (text for classes, text in docs("bundle").code if "toml" in classes)
    files = {"bot.toml": text.encode(), "player.py": b"", "make_tables.py": b""}
    manifest = of_files(files, GAMES).manifest
    assert manifest.command == ("python3", "player.py")
    assert manifest.build == ("python3", "make_tables.py")


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
    beacon_seed = hmac.new(key, given["vector-beacon-fixture"].encode(), hashlib.sha256).hexdigest()
    assert beacon_seed == given["vector-beacon-seed"]
    seed = hmac.new(key, given["vector-fixture"].encode(), hashlib.sha256).hexdigest()
    assert seed == given["vector-fixture-seed"]


def _codes_by_id(page: Page) -> dict[str, str]:
    return {name: page.of_id[name] for name in page.ids if name.startswith("vector-")}


def test_a_single_file_is_what_the_quick_start_says_it_is(docs: Any) -> None:
    (text,) = (text for classes, text in docs("quick-start").code if classes == {"python"})
    manifest = read(text.encode(), "first.py").manifest
    assert "athanor_bot" in manifest.command
    assert manifest.protocol == "grpc"
