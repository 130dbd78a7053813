"""The documentation renders, its links lead somewhere, and what it says is what the code does."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from arena.cli.new import STARTERS
from arena.environment import variable
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.orders.verdicts import MESSAGES as VERDICTS
from arena.referee.conduct import STRIKES, Out
from arena.referee.faults import FAULTS
from arena.worker import environment as worker
from athanor import environment, lifecycles
from athanor.bots.verdicts import NOT_CHECKED
from athanor.design.templatetags.athanor import span
from athanor.front.chapters import CHAPTERS
from athanor.front.facts.tables import LIMITS, WIRE_LIMITS
from athanor.ladders.models import Ladder
from athanor.ladders.services import clock_of
from athanor.supervisor import layout
from athanor_contract.bundle.faults import Code
from athanor_contract.bundle.manifest import KEYS
from athanor_contract.bundle.reader import read
from athanor_contract.limits import server as guard
from athanor_contract.limits.sandbox import BUILD_LIMITS, Limits
from athanor_contract.runtimes import RUNTIMES
from sandbox.runtimes import table as inside
from tests.athanor.front.docpage import Page, page_at
from tests.athanor.front.stage import Site

ROOT = Path(__file__).parents[3]
PAGES = [f"/docs/{chapter.slug}/" if chapter.slug else "/docs/" for chapter in CHAPTERS]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("ladders_of_a_new_site"), pytest.mark.slow]


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
    for link in page_at(path).links:
        where, _, anchor = link.partition("#")
        where = where or path
        if "/docs/" in where and not where.startswith("/api/"):
            assert not anchor or anchor in page_at(where).ids, f"{path} links to {link}"
        elif where.startswith("/"):
            assert Client().get(where).status_code in (200, 302, 503), f"{path} links to {link}"


def test_an_unknown_page_is_refused_in_words() -> None:
    answer = Client().get("/docs/nothing/")
    assert answer.status_code == 404
    assert "has no page nothing" in answer.content.decode()


def test_every_game_is_in_the_overview_with_its_ladders_and_options(
    docs: Any, ladders_of_a_new_site: list[Ladder]
) -> None:
    page = docs("")
    for game in GAMES.values():
        row = page.of_id[f"game-{game.name}"]
        fewest, most = min(game.seats), max(game.seats)
        assert (f"{fewest} to {most}" if most > fewest else f" {most} ") in row
        mine = [ladder for ladder in ladders_of_a_new_site if ladder.game == game.name]
        assert mine
        for ladder in mine:
            assert ladder.title in row
            assert f"/ladders/{ladder.slug}/" in page.links
        for bot in house_bots(game.name):
            assert bot in row
        for option in game.options:
            assert f"/docs/{game.name}/#option-{option}" in page.links


def test_every_key_of_bot_toml_is_told(docs: Any) -> None:
    assert {name.removeprefix("key-") for name in docs("bundle").ids if name.startswith("key-")} == set(KEYS)


def test_every_fault_of_a_bot_is_in_the_conduct_table_with_its_meaning(docs: Any) -> None:
    page = docs("conduct")
    for out in Out:
        assert f"out-{out.value}" in page.ids
        assert out.meaning in page.text
    for fault in FAULTS:
        row = page.of_id[f"fault-{fault.code}"]
        for words in (fault.shown, fault.means, fault.do):
            assert words.replace("`", "") in row
    assert {name.removeprefix("fault-") for name in page.ids if name.startswith("fault-")} == {
        fault.code for fault in FAULTS
    }
    assert f"{STRIKES} times a match" in page.text
    for game in GAMES.values():
        for code, meaning in game.refusals.items():
            assert code in page.text
            assert meaning.removesuffix(".") in page.text
            assert f"/docs/{game.name}/#refused-{code}" in page.links
            for rule in game.refusal_rules[code]:
                assert f"/docs/{game.name}/#{rule}" in page.links


def test_every_code_of_an_upload_is_told(docs: Any) -> None:
    page = docs("checks")
    bots = ROOT / "platform" / "athanor" / "bots"
    refused = {code for name in ("services.py", "reading.py") for code in _refusals_in(bots / name)}
    assert {name.removeprefix("upload-") for name in page.ids if name.startswith("upload-")} == refused
    assert {name.removeprefix("bundle-") for name in page.ids if name.startswith("bundle-")} == set(Code)
    told = {name.removeprefix("check-") for name in page.ids if name.startswith("check-")}
    assert told == {*VERDICTS, NOT_CHECKED}
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


def figure(words: str) -> float:
    number, *unit = words.split()
    return float(number) * {"": 1, "KiB": 1024, "MiB": 1024**2}[unit[0] if unit else ""]


def test_the_sandboxs_limits_are_those_of_the_sandbox(docs: Any) -> None:
    assert {limit.name for limit in LIMITS} == {field.name for field in fields(Limits)}
    for limit in LIMITS:
        assert figure(limit.value) == getattr(Limits(), limit.name)
        assert figure(limit.build or limit.value) == getattr(BUILD_LIMITS, limit.name)
    page = docs("sandbox")
    assert f"{inside.BOT}:" in page.text
    assert inside.ENVIRONMENT["HOME"] in page.text
    assert f"PYTHONHASHSEED is {inside.ENVIRONMENT['PYTHONHASHSEED']}" in page.text
    assert set(inside.RUNTIMES) <= {text for _, text in page.code}


def test_what_a_server_may_send_is_what_its_guard_counts(docs: Any) -> None:
    page = docs("protocol")
    for limit in WIRE_LIMITS:
        assert figure(limit.value.replace(",", "")) == getattr(guard, limit.name)
        assert f"{limit.value} {limit.meaning}" in " ".join(page.text.split())


def test_every_language_is_told_with_its_flags_and_a_bot_that_is_the_starter(docs: Any) -> None:
    page = docs("languages")
    code = {text for _, text in page.code}
    for name, runtime in RUNTIMES.items():
        row = page.of_id[f"language-{name}"]
        assert f"{runtime.title} {runtime.version}" in row
        assert f"{runtime.start_memory} MiB" in row
        assert {name, *runtime.aliases, *runtime.suffixes, *runtime.mains} <= code
        for name_inside, value in runtime.environment.items():
            assert {name_inside, value} <= code
            assert inside.ENVIRONMENT[name_inside] == value
        (starter,) = (text for classes, text in page.code if f"source-{name}" in classes)
        assert starter in {
            (ROOT / "arena" / "cli" / "starters" / one.folder / one.main).read_text() for one in STARTERS.values()
        }
        assert (f"server-{name}" in page.ids) == bool(runtime.grpc)
        # What it is told to be built and run by is what happens to a file without bot.toml.
        main = next(one.main for one in STARTERS.values() if one.main in runtime.mains)
        manifest = read((b"class Bot {}" if name == "java" else b"x"), main).manifest
        assert shlex.join(manifest.command) in page.of_id[f"built-{name}"]
        assert shlex.join(manifest.build or ()) in page.of_id[f"built-{name}"]
    for example in (ROOT / "arena" / "cli" / "starters" / "servers").glob("*/*"):
        assert example.read_text() in code


def test_every_clock_is_told_as_the_referee_has_it(docs: Any, ladders_of_a_new_site: list[Ladder]) -> None:
    text = docs("clock").text
    for title, clock in [(ladder.title, clock_of(ladder)) for ladder in ladders_of_a_new_site]:
        times = [clock.startup, clock.bank, clock.increment, clock.move_cap, clock.match_cap]
        assert f"{title} {' '.join(span(time) for time in times)}".replace("\u00a0", " ") in text


def test_every_open_ladder_is_told_and_every_house_bot(docs: Any, ladders_of_a_new_site: list[Ladder]) -> None:
    page = docs("ladders")
    for ladder in ladders_of_a_new_site:
        assert f"/ladders/{ladder.slug}/" in page.links
        assert set(house_bots(ladder.game)) <= {text for _, text in page.code}


def test_every_solo_ladder_is_told_with_its_season_and_its_measures(
    docs: Any, ladders_of_a_new_site: list[Ladder]
) -> None:
    alone = [ladder for ladder in ladders_of_a_new_site if ladder.is_solo]
    assert alone
    for ladder in alone:
        row = docs("ladders").of_id[f"solo-{ladder.slug}"].split()
        for figure in (ladder.season_days, ladder.season_seeds, ladder.season_entries):
            assert str(figure) in row
        for measure in GAMES[ladder.game].measures:
            assert measure.title in " ".join(row)


def test_every_key_of_a_replays_json_is_told(docs: Any, site: Site) -> None:
    told = {text for _, text in docs("replays").code}
    replay = Client().get(f"{site.finished[0].get_absolute_url()}replay.json").json()
    assert "names" in replay
    assert set(replay) | set(replay["header"]) | set(replay["events"][0]) | set(replay["actions"][0]) <= told
    assert {key for key in replay["result"] if key != "details"} <= told


def test_every_variable_that_the_code_reads_is_told_to_operators(docs: Any) -> None:
    settings = (environment.Site, layout.Variables, worker.Variables)
    read_here = {variable(field) for kind in settings for field in kind.model_fields}
    read_here |= {
        name
        for folder in ("platform", "arena/worker")
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r'"(ATHANOR_[A-Z_]+)"', path.read_text())
    } | {"ATHANOR_RUNTIMES"}
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
