"""Only `tests/waiting.py` sleeps or reads a clock.

The linter refuses it to all other modules (`tests/ruff.toml`); what the linter cannot see is looked for here.
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = tomllib.loads((TESTS / "ruff.toml").read_text())["lint"]

BANNED = (
    "asyncio.sleep",
    "time.clock_gettime",
    "time.clock_gettime_ns",
    "time.monotonic",
    "time.monotonic_ns",
    "time.perf_counter",
    "time.perf_counter_ns",
    "time.process_time",
    "time.process_time_ns",
    "time.sleep",
    "time.thread_time",
    "time.thread_time_ns",
    "time.time",
    "time.time_ns",
    "timeit",
)
BOTS = ("sandbox/bots", "sandbox/hostile")
"""The folders of programs that run in a sandbox: they test nothing themselves."""
PROGRAMS = (
    "arena/games/random_games/__main__.py",
    "sandbox/soak.py",
    "suite/__main__.py",
    "suite/processes.py",
)
"""What is no test, and says how long something took or stops what takes for ever."""
EXEMPT = {"../tests/waiting.py", *PROGRAMS, *(f"{folder}/**" for folder in BOTS)}
SLEEPS = "import time\n\ntime.sleep(1)\n"
ASSERTS_SECONDS = "import time\n\na = time.monotonic()\nassert time.monotonic() - a < 3\n"


def refused(path: str, source: str, code: str = "TID251") -> list[str]:
    """What the linter says about a file with that path and source, under one of its codes."""
    command = [sys.executable, "-m", "ruff", "check", "--output-format", "json", "--stdin-filename", path, "-"]
    done = subprocess.run(
        command, cwd=TESTS.parent, input=source, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode in (0, 1), done.stderr
    return [found["message"] for found in json.loads(done.stdout) if found["code"] == code]


def test_a_fixed_sleep_is_refused() -> None:
    (message,) = refused("tests/x.py", SLEEPS)
    assert message.startswith("`time.sleep` is banned: ")
    assert "tests/waiting.py" in message


def test_an_assertion_on_seconds_is_refused() -> None:
    messages = refused("tests/x.py", ASSERTS_SECONDS)
    assert len(messages) == 2
    assert all(message.startswith("`time.monotonic` is banned: Assert no seconds") for message in messages)


def test_every_name_is_refused_however_it_is_imported() -> None:
    assert set(RULES["flake8-tidy-imports"]["banned-api"]) == set(BANNED)
    imports = []
    for number, name in enumerate(BANNED):
        module, _, function = name.rpartition(".")
        imports += [f"from {module} import {function} as a{number}"] if module else [f"import {name}"]
    messages = refused("tests/arena/x.py", "\n".join(imports))
    assert [message.split("`")[1] for message in messages] == list(BANNED)
    assert len(refused("tests/x.py", "import time as t\n\nasync def wait() -> None:\n    t.sleep(1)\n")) == 1


@pytest.mark.parametrize(
    "path", ["waiting.py", "sandbox/hostile/x/bot.py", "sandbox/hostile/x.py", "sandbox/bots/x.py"]
)
def test_what_waits_for_the_others_and_bots_are_exempt(path: str) -> None:
    assert refused(f"tests/{path}", SLEEPS + ASSERTS_SECONDS) == []


@pytest.mark.parametrize(
    "path",
    ["arena/waiting.py", "conftest.py", "end_to_end/x.py", "sandbox/x.py", "sandbox/contract/bots/x.py"],
)
def test_nothing_else_in_the_tests_is_exempt(path: str) -> None:
    assert len(refused(f"tests/{path}", SLEEPS + ASSERTS_SECONDS)) == 3


def test_the_rule_is_for_tests_alone_and_the_other_rules_hold_for_them_too() -> None:
    assert refused("arena/worker/x.py", SLEEPS) == []
    assert len(refused("tests/x.py", "print(1)\n", "T201")) == 1
    assert refused("tests/sandbox/bots/x.py", "print(1)\n", "T201") == []


# --- what the linter cannot see

SWITCHES_OFF = re.compile(r"#\s*((ruff|flake8):|noqa(?!:)|noqa:.*\bTID)")


VIRTUAL = re.compile(r"^from tests.virtual_time import ", re.MULTILINE)
"""Where the event loop's clock is a virtual one, a test may look at it."""


def hidden(source: str) -> list[str]:
    """Fixed sleeps of a browser's page, real clocks of event loops, comments that switch the rule off, by line."""
    clocks = () if VIRTUAL.search(source) else ("time",)
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    methods = [(call, call.func.attr) for call in calls if isinstance(call.func, ast.Attribute)]
    return [
        *(f"{call.lineno}: a fixed sleep" for call, name in methods if name == "wait_for_timeout"),
        *(f"{call.lineno}: a clock" for call, name in methods if name in clocks and not call.args),
        *(f"{line}: {comment}" for line, comment in comments(source) if SWITCHES_OFF.search(comment)),
    ]


def comments(source: str) -> Iterator[tuple[int, str]]:
    if not SWITCHES_OFF.search(source):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@pytest.mark.parametrize(
    "line",
    [
        "page.wait_for_timeout(400)",
        "self.page.wait_for_timeout(timeout=400)",
        "began = asyncio.get_running_loop().time()",
        "began = loop.time()",
        "time.sleep(1)  # noqa: TID251",
        "time.sleep(1)  # noqa: ASYNC251, TID251",
        "time.sleep(1)  # noqa",
        "# ruff: noqa",
        "# ruff: noqa: TID251",
        "# ruff: disable[TID251]",
    ],
)
def test_what_the_linter_cannot_see_is_found(line: str) -> None:
    assert len(hidden(f"import x\n{line}\n")) == 1
    assert hidden("import x\nx.wait_for_selector('a')\nx.time(3)\nx.a()  # noqa: S101 - why\nx = '# noqa'\n") == []


def test_a_virtual_clock_may_be_looked_at() -> None:
    looks = "began = asyncio.get_running_loop().time()\n"
    assert hidden(f"from tests.virtual_time import X\n{looks}") == []
    assert len(hidden(f"from tests.waiting import X\n{looks}")) == 1


@pytest.mark.slow
def test_no_test_hides_a_sleep_or_a_clock_from_the_linter() -> None:
    assert set(RULES["extend-per-file-ignores"]) == EXEMPT
    names = {str(path.relative_to(TESTS)) for path in TESTS.rglob("*.py")} - {"waiting.py", *PROGRAMS}
    names = {name for name in names if not name.startswith(tuple(f"{folder}/" for folder in BOTS))}
    assert len(names) > 300
    found = {name: hidden((TESTS / name).read_text()) for name in sorted(names)}
    assert {name: lines for name, lines in found.items() if lines} == {}
