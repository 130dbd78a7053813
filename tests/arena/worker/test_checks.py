"""An upload is accepted when it plays; each way to fail has its own code and says what to do."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from arena.orders.envelopes import sign
from arena.referee.conduct import Out
from arena.worker import verdicts
from arena.worker.checks import check
from arena.worker.farm import Farm
from athanorpb.farm.values import CheckRecord, Clock
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.runtimes import shelf
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
        "60 seconds",
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


async def test_a_bot_that_plays_is_accepted(farm: Farm) -> None:
    record = await verdict(farm, "def choose(ask):\n    return 0\n")
    assert (record.outcome, record.reason, record.message) == ("accepted", "", "")
    assert farm.store.has(record.built)
    assert "a match of your bot, house/random, your bot" in record.log
    assert record.log.rstrip().endswith("accepted")


@pytest.mark.parametrize("code", FAILURES)
async def test_each_failure_has_its_own_code_and_says_what_to_do(farm: Farm, code: str) -> None:
    source, clock, words = FAILURES[code]
    record = await verdict(farm, source, clock)
    assert (record.outcome, record.reason) == ("refused", code)
    assert any(word in record.message for word in words.split("|")), record.message
    assert "{" not in record.message.replace("{'", "").replace('{"', "")
    assert record.built == ""


async def test_a_bot_that_ran_out_of_memory_is_told_so(farm: Farm) -> None:
    record = await verdict(farm, "hoard = bytearray(b'x') * (3 << 30)\ndef choose(ask):\n    return 0\n")
    assert record.outcome == "refused"
    assert "memory" in record.message.lower(), record.message


async def test_a_bot_whose_program_leaves_is_told_with_what_it_left(farm: Farm) -> None:
    record = await verdict(farm, "import os\ndef choose(ask):\n    os._exit(37)\n")
    assert record.reason == "crash-in-check"
    assert "its program ended with exit code 37" in record.message


async def test_a_source_without_choose_that_ends_at_once_is_told_so_at_once(farm: Farm) -> None:
    """It is taken for a program that speaks lines, and has left before it was welcomed."""
    record = await verdict(farm, "def chose(ask):\n    return 0\n", dataclasses.replace(QUICK, startup=60_000))
    assert record.reason == "never-ready"
    assert "its program ended with exit code 0" in record.message
    assert "it did not wait for a match: a Python file defines choose(ask)" in record.message


async def test_what_the_bot_printed_is_in_the_log(farm: Farm) -> None:
    record = await verdict(farm, FAILURES["crash-in-check"][0])
    assert "lost my way" in record.log
    assert "choose" in record.log


async def test_a_program_that_says_what_is_no_answer(farm: Farm) -> None:
    bundle = zipped(
        bot__toml='name = "chatter"\ngames = ["poison"]\nruntime = "python"\ncommand = ["python3", "bot.py"]\n',
        bot__py="import sys\nfor line in sys.stdin:\n    print('hello there', flush=True)\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert record.outcome == "refused"
    assert record.reason in ("bad-answer", "never-ready")


async def test_a_build_is_run_and_what_it_makes_is_played(farm: Farm) -> None:
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
    assert farm.bundles.packed(record.built).files["table.py"] == b"CHOICE = 0"


async def test_a_build_that_leaves_no_bundle_is_refused_by_its_code_with_what_it_printed(farm: Farm) -> None:
    bundle = zipped(
        bot__toml=MANIFEST + 'build = ["python3", "make_it.py"]\n',
        make_it__py="open('my table.txt', 'w'); print('built it')\n",
        bot__py="def choose(ask):\n    return 0\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert (record.outcome, record.reason) == ("refused", "bad-name")
    assert "the name 'my table.txt' cannot be kept" in record.message
    assert "built it" in record.log


async def test_a_build_that_fails_is_told_with_its_output(farm: Farm) -> None:
    bundle = zipped(
        bot__toml=MANIFEST + 'build = ["python3", "make_it.py"]\n',
        make_it__py="raise SystemExit('no compiler in sight')\n",
        bot__py="def choose(ask):\n    return 0\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert (record.outcome, record.reason) == ("refused", "build-failed")
    assert "no compiler in sight" in record.log
    assert record.message.startswith("The build failed: the build command ended with exit code 1. What it printed")


BUILDS = {
    "a link": ("os.symlink('/etc/passwd', 'book.txt')", "build-failed", "book.txt is no plain file"),
    "too much": (
        "[open(f'{n}.bin', 'wb').write(bytes(8 << 20)) for n in range(5)]",
        "build-too-big",
        "more than 32 MiB: 4.bin is beyond it",
    ),
    "a name that moves the cursor": (
        "open('a\\x1b[2Jb', 'w')",
        "build-failed",
        "the name 'a\\x1b[2Jb' is not printable",
    ),
    "a name that is no text": ("open(b'\\xff\\n', 'w')", "build-failed", "the name '\\udcff\\n' is not printable"),
    "a name that a bundle may not have": ("open('my book.txt', 'w')", "bad-name", "'my book.txt'"),
    "a file that a bundle may not hold": (
        "open('book.bin', 'wb').write(bytes(9 << 20))",
        "too-big",
        f"'book.bin' has {9 << 20} bytes: {8 << 20} are the most",
    ),
}


@pytest.mark.parametrize("case", BUILDS)
async def test_what_a_build_leaves_is_refused_with_the_file_and_the_limit(farm: Farm, case: str) -> None:
    source, code, words = BUILDS[case]
    bundle = zipped(
        bot__toml=MANIFEST + 'build = ["python3", "make_it.py"]\n',
        make_it__py=f"import os\n{source}\n",
        bot__py="def choose(ask):\n    return 0\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert (record.outcome, record.reason) == ("refused", code), record.message
    assert words in record.message
    assert record.message.isprintable()
    sign(record, b"key")


async def test_the_log_of_a_build_that_floods_it_has_its_head_and_its_tail(farm: Farm) -> None:
    bundle = zipped(
        bot__toml=MANIFEST + 'build = ["python3", "make_it.py"]\n',
        make_it__py="print('first')\nfor n in range(200_000): print('line', n)\nraise SystemExit('last')\n",
        bot__py="def choose(ask):\n    return 0\n",
    )
    record = await check(check_order(stored(farm, bundle)), farm)
    assert (record.outcome, record.reason) == ("refused", "build-failed")
    lines = record.log.splitlines()
    assert "first" in lines
    assert "last" in lines
    assert any("left out" in line for line in lines), record.log[-300:]
    assert len(record.log) < 61_000


async def test_the_same_upload_is_checked_with_the_same_deals(farm: Farm) -> None:
    digest = house(farm, "greedy")
    first, second = (await check(check_order(digest), farm), await check(check_order(digest), farm))
    assert first.log == second.log


async def test_an_upload_that_is_not_in_the_store_is_our_fault(farm: Farm) -> None:
    record = await check(check_order("0" * 64), farm)
    assert (record.outcome, record.built) == ("void", "")


def test_every_way_to_be_out_has_a_code_and_a_sentence() -> None:
    assert set(verdicts.OF_OUT) == set(Out)
    assert len(set(verdicts.OF_OUT.values())) == len(Out)
    assert set(verdicts.OF_OUT.values()) <= set(verdicts.MESSAGES)
    assert len(set(verdicts.MESSAGES.values())) == len(verdicts.MESSAGES)


async def test_a_language_that_this_farm_lacks_is_the_farms_lack(
    farm: Farm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has built a tree here."""
    monkeypatch.setattr(shelf, "SHARED", tmp_path / "shared")
    monkeypatch.setenv("ATHANOR_RUNTIMES", str(tmp_path / "shelf"))
    monkeypatch.setattr(farm, "driver", Bubblewrap(tmp_path / "bare"))
    if farm.driver.trouble():
        pytest.skip(str(farm.driver.trouble()))
    record = await check(check_order(stored(farm, b"fn main() {}", "gus.rs")), farm)
    assert (record.outcome, record.reason) == ("refused", verdicts.RUNTIME_MISSING)
    assert record.message.startswith(
        "Nothing is wrong with your bot, but it could not be checked here: the sandbox here lacks "
    )
    assert "rustc" in record.log
    assert record.built == ""
