"""An upload is accepted when it plays; each way to fail has its own code and says what to do."""

from __future__ import annotations

import dataclasses

import pytest

from arena.orders.documents import CheckRecord, Clock
from arena.referee.conduct import Out
from arena.worker import verdicts
from arena.worker.checks import check
from arena.worker.farm import Farm
from tests.arena.worker.conftest import QUICK, check_order, house, stored, zipped

SHORT = dataclasses.replace(QUICK, move_cap=800)
POOR = dataclasses.replace(QUICK, bank=500, increment=0)
MANIFEST = """
name = "builder"
games = ["poison"]
runtime = "python"
command = ["python3", "-m", "athanor_bot", "bot.py"]
"""

FAILURES = {
    "never-ready": (
        "raise SystemExit('no licence')\ndef choose(ask):\n    return 0\n",
        QUICK,
        "5 seconds|10 seconds",
    ),
    "illegal-play": (
        "def choose(ask):\n    return {'play': {'card': 'red-1', 'cauldron': 7}}\n",
        QUICK,
        "no-such-cauldron",
    ),
    "crash-in-check": ("def choose(ask):\n    raise RuntimeError('lost my way')\n", QUICK, "ended in the middle"),
    "silent": ("import time\ndef choose(ask):\n    time.sleep(60)\n", SHORT, "within 0.8 seconds"),
    "too-slow": (
        "import time\ndef choose(ask):\n    end = time.process_time() + 0.3\n"
        "    while time.process_time() < end: pass\n    return 0\n",
        POOR,
        "0.5 seconds in all",
    ),
}


async def verdict(farm: Farm, source: str, clock: Clock = QUICK) -> CheckRecord:
    return await check(check_order(stored(farm, source.encode(), "bot.py"), clock), farm)


async def test_a_bot_that_plays_is_accepted(farm: Farm):
    record = await verdict(farm, "def choose(ask):\n    return 0\n")
    assert (record.outcome, record.reason, record.message) == ("accepted", "", "")
    assert farm.store.has(record.built)
    assert "a match of your bot, house/random, your bot" in record.log
    assert record.log.rstrip().endswith("accepted")


@pytest.mark.parametrize("code", FAILURES)
async def test_each_failure_has_its_own_code_and_says_what_to_do(farm: Farm, code: str):
    source, clock, words = FAILURES[code]
    record = await verdict(farm, source, clock)
    assert (record.outcome, record.reason) == ("refused", code)
    assert any(word in record.message for word in words.split("|")), record.message
    assert "{" not in record.message.replace("{'", "").replace('{"', "")
    assert record.built == ""


async def test_what_the_bot_printed_is_in_the_log(farm: Farm):
    record = await verdict(farm, FAILURES["crash-in-check"][0])
    assert "lost my way" in record.log
    assert "choose" in record.log


async def test_a_program_that_says_what_is_no_answer(farm: Farm):
    bundle = zipped(
        bot__toml='name = "chatter"\ngames = ["poison"]\nruntime = "python"\ncommand = ["python3", "bot.py"]\n',
        bot__py="import sys\nfor line in sys.stdin:\n    print('hello there', flush=True)\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert record.outcome == "refused"
    assert record.reason in ("bad-answer", "never-ready")


async def test_a_build_is_run_and_what_it_makes_is_played(farm: Farm):
    bundle = zipped(
        bot__toml=MANIFEST + 'build = ["python3", "make_it.py"]\n',
        make_it__py="open('table.py', 'w').write('CHOICE = 0'); print('built it')\n",
        bot__py="from table import CHOICE\ndef choose(ask):\n    return CHOICE\n",
    )
    digest = stored(farm, bundle)
    record = await check(check_order(digest), farm)
    assert record.outcome == "accepted", record.message + record.log
    assert record.built != digest
    assert "built it" in record.log
    assert (farm.bundles.unpacked(record.built).folder / "table.py").read_text() == "CHOICE = 0"


async def test_a_build_that_fails_is_told_with_its_output(farm: Farm):
    bundle = zipped(
        bot__toml=MANIFEST + 'build = ["python3", "make_it.py"]\n',
        make_it__py="raise SystemExit('no compiler in sight')\n",
        bot__py="def choose(ask):\n    return 0\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert (record.outcome, record.reason) == ("refused", "build-failed")
    assert "no compiler in sight" in record.log
    assert "build command" in record.message


async def test_the_same_upload_is_checked_with_the_same_deals(farm: Farm):
    digest = house(farm, "greedy")
    first, second = (await check(check_order(digest), farm), await check(check_order(digest), farm))
    assert first.log == second.log


async def test_an_upload_that_is_not_in_the_store_is_our_fault(farm: Farm):
    record = await check(check_order("0" * 64), farm)
    assert (record.outcome, record.built) == ("void", "")


def test_every_way_to_be_out_has_a_code_and_a_sentence():
    assert set(verdicts.OF_OUT) == set(Out)
    assert len(set(verdicts.OF_OUT.values())) == len(Out)
    assert set(verdicts.OF_OUT.values()) <= set(verdicts.MESSAGES)
    assert len(set(verdicts.MESSAGES.values())) == len(verdicts.MESSAGES)
