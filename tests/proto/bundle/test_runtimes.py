"""The languages of a bundle: their names, endings, and how they are built and run when nobody says how."""

from __future__ import annotations

import pytest

from athanor_contract.bundle import BundleFault, read
from athanor_contract.bundle.faults import Code
from athanor_contract.bundle.reader import of_files
from athanor_contract.runtimes import ALIASES, RUNTIMES, SUFFIXES, runtime_named
from sandbox.runtimes import recipes, table

LANGUAGES = {"python", "node", "c", "cpp", "rust", "java", "go", "sh"}


def test_there_are_these_languages_and_the_sandbox_has_the_same() -> None:
    assert set(RUNTIMES) == LANGUAGES == set(recipes.languages()) == set(table.RUNTIMES)
    for name, runtime in RUNTIMES.items():
        language = recipes.languages()[name]
        assert language.runtime is runtime
        assert runtime.is_compiled == (language.run.digest != language.build.digest)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        *[
            ("python3.11", "python"),
            ("Python", "python"),
            ("js", "node"),
            ("nodejs", "node"),
            ("JavaScript", "node"),
        ],
        *[
            ("c++", "cpp"),
            ("C++", "cpp"),
            ("g++", "cpp"),
            ("rs", "rust"),
            ("golang", "go"),
            ("C", "c"),
            ("jdk", "java"),
        ],
        *[("shell", "sh"), ("openjdk", "java"), ("gcc", "c")],
    ],
)
def test_a_language_is_known_by_the_names_people_give_it(said: str, meant: str) -> None:
    found = runtime_named(said)
    assert found is not None
    assert found.name == meant


def test_no_name_and_no_ending_stands_for_two_languages() -> None:
    assert not set(ALIASES) & set(RUNTIMES)
    assert len(ALIASES) == sum(len(runtime.aliases) for runtime in RUNTIMES.values())
    assert len(SUFFIXES) == sum(len(runtime.suffixes) for runtime in RUNTIMES.values())


@pytest.mark.parametrize(
    ("name", "source", "build", "command"),
    [
        ("gus.py", "import json\n", None, ("python3", "gus.py")),
        ("gus.js", "", None, ("node", "gus.js")),
        ("gus.mjs", "", None, ("node", "gus.mjs")),
        ("gus.c", "", ("gcc", "-std=gnu11", "-O2", "-pipe", "-o", "bot", "gus.c", "-lm"), ("./bot",)),
        ("gus.cpp", "", ("g++", "-std=c++17", "-O2", "-pipe", "-o", "bot", "gus.cpp"), ("./bot",)),
        ("gus.cc", "", ("g++", "-std=c++17", "-O2", "-pipe", "-o", "bot", "gus.cc"), ("./bot",)),
        ("gus.rs", "", ("rustc", "--edition=2021", "-O", "-Cstrip=symbols", "-o", "bot", "gus.rs"), ("./bot",)),
        ("gus.go", "", ("go", "build", "-ldflags=-s -w", "-o", "bot", "gus.go"), ("./bot",)),
        (
            "Gus.java",
            "/** class Not { */\npublic final class Gus {\n  class Inner {}\n}\nclass Late {}\n",
            ("javac", "-J-Xmx192m", "-J-XX:-UsePerfData", "-encoding", "UTF-8", "-d", ".", "Gus.java"),
            (
                "java",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:+DisplayVMOutputToStderr",
                "-cp",
                ".",
                "Gus",
            ),
        ),
        (
            "gus.java",
            "package bots.small;\nclass Small {}\n",
            ("javac", "-J-Xmx192m", "-J-XX:-UsePerfData", "-encoding", "UTF-8", "-d", ".", "gus.java"),
            (
                "java",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:+DisplayVMOutputToStderr",
                "-cp",
                ".",
                "bots.small.Small",
            ),
        ),
    ],
)
def test_a_single_file_of_each_language_says_how_it_is_built_and_run(
    name: str, source: str, build: tuple[str, ...] | None, command: tuple[str, ...]
) -> None:
    bundle = read((source or "x").encode(), name)
    manifest = bundle.manifest
    assert (manifest.build, manifest.command, manifest.protocol) == (build, command, "stdio")
    assert manifest.name == name.partition(".")[0]
    # What is written beside it says the same, whoever reads it again.
    again = of_files(
        {**bundle.files, "bot.toml": bundle.files["bot.toml"].replace(b"games = []", b'game = "poison"')}
    )
    assert (again.manifest.build, again.manifest.command) == (build, command)


def folder(toml: str, *names: str) -> dict[str, bytes]:
    return {"bot.toml": f'name = "G"\ngame = "poison"\n{toml}'.encode(), **dict.fromkeys(names, b"x")}


def test_a_folder_is_built_of_all_its_sources() -> None:
    manifest = of_files(folder('runtime = "c++"', "main.cpp", "b.cc", "deep/a.cpp", "a.h", "note.c")).manifest
    assert manifest.runtime == "cpp"
    assert manifest.build is not None
    assert manifest.build[-3:] == ("main.cpp", "b.cc", "deep/a.cpp")
    rust = of_files(folder('runtime = "rust"', "main.rs", "table.rs")).manifest
    assert rust.build is not None
    assert rust.build[-1] == "main.rs", "rustc finds modules by itself"


def test_a_main_file_of_another_name_may_be_the_command() -> None:
    manifest = of_files(folder('runtime = "c"\ncommand = ["gus.c"]', "gus.c")).manifest
    assert (manifest.command, manifest.build and manifest.build[-2]) == (("./bot",), "gus.c")


def test_what_the_author_says_is_what_is_done() -> None:
    own = of_files(folder('runtime = "c"\nbuild = ["make"]', "main.c", "Makefile")).manifest
    assert (own.build, own.command) == (("make",), ("./bot",))
    without_main = of_files(folder('runtime = "c"\nbuild = ["make"]', "Makefile", "gus.c")).manifest
    assert (without_main.build, without_main.command) == (("make",), ("./bot",))
    ready = of_files(folder('runtime = "go"\ncommand = ["./gus"]', "gus")).manifest
    assert (ready.build, ready.command) == (None, ("./gus",))


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('runtime = "rust"', "no main.rs or bot.rs: add build = [...] and command = [...] that say how yours"),
        ('runtime = "node"', 'add command = ["node", "FILE.js"]'),
        ('runtime = "java"\nbuild = ["javac", "Gus.java"]', "no Main.java or Bot.java or main.java or bot.java"),
    ],
)
def test_a_folder_without_a_main_file_is_told_what_to_add(toml: str, said: str) -> None:
    with pytest.raises(BundleFault) as refused:
        of_files(folder(toml, "gus.txt"))
    assert refused.value.code is Code.BAD_BOT_TOML
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("said", "near"), [("rusty", "rust"), ("node.js", "nodejs"), ("cobol", ""), ("c plus plus", "")]
)
def test_an_unknown_language_is_told_which_there_are(said: str, near: str) -> None:
    with pytest.raises(BundleFault) as refused:
        of_files(folder(f'runtime = "{said}"', "main.py"))
    assert refused.value.code is Code.UNKNOWN_RUNTIME
    assert f"there are: {', '.join(RUNTIMES)}" in str(refused.value)
    assert ("did you mean" in str(refused.value)) == bool(near)
    assert near in str(refused.value)
