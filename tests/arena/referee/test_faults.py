"""The table of faults: whole, told apart, and true of what guard, adapter and sandbox really say."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType

import pytest

from arena.referee import faults
from arena.referee.conduct import Out
from arena.referee.fault import FIELD, Fault
from arena.referee.faults import FAULTS, fault_of
from sandbox import readiness
from sandbox.guard import connection, process, program

EVERY = [value for value in vars(faults).values() if isinstance(value, Fault)]


def test_the_table_has_every_fault_once() -> None:
    assert sorted(fault.code for fault in FAULTS) == sorted({fault.code for fault in EVERY})
    assert {fault.out for fault in FAULTS} == set(Out)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_a_fault_is_known_by_its_own_words_and_by_no_row_before_it(fault: Fault) -> None:
    words = FIELD.sub("7", fault.says).replace("(7)", "(SIGSEGV)")
    assert fault_of(f"at ask 3 (play), after 4 moves: {words}") is fault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.code)
def test_a_fault_says_what_it_means_and_what_to_do(fault: Fault) -> None:
    for words in (fault.means, fault.do):
        assert words.endswith((".", "…"))
        assert "\n" not in words
    assert "{" not in fault.shown


def said_by(module: ModuleType) -> Iterator[str]:
    """Every sentence that a module ends a bot with, its figures as 7."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Ended", "NotReady", "Gone"):
            if node.args and getattr(node.args[0], "id", "") == "OURS":
                continue
            for argument in node.args:
                words = _words(argument)
                if " " in words:
                    yield words


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_words, node.values))
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.BinOp):
        return _words(node.left)
    return "7"


@pytest.mark.parametrize("module", [connection, program, process, readiness], ids=lambda module: module.__name__)
def test_whatever_is_said_around_a_bot_has_a_row(module: ModuleType) -> None:
    sentences = list(said_by(module))
    assert sentences
    assert [words for words in sentences if fault_of(words) is None] == []
