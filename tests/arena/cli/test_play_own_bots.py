"""athanor play with bots of one's own: which it takes, what it says of their faults and of words it cannot use."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sandbox.drivers.box import CommonBox
from sandbox.interface import Withheld
from tests.arena.cli.running import ATHANOR, athanor, environment, results
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.usefixtures("elsewhere")

FIRST = "def choose(ask):\n    return 0\n"
LINES = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "welcome" in message:
        print('{"ready":{}}', flush=True)
    elif "ask" in message:
        print(len(message["ask"]["legal"]["actions"]) - 1, flush=True)
"""
TOML = """\
name = "Lines"
game = "poison"
runtime = "python"
command = ["python3", "main.py"]
protocol = "stdio"
"""


@pytest.fixture
def own(elsewhere: Path) -> Path:
    """A bot that is a function, one that is a folder with a loop of lines, and one that breaks."""
    (elsewhere / "first.py").write_text(FIRST)
    folder = elsewhere / "lines"
    folder.mkdir()
    (folder / "main.py").write_text(LINES)
    (folder / "bot.toml").write_text(TOML)
    (elsewhere / "broken.py").write_text("def choose(ask):\n    return ask.nothing\n")
    (elsewhere / "random").mkdir()
    return elsewhere


@pytest.mark.parametrize("sandbox", ["none", "bubblewrap"])
def test_a_file_and_a_folder_play_against_a_house_bot(
    sandbox: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = results(capsys, "first.py", "lines", "greedy", "--rotate", "--sandbox", sandbox)
    assert document["sandbox"] == sandbox
    assert [bot["bot"] for bot in document["bots"]] == ["first", "Lines", "greedy"]
    assert [bot["faults"] for bot in document["bots"]] == [0, 0, 0]
    assert athanor(capsys, "verify", *(match["replay"] for match in document["matches"])).code == 0


def test_a_bot_that_breaks_is_told_of_and_loses(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "play", "poison", "./broken.py", "random", "--sandbox", "none")
    assert said.code == 1, "a bot that was named by its file was disqualified"
    assert said.err.startswith(
        "deal 0, broken was disqualified: dead: at ask 1 (play), after 0 moves: its server ended the call: A"
    )
    assert said.out.splitlines()[2].split()[:4] == ["broken", "1", "0", "2.00"]


def test_who_was_out_is_heard_once_with_the_line_that_is_to_blame(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = athanor(capsys, "play", "poison", "./broken.py", "random", "--games", "2", "--sandbox", "none")
    assert said.err.count("broken was disqualified") == 2
    assert said.err.count('broken.py", line 2, in choose') == 1
    assert said.err.count("  broken:     return ask.nothing\n") == 1


ENDS = {
    "37": ("os._exit(37)", "exit code 37"),
    "a signal": ("signal.raise_signal(signal.SIGSEGV)", "exit code 139 (SIGSEGV)"),
}


@pytest.mark.parametrize("sandbox", ["none", "bubblewrap"])
@pytest.mark.parametrize("end", ENDS)
def test_of_a_bot_that_dies_in_the_middle_it_is_told_at_which_ask_and_how(
    end: str, sandbox: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statement, words = ENDS[end]
    source = f"import os, signal\ndef choose(ask):\n    if ask.number == 3: {statement}\n    return 0\n"
    (elsewhere / "dies.py").write_text(source)
    bots = ("./dies.py", "random")
    said = athanor(capsys, "play", "poison", *bots, "--sandbox", sandbox, "--seed", "5", "--replay", "x.athanor")
    assert said.code == 1
    assert said.complaint.startswith("deal 0, dies was disqualified: dead: at ask 3 (play), after 4 moves: ")
    assert said.complaint.endswith(f"; its program ended with {words}")
    sentence = said.complaint.partition("dead: ")[2]
    assert any(
        line.endswith(f"dead, {sentence}") for line in athanor(capsys, "replay", "x.athanor").out.splitlines()
    )
    assert athanor(capsys, "verify", "x.athanor").code == 0


WAITS = """\
import os, time
def choose(ask):
    print("here", flush=True)
    while not os.path.exists({go!r}):
        time.sleep(0.01)
    return 0
"""


@pytest.mark.slow
def test_what_a_bot_prints_is_shown_while_it_still_thinks(elsewhere: Path) -> None:
    go, said = elsewhere / "go", elsewhere / "said"
    (elsewhere / "waits.py").write_text(WAITS.format(go=str(go)))
    words = ("play", "poison", "waits.py", "random", "--verbose", "--sandbox", "none")
    clock = ("--clock", "bank=20m,move=20m,match=60m")
    with (
        said.open("wb") as err,
        subprocess.Popen([*ATHANOR, *words, *clock], stderr=err, env=environment()) as process,
    ):
        try:
            until(lambda: "waits: here\n" in said.read_text(), "the first line of the bot is shown")
            assert process.poll() is None
            go.touch()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def test_a_machine_that_stands_still_has_no_bot_out(
    elsewhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its host is asked, as at a worker: what it kept from the bot is granted, and a match without end is void."""

    async def all_of_it(box: object) -> Withheld:
        return Withheld(60_000.0, "all of it")

    monkeypatch.setattr(CommonBox, "withheld", all_of_it)
    (elsewhere / "slow.py").write_text("import time\ndef choose(ask):\n    time.sleep(600)\n")
    said = athanor(capsys, "play", "poison", "./slow.py", "random", "--sandbox", "none", "--clock", "move=300ms")
    assert said.code == 1
    assert "was void 3 times: the host stalled: 60" in said.complaint
    assert "all of it" in said.complaint


def test_the_name_of_a_house_bot_is_the_house_bot_and_a_path_is_the_path(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert athanor(capsys, "play", "poison", "random", "random").code == 0
    said = athanor(capsys, "play", "poison", "./random", "random")
    assert said.code == 2
    assert "bot.toml" in said.complaint


# --- what cannot be used


WRONG = {
    "game": (["chess", "random", "random"], "no game is called 'chess'"),
    "bot": (["poison", "random", "nobody"], "'nobody' is no bot: neither a file or folder here nor a house bot"),
    "seats": (["poison", "random"], "poison is for 2 to 6 seats, not 1"),
    "many": (["poison", *["random"] * 7], "poison is for 2 to 6 seats, not 7"),
    "many in kazaam": (["kazaam", *["random"] * 6], "kazaam is for 2 to 5 seats, not 6"),
    "one in kazaam": (["kazaam", "random"], "kazaam is for 2 to 5 seats, not 1"),
    "many in alakazoo": (["alakazoo", *["random"] * 5], "alakazoo is for 1 to 4 seats, not 5"),
    "option of kazaam": (
        ["kazaam", "random", "random", "--option", "counters=triple"],
        "kazaam: option counters is single or some-double, not 'triple'",
    ),
    "range of kazaam": (
        ["kazaam", "random", "random", "--option", "round_limit=201"],
        "kazaam: option round_limit is a whole number from 1 to 200, not 201",
    ),
    "another game's option": (
        ["kazaam", "random", "random", "--option", "tommy=true"],
        "kazaam has no option 'tommy'; it has: head_scope (any or aimed), full_hand (blocked or discard-first), ",
    ),
    "option that does not fit one seat": (
        ["alakazoo", "random", "--option", "book=bonus"],
        "alakazoo: option book is off or goal with one seat, not 'bonus'",
    ),
    "option that does not fit two seats": (
        ["alakazoo", "random", "random", "--option", "book=goal"],
        "alakazoo: option book is off, bonus or instead with 2 seats, not 'goal'",
    ),
    "flag of alakazoo": (
        ["alakazoo", "random", "--option", "tommy=1"],
        "alakazoo: option tommy is false or true, not 1",
    ),
    "no number": (
        ["alakazoo", "random", "--option", "round_limit=³"],
        "alakazoo: option round_limit is a whole number from 1 to 1000, not '³'",
    ),
    "option": (
        ["poison", "random", "random", "--option", "colour=red"],
        "no option 'colour'; it has: variant (deal-all or draw-five), taken (open or hidden)",
    ),
    "value": (["poison", "random", "random", "--option", "taken=maybe"], "option taken is open or hidden"),
    "no-value": (
        ["poison", "random", "random", "--option", "taken"],
        "'taken' is no option: write NAME=VALUE; poison has: ",
    ),
    "seed": (["poison", "random", "random", "--seed", "xyz"], "a seed has at most 64 hexadecimal digits"),
    "games": (["poison", "random", "random", "--games", "0"], "'0' is not a number of games"),
    "clock": (["poison", "random", "random", "--clock", "bank=soon"], "'soon' is no time"),
    "clock-name": (["poison", "random", "random", "--clock", "bonk=3s"], "'bonk=3s': a clock is"),
    "clock-long": (["poison", "random", "random", "--clock", "bank=99999m"], "more than a day"),
    "ladder": (
        ["kazaam", "random", "random", "--ladder", "poison"],
        "kazaam has no ladder 'poison'; its ladders are kazaam, kazaam-4",
    ),
    "ladder's seats": (
        ["kazaam", "random", "random", "--ladder", "kazaam-4"],
        "the ladder kazaam-4 is for 3 to 4 bots, not 2",
    ),
    "sandbox": (["poison", "random", "random", "--sandbox", "chroot"], "invalid choice: 'chroot'"),
    "bots": (["poison"], "the following arguments are required: BOT"),
    "source": (["poison", "notes.txt", "random"], "notes.txt: "),
    "syntax": (["poison", "typo", "random"], "typo is no Python: cards.py, line 2: '(' was never closed"),
    "manifest": (["poison", "other", "random"], "other plays kazaam, as its bot.toml says, and not poison"),
    "folder": (["poison", "random", "random", "--replay", "notes.txt/x"], "cannot be made"),
    "file": (
        ["poison", "random", "random", "--games", "2", "--replay", "notes.txt"],
        "several replays need a folder",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_used_is_said_in_one_line(
    name: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, problem = WRONG[name]
    (elsewhere / "notes.txt").write_text("buy milk")
    (elsewhere / "other").mkdir()
    (elsewhere / "other" / "main.py").write_text(LINES)
    (elsewhere / "other" / "bot.toml").write_text(TOML.replace("poison", "kazaam"))
    (elsewhere / "typo").mkdir()
    (elsewhere / "typo" / "main.py").write_text("import json\nimport cards\n\ndef choose(ask): return 0\n")
    (elsewhere / "typo" / "cards.py").write_text("def value(card):\n    return int(card\n")
    (elsewhere / "typo" / "bot.toml").write_text('name = "Typo"\ngame = "poison"\nruntime = "python"\n')
    said = athanor(capsys, "play", *words)
    assert (said.code, said.out) == (2, "")
    assert problem in said.complaint
