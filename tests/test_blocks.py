"""Each block of code or commands of the documentation is executed, or listed with the reason why not."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests import blocks
from tests.blocks import ROOT, Block
from tests.blocks import blocks as all_blocks


@pytest.mark.parametrize("block", all_blocks(), ids=lambda block: block.place)
def test_every_block_is_executed_or_says_that_nobody_runs_it(block: Block) -> None:
    assert blocks.problem_of(block) == ""


@pytest.mark.parametrize("kind", blocks.KINDS)
def test_a_kind_is_in_use_and_is_executed_by_a_test_that_is_there(kind: str) -> None:
    assert blocks.of_kind(kind)
    file, _, name = blocks.KINDS[kind].test.partition("::")
    assert not name or re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(), re.MULTILINE), name


@pytest.mark.parametrize(
    ("path", "source", "problem"),
    [
        ("README.md", "Do this:\n\n```\nmake it\n```\n", "does not say its kind"),
        ("README.md", "Do this:\n\n    make it\n", "does not say its kind"),
        ("README.md", "- Do this:\n\n```shell\nmake it\n", "does not say its kind"),
        ("README.md", "> ```shell\n> make it\n> ```\n", "does not say its kind"),
        ("README.md", "<pre>\nmake it\n</pre>\n", "does not say its kind"),
        ("platform/x.html", "<PRE>make it</PRE>", "does not say its kind"),
        ("platform/x.html", '<pre><code class="text">{% include "it.html" %}', "does not say its kind"),
        ("README.md", "```ruby\nputs 1\n```\n", "no test executes 'ruby'"),
        ("proto/README.md", "```python\nchoose()\n```\n", "does not look for 'python' here"),
        ("platform/x.html", "<p>Do</p><pre><code>make it</code></pre>", "does not say its kind"),
        ("platform/x.html", "<pre>make it</pre>", "does not say its kind"),
        ("platform/x.html", '<pre><code class="shell">make it</code></pre>', "does not look for 'shell' here"),
        ("platform/x.html", '<pre><code class="text">it was made</code></pre>', ""),
        ("README.md", "- Do this:\n\n  ```shell\n  athanor doctor\n  ```\n", ""),
    ],
)
def test_a_block_that_would_slip_through_is_refused(path: str, source: str, problem: str) -> None:
    read = blocks.of_markdown if path.endswith(".md") else blocks.of_template
    block = next(read(path, source))
    assert problem in blocks.problem_of(block)
    assert bool(problem) == bool(blocks.problem_of(block))


# --- what cannot be run here

Check = Callable[[str, Path], object]
"""Given the command and an empty folder."""


def makes(command: str, scratch: Path) -> None:
    """The target is there, and so is all that it needs; nothing of it is done."""
    subprocess.run(["make", "--dry-run", command.rpartition(" ")[2]], cwd=ROOT, capture_output=True, check=True)


def has_its_options(command: str, scratch: Path) -> None:
    """Each of its programs has the options that are written, where this machine has the program."""
    for one in command.split(" && "):
        program, *words = shlex.split(one)
        found = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
        told = subprocess.run([found, "--help"], capture_output=True, text=True, check=False) if found else None
        for option in (word.partition("=")[0] for word in words if word.startswith("-")):
            letters = [f"-{letter}" for letter in option[1:]] if option[1] != "-" else [option]
            for letter in letters:
                assert told is None or re.search(rf"(?<!\S){letter}\b", told.stdout + told.stderr), (
                    program,
                    letter,
                )


def clones(command: str, scratch: Path) -> None:
    here = command.replace("<this repository>", shlex.quote(str(ROOT)))
    subprocess.run(["bash", "-ec", here], cwd=scratch, capture_output=True, check=True)
    assert (scratch / "athanor" / "Makefile").is_file()


def has_its_variables(command: str, scratch: Path) -> None:
    """They are on the page for operators, with addresses of these kinds."""
    told = (ROOT / "platform/athanor/front/templates/docs/operations.md").read_text()
    given = re.findall(r"(ATHANOR_\w+)=(\S+)", command)
    assert given
    for name, value in given:
        assert f"`{name}`" in told
        kind, mark, _ = value.partition("://")
        assert not mark or f"`{kind}://" in told, value


def is_a_unit_of_sandboxd(command: str, scratch: Path) -> None:
    unit = ROOT / command.rpartition("/srv/athanor/")[2]
    assert "ExecStart=/srv/athanor/.venv/bin/python -m sandbox.daemon" in unit.read_text()


def is_installed_for_the_tests(command: str, scratch: Path) -> None:
    package = command.rpartition(" ")[2]
    assert f":{package}:" in (ROOT / "infra/scripts/provide").read_text()


def is_a_script(command: str, scratch: Path) -> None:
    script = ROOT / command.rpartition(" ")[2]
    assert os.access(script, os.X_OK)
    subprocess.run(["sh", "-n", script], check=True)


OWN_SITE = "it starts a whole site in the repository's own folder; the end-to-end tests are served by `make run`"
AS_ROOT = "it changes the machine: users, groups, services"
INSTALLS = "it installs for minutes; `make test` does so first"

ELSEWHERE: dict[str, tuple[str, Check]] = {
    "git clone <this repository> athanor && cd athanor": (
        "where the repository is stands on no page: it is cloned from here",
        clones,
    ),
    "make run": (OWN_SITE, makes),
    "ATHANOR_DATABASE_URL=postgresql://user:password@host/athanor "
    "ATHANOR_BROKER_URL=amqp://user:password@host// make run": (OWN_SITE, has_its_variables),
    "apt-get install erofs-utils": (INSTALLS, is_installed_for_the_tests),
    "groupadd --system athanor && usermod -aG athanor WORKER-USER": (AS_ROOT, has_its_options),
    "make runtimes": (INSTALLS, makes),
    "systemctl enable --now /srv/athanor/infra/systemd/athanor-sandboxd.service": (AS_ROOT, is_a_unit_of_sandboxd),
    "ATHANOR_SANDBOXD=/run/athanor/sandboxd.sock athanor doctor": (
        "the socket is that of the service before it; `athanor doctor` has tests of its own",
        has_its_variables,
    ),
    "dockerd --host unix:///run/athanor/docker.sock --data-root /var/lib/athanor/docker --bridge none "
    "--iptables=false": (
        "the engine would outlive the test; tests/sandbox/daemon starts one by the same options",
        has_its_options,
    ),
    "DOCKER_HOST=unix:///run/athanor/docker.sock infra/scripts/build-runtimes": (INSTALLS, is_a_script),
}
"""Each command that no test may run, with the reason, and what is checked of it all the same."""


def commands_of(block: Block) -> list[str]:
    """One a command, however many lines it is written on, without what is said beside it."""
    lines = block.text.replace("\\\n", "").splitlines()
    return [" ".join(re.sub(r"\s{2,}#.*", "", line).split()) for line in lines if line.strip()]


COMMANDS_ELSEWHERE = [
    (block.place, command) for block in blocks.of_kind("shell elsewhere") for command in commands_of(block)
]


@pytest.mark.slow
@pytest.mark.parametrize(("place", "command"), COMMANDS_ELSEWHERE)
def test_what_cannot_be_run_here_is_known_with_its_reason(place: str, command: str, tmp_path: Path) -> None:
    assert command in ELSEWHERE, f"{place}: run it in a test, or say in ELSEWHERE why it cannot be"
    reason, check = ELSEWHERE[command]
    assert len(reason) > 20
    check(command, tmp_path)


def test_nothing_is_excused_that_no_page_has() -> None:
    assert set(ELSEWHERE) == {command for _, command in COMMANDS_ELSEWHERE}


def test_the_entry_of_a_container_runtime_is_one() -> None:
    """`tests/sandbox/daemon/test_gvisor.py` plays in it, where there is a runsc."""
    from sandbox.drivers.docker import RUNTIMES

    (block,) = blocks.of_kind("json docker")
    ((name, entry),) = json.loads(block.text)["runtimes"].items()
    assert name in RUNTIMES
    tried = (ROOT / "tests/sandbox/daemon/test_gvisor.py").read_text()
    for argument in entry["runtimeArgs"]:
        assert argument in tried


def test_every_starter_says_the_same_commands() -> None:
    """They are run once, as `athanor new` writes them; `tests/sandbox/languages` plays every starter."""
    said = {block.path: block.text for block in blocks.of_kind("shell", under=blocks.STARTERS)}
    folders = [path.parent for path in (ROOT / "arena" / "cli" / "starters").glob("*/bot.toml")]
    assert set(said) == {f"{folder.relative_to(ROOT).as_posix()}/README.md" for folder in folders}
    assert len(set(said.values())) == 1


# --- commands within a sentence

INLINE = re.compile(r"<code[^>]*>([^<]+)</code>|(?<!`)`((?:[^`\n]|\n(?!\s*\n))+)`(?!`)")
"""A command may go over the end of a line, and not over the end of a paragraph."""


def inline(program: str) -> list[tuple[str, str]]:
    """The commands of a program that stand within the text of READMEs and pages, each with its page."""
    return [one for one in marked() if re.match(rf"(\w+=\S+ |\.venv/bin/)*{program} ", one[1])]


def marked() -> list[tuple[str, str]]:
    """All that is marked as code within the text, each with its page."""
    return [
        (name, " ".join(html.unescape(one or other).split()))
        for name in blocks.sources()
        for one, other in INLINE.findall(blocks.between(name))
    ]


@cache
def options_of(*words: str) -> set[str] | None:
    """The options of a command of `athanor` or of one of its subcommands; None: there is no such command."""
    told = subprocess.run(
        [sys.executable, "-m", "arena.cli.main", *words, "--help"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return None if told.returncode else set(re.findall(r"(?<![\w-])--[a-z-]+", told.stdout))


def test_the_parser_says_which_commands_a_command_has() -> None:
    assert options_of("tournaments", "enter") is not None
    assert options_of("tournaments", "enlist") is None


@pytest.mark.slow
def test_a_command_of_athanor_within_a_sentence_is_one() -> None:
    from arena.cli.bench.registry import BENCHMARKS
    from arena.cli.commands import COMMANDS

    known = {command.name for command in COMMANDS}
    said = inline("athanor")
    assert len(said) >= 30
    for page, text in said:
        words = text.partition("athanor ")[2].split()
        assert words[0] in known or words[0] in ("COMMAND", "--help", "--version"), (page, text)
        given = {word.partition("=")[0] for word in words if word.startswith("--")} - {"--help", "--version"}
        # A second word may be a command of the command's own: its parser refuses one that it does not know.
        own = [word for word in words[1:2] if re.fullmatch("[a-z-]+", word) and not word.startswith("-")]
        if given or own:
            options = options_of(words[0], *own)
            assert options is not None, (page, text)
            assert given <= options, (page, text)
        if words[0] == "bench":
            assert set(own) <= set(BENCHMARKS), (page, text)


def test_a_target_of_make_within_a_sentence_is_one() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    variables = set(re.findall(r"^([A-Z]+) \?=", (ROOT / "Makefile").read_text(), re.MULTILINE))
    said = inline("make")
    assert len(said) >= 20
    for page, text in said:
        target, *given = shlex.split(text.partition("make ")[2])
        assert target in targets, (page, text)
        assert {word.partition("=")[0] for word in given} <= variables, (page, text)


def test_a_command_of_the_site_within_a_sentence_is_one() -> None:
    from django.core.management import get_commands

    said = inline("manage.py")
    assert len(said) >= 5
    for page, text in said:
        assert text.split()[1] in get_commands(), (page, text)


def test_a_module_or_program_of_ours_within_a_sentence_is_one() -> None:
    modules = [(page, text.split()[2]) for page, text in inline("python") if text.split()[1] == "-m"]
    assert len(modules) >= 2
    for page, module in modules:
        assert importlib.util.find_spec(module) is not None, (page, module)
    programs = [
        (page, text.split()[0]) for page, text in marked() if re.match(r"(\.venv/bin|infra/scripts)/", text)
    ]
    assert len(programs) >= 3
    for page, program in programs:
        assert (ROOT / program).exists(), (page, program)
