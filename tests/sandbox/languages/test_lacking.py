"""A farm that lacks a language: what works all the same, and the sentence for what does not."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.new import STARTERS, files_of, write
from arena.cli.stands import Stand
from arena.cli.trouble import Trouble
from athanor_contract.limits.sandbox import BUILD_LIMITS
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.drivers.plain import Plain
from sandbox.interface import Driver, RuntimeMissing
from sandbox.runtimes import shelf
from tests.sandbox.languages.conftest import played
from tests.sandbox.playing import building, launching

LOOP = """#!/usr/bin/python3
import sys
for line in sys.stdin:
    if line.startswith('{"welcome":'):
        print('{"ready":{}}', flush=True)
    elif line.startswith(('{"ask":', '{"refused":')):
        print(0, flush=True)
"""
COMPILER = f"""#!/bin/sh
cat > bot <<'end'
{LOOP}end
echo compiled
"""


@pytest.fixture
def bare(state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bubblewrap:
    """The driver of a machine on which nobody has built a tree."""
    monkeypatch.setattr(shelf, "SHARED", tmp_path / "shared")
    monkeypatch.setenv("ATHANOR_RUNTIMES", str(tmp_path / "shelf"))
    driver = Bubblewrap(state)
    assert driver.trouble() is None
    return driver


@pytest.fixture
def stand(bare: Bubblewrap, tmp_path: Path) -> Stand:
    (tmp_path / "stand").mkdir()
    return Stand(bare, tmp_path / "stand")


def starter(language: str, folder: Path) -> Path:
    write(files_of(STARTERS[language], "poison", folder), folder)
    return folder


@pytest.mark.parametrize("language", ["python", "python-lines", "sh"])
def test_what_every_machine_has_plays_without_a_tree(stand: Stand, language: str, tmp_path: Path) -> None:
    (match,) = played(stand, starter(language, tmp_path / "bot"), "poison")
    assert match.outs == tuple("" for _ in match.outs), match.details


@pytest.mark.parametrize(("language", "program"), [("node", "node"), ("java", "javac")])
def test_an_interpreter_of_this_machines_own_plays_where_there_is_one(
    stand: Stand, language: str, program: str, tmp_path: Path
) -> None:
    bot = starter(language, tmp_path / "bot")
    if shutil.which(program) is None:
        with pytest.raises(Trouble, match=r"cannot be (built|run): the sandbox here lacks .* `make runtimes LANG"):
            played(stand, bot, "poison")
    else:
        (match,) = played(stand, bot, "poison")
        assert match.outs == tuple("" for _ in match.outs), match.details


async def test_a_compiler_that_is_not_there_is_the_farms_lack(bare: Bubblewrap, tmp_path: Path) -> None:
    bot = starter("rust", tmp_path / "bot")
    with pytest.raises(RuntimeMissing) as missing:
        await bare.build(building(bot, "rust", ("rustc", "bot.rs"), BUILD_LIMITS), 20)
    assert str(missing.value) == (
        "the sandbox here lacks what builds Rust (rustc 1.63): `make runtimes LANGUAGES=rust` brings it,"
        " on Debian 12"
    )


def test_ones_own_bot_is_built_by_this_machines_compiler_instead(
    stand: Stand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`athanor play` on an author's machine: the bot is theirs, and runs behind walls all the same."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "gcc").write_text(COMPILER)
    (tools / "gcc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    (match,) = played(stand, starter("c", tmp_path / "bot"), "poison")
    assert match.outs == tuple("" for _ in match.outs), match.details
    said = capsys.readouterr().err
    assert "bot is built by this machine's gcc, for the sandbox here lacks what builds C (gcc 12): " in said


def test_ones_own_bot_without_any_compiler_is_told_how_to_get_one(
    stand: Stand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble) as told:
        played(stand, starter("go", tmp_path / "bot"), "poison")
    assert str(told.value) == (
        "bot cannot be built: the sandbox here lacks what builds Go (1.19): `make runtimes LANGUAGES=go` brings"
        " it, on Debian 12; or install go on this machine"
    )


@pytest.mark.parametrize(
    ("language", "command", "said"),
    [
        ("node", ("node", "bot.js"), "this machine has no node, for node: install it, or `make runtimes`"),
        ("java", ("javac", "Bot.java"), "this machine has no javac, for java: install it, or `make runtimes`"),
        ("c", ("gcc", "bot.c"), "this machine has no gcc, for c: install it, or `make runtimes`"),
    ],
)
async def test_without_walls_a_program_that_is_not_installed_is_named(
    language: str, command: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    plain = Plain(tmp_path)
    bot = starter(language, tmp_path / "bot")
    for step in (
        plain.prepare(launching(bot, language, command, "stdio")),
        plain.build(building(bot, language, command), 20),
    ):
        with pytest.raises(RuntimeMissing) as missing:
            await step
        assert str(missing.value) == said


async def test_an_engine_without_the_image_says_how_to_get_it(
    made: Callable[[str], Driver], state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made("docker")
    driver = Docker(state)
    monkeypatch.setattr("sandbox.runtimes.images.REPOSITORY", "athanor-nothing")
    launch = launching(starter("python", tmp_path / "bot"), "python", ("python3", "bot.py"), "stdio")
    with pytest.raises(RuntimeMissing, match="the engine has no image of Python: `make runtimes` imports it"):
        await driver.prepare(launch)
    assert not list((driver.home / "boxes" / "docker").glob("*")), "nothing was taken for it"
