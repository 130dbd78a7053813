"""The Python SDK: what a bot's functions are given, and what becomes of what they return."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.interface import Driver, NotReady
from sandbox.runtimes.library import OURS
from tests.sandbox.playing import ACTIONS, Broken, bundle, event, launch_of, over, refused, running, talking


@pytest.fixture
def plain(made: Callable[[str], Driver]) -> Driver:
    return made("none")


async def chosen(driver: Driver, folder: Path, source: str) -> object:
    """What a bot's one answer was: an index or an action; raises what ended the stream."""
    path = bundle(folder / "bot", {"main.py": source}) / "main.py"
    async with running(driver, launch_of(path)) as up, talking(up.box) as bot:
        await bot.welcomed()
        answer = await bot.answer(3)
        return answer.index if answer.WhichOneof("choice") == "index" else answer.action.poison.play.card


@pytest.mark.parametrize(
    ("returned", "answer"),
    [
        ("1", 1),
        ("-1", -1),
        ("ask.legal[-1]", "blue-2"),
        ("ask.legal[1:][0]", "blue-2"),
        ("list(ask.legal)[0]", "red-4"),
        ("dict(play=dict(card='red-4', cauldron=2))", "red-4"),
        ("len(ask.legal)", len(ACTIONS)),
        ("ask.legal.index(ask.legal[1])", 1),
        ("__import__('random').Random(ask.welcome.entropy).randrange(1)", 0),
        ("int(ask.legal == list(ask.legal) and ask.legal.finite)", 1),
        ("int((ask.number, ask.seat, ask.question) == (3, 1, 'play'))", 1),
        ("int((ask.welcome.game, ask.welcome.seats, ask.welcome.seat) == ('poison', 3, 1))", 1),
        ("int(ask.welcome.options == {'variant': 'deal-all', 'taken': 'open'})", 1),
        ("int(ask.welcome.clock['bank'] == 30000 and ask.refused is None)", 1),
    ],
)
async def test_choose_returns_an_action_or_an_index(
    plain: Driver, tmp_path: Path, returned: str, answer: object
) -> None:
    assert await chosen(plain, tmp_path, f"def choose(ask):\n    return {returned}\n") == answer


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        ("None", "choose returned None: it must return an action"),
        ("'red-4'", "choose returned 'red-4'"),
        ("True", "choose returned True"),
        ("2 ** 40", "far beyond the list"),
    ],
)
async def test_what_is_no_answer_is_told_to_the_author(
    plain: Driver, tmp_path: Path, returned: str, words: str
) -> None:
    with pytest.raises(Broken) as failed:
        await chosen(plain, tmp_path, f"def choose(ask):\n    return {returned}\n")
    assert failed.value.fault == "malformed"
    assert failed.value.detail.startswith("INVALID_ARGUMENT: ")
    assert words in failed.value.detail


@pytest.mark.parametrize("returned", ["{'jump': {}}", "{'play': {'card': 4}}", "{}"])
async def test_what_is_no_action_of_the_game_is_sent_on_for_the_referee_to_refuse(
    plain: Driver, tmp_path: Path, returned: str
) -> None:
    assert await chosen(plain, tmp_path, f"def choose(ask):\n    return {returned}\n") == "", "no kind of action"


async def test_a_bot_called_as_a_module_of_the_standard_library_does_not_stand_in_for_it(
    plain: Driver, tmp_path: Path
) -> None:
    source = "import random\n\n\ndef choose(ask):\n    return random.Random(1).randrange(1)\n"
    path = bundle(tmp_path / "bot", {"random.py": source}) / "random.py"
    async with running(plain, launch_of(path)) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer()).index == 0


async def test_a_refused_answer_is_asked_for_again_with_the_reason(plain: Driver, tmp_path: Path) -> None:
    source = (
        "def choose(ask):\n    if ask.refused is None:\n        return 0\n"
        "    said = ask.refused\n    ask.note(f'{said.code} {said.strikes_left} {ask.number} {len(ask.events)}')\n"
        "    return 1\n"
    )
    path = bundle(tmp_path / "bot", {"main.py": source}) / "main.py"
    async with running(plain, launch_of(path)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.say(event())
        assert (await bot.answer(4)).index == 0
        await bot.say(refused(4))
        again = (await bot.hear()).answer
        assert (again.number, again.index) == (4, 1)
    assert bot.notes == ["wrong-colour 2 4 1"]


async def test_welcome_and_over_are_told_where_they_are_defined(plain: Driver, tmp_path: Path) -> None:
    source = (
        "import sys\n\n\ndef welcome(match):\n    print('at the table of', match.seats, match.entropy)\n\n\n"
        "def choose(ask):\n    return 0\n\n\n"
        "def over(end):\n    print('ranks', end.result['ranks'], end.out == '', end.events, file=sys.stderr)\n"
    )
    path = bundle(tmp_path / "bot", {"main.py": source}) / "main.py"
    async with running(plain, launch_of(path)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        await bot.part(event(), over())
    assert up.remains is not None
    lines = up.remains.log.decode().splitlines()
    assert lines[0] == "at the table of 3 " + "ab" * 16
    assert lines[1].startswith("ranks [1, 2, 3] True [{'played': ")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\n# def choose", "defines no function choose(ask)"),
        ("choose = 7\n# def choose", "defines no function choose(ask)"),
        ("def choose(ask): ...\nwelcome = 3\n", "welcome must be a function or be left out; it is 3"),
        ("def choose(ask:\n", "SyntaxError"),
        ("import nothing_like_it\n# def choose", "No module named 'nothing_like_it'"),
    ],
)
async def test_a_file_that_is_no_bot_never_gets_ready_and_says_why(
    plain: Driver, tmp_path: Path, source: str, words: str
) -> None:
    path = bundle(tmp_path / "bot", {"main.py": source}) / "main.py"
    box = await plain.prepare(launch_of(path))
    await box.start()
    with pytest.raises(NotReady, match="exit code 1"):
        await box.wait_ready(60)
    assert words in (await box.kill()).log.decode()


@pytest.mark.parametrize("sweeps", ["enable", "disable"])
def test_its_import_leaves_the_sweeping_of_garbage_as_it_was(sweeps: str) -> None:
    says = f"import gc; gc.{sweeps}(); import athanor_bot; print(gc.isenabled())"
    found = {"PYTHONPATH": os.pathsep.join(map(str, OURS.values()))}
    done = subprocess.run([sys.executable, "-c", says], env=found, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(sweeps == "enable")


WITHOUT_TLS = """
def choose(ask):
    import asyncio.sslproto, ssl
    return int(asyncio.sslproto.ssl is None and hasattr(ssl, "create_default_context"))
"""


@pytest.mark.slow
async def test_in_a_box_grpc_is_imported_without_tls_and_the_bot_can_import_it_all_the_same(
    made: Callable[[str], Driver], tmp_path: Path
) -> None:
    assert await chosen(made("bubblewrap"), tmp_path, WITHOUT_TLS) == 1


async def test_outside_a_box_asyncio_has_its_tls(plain: Driver, tmp_path: Path) -> None:
    assert await chosen(plain, tmp_path, WITHOUT_TLS) == 0
