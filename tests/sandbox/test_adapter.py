"""The stdio adapter, as a plain process: what a program may say, and what ends its stream."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from sandbox.drivers.plain import PlainBox
from sandbox.interface import Driver, Launch, Remains
from sandbox.runtimes.table import SOCKET
from tests.sandbox.playing import (
    ACTIONS,
    Broken,
    Conversation,
    Running,
    ask,
    bundle,
    event,
    launching,
    over,
    refused,
    running,
    talking,
    welcome,
)
from tests.waiting import PATIENCE

HEAD = """\
import json, os, sys, time

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

"""


@pytest.fixture
def plain(made: Callable[[str], Driver]) -> Driver:
    return made("none")


def launch(folder: Path, body: str) -> Launch:
    files = bundle(folder / "bot", {"main.py": HEAD + body})
    return launching(files, "python", ("python3", "main.py"), "stdio")


async def answered(driver: Driver, folder: Path, said: str) -> Conversation:
    """After a program that says `said` (Python) when it is asked was asked once; `told` is its answer."""
    body = f"hear(); say('{{\"ready\":{{}}}}')\nhear()\n{said}\nhear()\n"
    async with running(driver, launch(folder, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer(5)
        return bot


@pytest.mark.parametrize(
    ("said", "number", "index"),
    [
        ('{"answer":{"number":5,"index":1}}', 5, 1),
        ('{"answer":{"index":1}}', 5, 1),
        ('{"answer":{"number":4,"index":1}}', 4, 1),
        ("1", 5, 1),
        ("  1  ", 5, 1),
        ("-7", 5, -7),
    ],
)
async def test_an_index_is_taken_in_each_of_its_forms(
    plain: Driver, tmp_path: Path, said: str, number: int, index: int
) -> None:
    bot = await answered(plain, tmp_path, f"say({said!r})")
    assert (bot.told.number, bot.told.index) == (number, index)


@pytest.mark.parametrize(
    "said",
    [
        '{"answer":{"number":5,"action":{"play":{"card":"blue-2","cauldron":1}}}}',
        '{"answer":{"action":{"play":{"card":"blue-2","cauldron":1}}}}',
        '{"play":{"card":"blue-2","cauldron":1}}',
    ],
)
async def test_an_action_is_taken_in_each_of_its_forms(plain: Driver, tmp_path: Path, said: str) -> None:
    bot = await answered(plain, tmp_path, f"say({said!r})")
    told = bot.told
    assert (told.number, told.action.poison.play.card, told.action.poison.play.cauldron) == (5, "blue-2", 1)


async def test_notes_and_empty_lines_may_come_before_an_answer(plain: Driver, tmp_path: Path) -> None:
    said = """say('{"note":{"text":"thinking"}}'); say(''); say('{"note":{"text":"again"}}'); say('0')"""
    bot = await answered(plain, tmp_path, said)
    assert bot.notes == ["thinking", "again"]


async def test_an_answer_in_pieces_is_put_together(plain: Driver, tmp_path: Path) -> None:
    said = 'for letter in \'{"answer":{"index":1}}\\n\': sys.stdout.write(letter); sys.stdout.flush()'
    assert (await answered(plain, tmp_path, said)).told.index == 1


MALFORMED = {
    "no JSON": ("say('play red')", "'play red', which is not a line of JSON"),
    "not UTF-8": ("os.write(1, b'\\xff\\xfe\\n')", "which is not UTF-8"),
    "UTF-16": ("os.write(1, '1'.encode('utf-16') + b'\\n')", "which is not UTF-8"),
    "two values": ("say('1 2')", "not a line of JSON"),
    "a list": ("say('[1]')", "an action, or an index was expected"),
    "two keys": ("""say('{"answer":{"index":1},"note":{"text":"x"}}')""", "an action, or an index was expected"),
    "a broken number": ("say('1.5')", "an action, or an index was expected"),
    "a huge number": ("say('9' * 30)", "does not fit 32 bits"),
    "a number without end": ("say('9' * 10000)", "not a line of JSON"),
    "deep nesting": ("say('[' * 100000)", "nested too deeply"),
    "an answer without a choice": ("""say('{"answer":{"number":5}}')""", "an action or an index was expected"),
    "an answer that is no object": ("""say('{"answer":1}')""", "an object with an action or an index"),
    "a line without end": ("[os.write(1, b'x' * 65536) for _ in range(40)]", "a line longer than 1048576 bytes"),
}


@pytest.mark.parametrize("case", MALFORMED)
async def test_what_is_no_answer_ends_the_stream_and_is_logged(plain: Driver, tmp_path: Path, case: str) -> None:
    said, words = MALFORMED[case]
    failed, remains = await failing(
        plain, launch(tmp_path, f"hear(); say('{{\"ready\":{{}}}}')\nhear()\n{said}\nhear()\n")
    )
    assert failed.fault == "malformed"
    assert failed.detail.startswith("INVALID_ARGUMENT: ")
    assert words in failed.detail
    assert len(failed.detail) <= 500
    assert b"athanor: the program said" in remains.log


@pytest.mark.parametrize(
    "said",
    ['{"jump":{}}', '{"play":{"card":7}}', '{"answer":{"action":{}}}', '{"answer":{"action":[1]}}'],
)
async def test_what_is_no_action_of_the_game_is_sent_on_for_the_referee_to_refuse(
    plain: Driver, tmp_path: Path, said: str
) -> None:
    told = (await answered(plain, tmp_path, f"say({said!r})")).told
    assert told.WhichOneof("choice") == "action"
    assert told.action.WhichOneof("game") is None


ENDINGS = {
    "it exits": ("sys.exit(3)", "the program's output ended"),
    "it is killed": ("os.kill(os.getpid(), 9)", "the program's output ended"),
    "it ends in the middle of a line": ("sys.stdout.write('{\"answer\"'); sys.exit(0)", "in the middle of a line"),
    "it closes its output": ("os.close(1); time.sleep(60)", "the program's output ended"),
}


@pytest.mark.parametrize("case", ENDINGS)
async def test_the_end_of_the_program_ends_the_stream(plain: Driver, tmp_path: Path, case: str) -> None:
    said, words = ENDINGS[case]
    failed, remains = await failing(
        plain, launch(tmp_path, f"hear(); say('{{\"ready\":{{}}}}')\nhear()\n{said}\n")
    )
    assert failed.fault == "dead"
    assert failed.detail.startswith("ABORTED: ")
    assert words in failed.detail
    assert words.encode() in remains.log


async def failing(driver: Driver, what: Launch) -> tuple[Broken, Remains]:
    async with running(driver, what) as up, talking(up.box) as bot:
        await bot.welcomed()
        with pytest.raises(Broken) as failed:
            await bot.answer(5)
    assert up.remains is not None
    return failed.value, up.remains


async def test_an_answer_before_the_question_is_none(plain: Driver, tmp_path: Path) -> None:
    body = "hear(); say('{\"ready\":{}}')\nhear(); say('0'); say('1')\nhear(); say('0')\ntime.sleep(60)\n"
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer(1)).index == 0
        with pytest.raises(Broken, match="before it was asked"):
            await bot.answer(2)


async def test_a_program_may_end_after_its_last_answer(plain: Driver, tmp_path: Path) -> None:
    body = "hear(); say('{\"ready\":{}}')\nhear(); say('0')\n"
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer(1)).index == 0
        await bot.part(event(), over())


async def test_the_adapter_ends_as_its_program_did(plain: Driver, tmp_path: Path) -> None:
    body = "hear(); say('{\"ready\":{}}')\nhear(); say('0')\nsys.exit(7)\n"
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer(1)
        await bot.line.part()
        assert await ended(up) == 7


async def ended(up: Running) -> int:
    assert isinstance(up.box, PlainBox)
    return await up.box.ended()


async def test_a_refused_answer_may_be_given_again(plain: Driver, tmp_path: Path) -> None:
    body = (
        "hear(); say('{\"ready\":{}}')\nhear(); say('0')\ntold = hear()\n"
        "refused = {'number': 1, 'code': 'wrong-colour', 'reason': 'no', 'strikes_left': 2}\n"
        "assert told == {'refused': refused}, told\n"
        "say('1')\nhear()\n"
    )
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert (await bot.answer(1)).index == 0
        await bot.say(refused(1))
        assert (await bot.hear()).answer.index == 1


async def test_each_message_is_a_line_with_the_documents_of_the_rule_book(plain: Driver, tmp_path: Path) -> None:
    body = (
        "seen = [hear()]\nsay('{\"ready\":{}}')\nseen += [hear(), hear()]\n"
        "say(json.dumps({'note': {'text': json.dumps(seen)}}))\nsay('0')\nhear()\n"
    )
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.say(event())
        await bot.answer(5)
        import json

        told_welcome, told_event, told_ask = json.loads(bot.notes[0])
    assert told_welcome["welcome"]["game"] == welcome().welcome.game
    assert told_welcome["welcome"]["options"] == {"variant": "deal-all", "taken": "open"}
    assert told_event == {"event": {"played": {"seat": 0, "card": "red-1", "cauldron": 0, "sum": 1}}}
    assert told_ask["ask"]["number"] == ask(5).ask.number
    assert told_ask["ask"]["legal"] == {"actions": ACTIONS, "finite": True}
    assert told_ask["ask"]["view"]["cauldrons"][0] == {"cards": ["red-1"], "colour": "red", "sum": 1}


async def test_a_program_that_talks_all_the_time_does_not_hold_the_match_up(plain: Driver, tmp_path: Path) -> None:
    """Both pipes fill: each side is writing, and neither may wait for the other alone."""
    body = (
        "import threading\nhear(); say('{\"ready\":{}}')\n"
        "notes = lambda: [say('{\"note\":{\"text\":\"' + 'x' * 900 + '\"}}') for _ in range(200)]\n"
        "notes()\nhear(); say('0')\nhear()\n"
    )
    many = [{"play": {"card": f"red-{number}", "cauldron": 0}} for number in range(5000)]
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.say(ask(1, many))
        assert (await bot.hear()).answer.index == 0
    assert len(bot.notes) == 200


async def test_a_second_match_is_refused(plain: Driver, tmp_path: Path) -> None:
    body = "hear(); say('{\"ready\":{}}')\nhear(); say('0')\nhear()\n"
    async with running(plain, launch(tmp_path, body)) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert isinstance(up.box, PlainBox)
        server = f"unix:{up.box._folder}/{SOCKET}"
        async with grpc.aio.insecure_channel(server) as channel:
            play: Any = channel.stream_stream("/athanor.v1.Bot/Play")
            with pytest.raises(grpc.aio.AioRpcError, match="has played its match"):
                # Nothing is sent: a message that meets the end of the stream fails with a word of gRPC's own.
                await play(timeout=PATIENCE).read()
