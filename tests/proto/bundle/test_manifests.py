"""bot.toml: what it may say, and what an author is told about what it may not."""

from __future__ import annotations

import pytest

from athanor_contract.bundle import BundleFault, Code, Manifest, read
from athanor_contract.bundle.manifest import manifest_of, written
from tests.proto.bundle.zips import zipped

SDK = b"def choose(ask):\n    return 0\n"
GAMES = ["poison", "kazaam"]


def manifest(text: str, **files: bytes) -> Manifest:
    named = {name.replace("__", "."): content for name, content in files.items()}
    return read(zipped({"bot.toml": text.encode(), **(named or {"main.py": SDK})}), "bot.zip", GAMES).manifest


def toml(**changes: str | None) -> str:
    """A good bot.toml with some of its lines changed, or left out."""
    lines: dict[str, str | None] = {
        "name": '"Gus"',
        "game": '"poison"',
        "runtime": '"python"',
        "command": '["python3", "main.py"]',
        "protocol": '"stdio"',
        **changes,
    }
    return "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)


def test_everything_that_is_said_is_taken() -> None:
    text = toml(game=None, games='["kazaam", "poison"]', build='"python3 train.py --fast"', protocol='"grpc"')
    assert manifest(text) == Manifest(
        name="Gus",
        games=("kazaam", "poison"),
        runtime="python",
        command=("python3", "main.py"),
        build=("python3", "train.py", "--fast"),
        protocol="grpc",
    )


def test_a_command_may_be_left_out_where_there_is_a_main_file() -> None:
    said = manifest(toml(command=None, protocol=None), main__py=SDK)
    assert (said.command, said.protocol) == (("python3", "-P", "-m", "athanor_bot", "main.py"), "grpc")
    said = manifest(toml(command=None, protocol=None), bot__py=b"import sys\nfor line in sys.stdin: pass\n")
    assert (said.command, said.protocol) == (("python3", "bot.py"), "stdio")
    said = manifest(
        toml(command='"play.py"', protocol=None), play__py=b"import athanor_bot\nathanor_bot.run(print)\n"
    )
    assert (said.command, said.protocol) == (("python3", "play.py"), "grpc")


def test_a_runtime_may_be_called_as_its_program_is() -> None:
    assert manifest(toml(runtime='"python3"')).runtime == "python"


def test_what_nobody_knows_is_passed_over() -> None:
    assert manifest(toml(author='"me"', homepage='"https://example.org"')).name == "Gus"


def test_a_file_that_the_build_makes_may_be_named() -> None:
    said = manifest(toml(command='["python3", "made.py"]', build='["python3", "main.py"]'))
    assert said.command == ("python3", "made.py")


FAULTS = {
    "not TOML": ("name = Gus", Code.BAD_BOT_TOML, "not TOML"),
    "no name": (toml(name=None), Code.BAD_BOT_TOML, 'it has no name: add name = "My bot"'),
    "a number for a name": (toml(name="7"), Code.BAD_BOT_TOML, "the name is 7"),
    "an empty name": (toml(name='" "'), Code.BAD_BOT_TOML, "the name is ' '"),
    "a long name": (toml(name=f'"{"x" * 41}"'), Code.BAD_BOT_TOML, "has 41 letters: 40 are the most"),
    "a name that reads backwards": (toml(name='"a\\u202eb"'), Code.BAD_BOT_TOML, "cannot be shown"),
    "no game": (toml(game=None), Code.BAD_BOT_TOML, 'it names no game: add game = "kazaam"'),
    "a game and games": (toml(games='["poison"]'), Code.BAD_BOT_TOML, "both game and games"),
    "a number for a game": (toml(game="3"), Code.BAD_BOT_TOML, "the game is 3"),
    "an unknown game": (
        toml(game='"poisson"'),
        Code.UNKNOWN_GAME,
        "'poisson' is no game here (did you mean poison?); there are: kazaam, poison",
    ),
    "one unknown game of two": (toml(game=None, games='["poison", "go"]'), Code.UNKNOWN_GAME, "'go' is no game"),
    "no runtime": (toml(runtime=None), Code.BAD_BOT_TOML, 'it names no runtime: add runtime = "python"'),
    "an unknown runtime": (
        toml(runtime='"cobol"'),
        Code.UNKNOWN_RUNTIME,
        "'cobol' is no runtime here; there are: python",
    ),
    "a number for a runtime": (toml(runtime="3"), Code.UNKNOWN_RUNTIME, "3 is no runtime"),
    "an empty command": (toml(command="[]"), Code.BAD_BOT_TOML, "the command is []: it must be a list of words"),
    "a number in the command": (toml(command="[1]"), Code.BAD_BOT_TOML, "the command is [1]"),
    "an open quote": (toml(command="'python3 \"main.py'"), Code.BAD_BOT_TOML, "a quote that is not closed"),
    "a file that is not there": (
        toml(command='["python3", "mian.py"]'),
        Code.MISSING_FILE,
        "names 'mian.py', which is not in the bundle: did you mean main.py?",
    ),
    "an unknown protocol": (
        toml(protocol='"http"'),
        Code.BAD_BOT_TOML,
        "the protocol is 'http': it must be \"stdio\"",
    ),
    "a slip of the pen": (toml(protcol='"grpc"'), Code.BAD_BOT_TOML, "did you mean protocol?"),
    "a key of many thousand parts": (f"{'.'.join('a' * 10_000)} = 1", Code.BAD_BOT_TOML, "8192 are the most"),
    "far too long": ("#" * 70_000, Code.BAD_BOT_TOML, "70000 bytes"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_it_may_not_say_is_told_with_what_would_be_right(case: str) -> None:
    text, code, words = FAULTS[case]
    with pytest.raises(BundleFault) as refused:
        manifest(text)
    assert refused.value.code is code
    assert words in refused.value.message
    assert refused.value.message.startswith("bot.toml: ")


def test_text_that_is_not_utf8_is_told_where() -> None:
    with pytest.raises(BundleFault, match="not UTF-8 text at byte 8"):
        read(zipped({"bot.toml": b'name = "\xff"'}), "bot.zip")


def test_a_bundle_without_command_and_main_file_is_told_what_to_add() -> None:
    with pytest.raises(BundleFault, match=r'no main.py or bot.py: add command = \["python3", "FILE.py"\]'):
        manifest(toml(command=None), other__py=SDK)


def test_what_is_written_reads_as_the_same() -> None:
    said = Manifest('G"\\us é', ("poison",), "sh", ("sh", "a b", '"'), ("make", "\t"), "stdio")
    assert manifest_of({"bot.toml": written(said)}, None) == said


def test_games_are_not_judged_where_none_are_known() -> None:
    assert read(zipped({"bot.toml": toml(game='"go"').encode(), "main.py": SDK}), "b.zip").manifest.games == (
        "go",
    )
