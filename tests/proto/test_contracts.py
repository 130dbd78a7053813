"""A contract has one reader, in `proto/`: of bundles, bot.toml, runtime.toml and the farm's messages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("arena", "sandbox", "platform")
OTHER_ZIPS: Final = {"sandbox/runtimes/debian.py": "a wheel"}
"""Modules that read zips which are no bundles, and what these are."""
ENVELOPES: Final = "arena/orders/envelopes.py"
"""It signs and opens statements; their members it leaves to the codec."""
TRAVELLING: Final = frozenset(
    {
        "CheckOrder",
        "CheckRecord",
        "Heartbeat",
        "LiveEvent",
        "LiveHeader",
        "MatchOrder",
        "MatchRecord",
        "WorkerReport",
    }
)
FORMATS: Final = frozenset({"json", "msgpack", "pydantic"})
OTHER_DOCUMENTS: Final = {
    "arena/cli/bench/farm.py": "a supervisor's own file",
    "arena/cli/bench/replay.py": "what a replay's size is compared with",
    "arena/worker/environment.py": "a worker's settings",
}
"""Modules that have to do with a message of the farm and read something else, and what that is."""
DOCUMENTS: Final = ("bot.toml", "runtime.toml")
CONTRACTS: Final = frozenset({"athanor_contract", "athanorpb"})
MAY_NAME: Final = {
    "proto": CONTRACTS,
    "sandbox": CONTRACTS | {"sandbox"},
    "arena": CONTRACTS | {"arena", "sandbox"},
    "platform": CONTRACTS | {"arena", "athanor"},
}
OURS: Final = frozenset().union(*MAY_NAME.values())


def modules(*parts: str) -> Iterator[tuple[str, ast.Module]]:
    for part in parts:
        for path in sorted((ROOT / part).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def calls(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    """By the last part of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            if (isinstance(called, ast.Name) and called.id == name) or (
                isinstance(called, ast.Attribute) and called.attr == name
            ):
                yield node


def words(tree: ast.Module) -> set[str]:
    """Every string of a module that is no docstring."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose)
    return {node.value for node in constants if isinstance(node.value, str)}


def reads_zips(tree: ast.Module) -> bool:
    """Whether it opens one without saying that it writes it."""
    for call in calls(tree, "ZipFile"):
        modes = [*call.args[1:2], *(one.value for one in call.keywords if one.arg == "mode")]
        if not any(isinstance(mode, ast.Constant) and mode.value == "w" for mode in modes):
            return True
    return False


def imported(tree: ast.Module) -> set[str]:
    nodes = list(ast.walk(tree))
    whole = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return whole | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def values_of_the_farm(tree: ast.Module) -> set[str]:
    froms = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {name.name for node in froms if node.module == "athanorpb.farm.values" for name in node.names}


@pytest.mark.slow
def test_the_farms_messages_are_read_and_written_by_their_codec_alone() -> None:
    given = {
        module
        for module, tree in modules(*PARTS)
        if any(name.startswith("athanorpb.farm.v1") for name in imported(tree))
    }
    assert given == {ENVELOPES}


@pytest.mark.slow
def test_who_has_to_do_with_what_site_and_workers_send_each_other_reads_no_documents() -> None:
    """Neither a message by hand, nor what it travels in: a worker's claims keep envelopes as they are."""
    given = {
        module
        for module, tree in modules(*PARTS)
        if imported(tree) & FORMATS
        and (
            values_of_the_farm(tree) & TRAVELLING or imported(tree) & {"arena.orders.envelopes", "arena.live.feed"}
        )
    }
    assert given == set(OTHER_DOCUMENTS)


@pytest.mark.slow
def test_no_module_outside_proto_reads_a_bundles_zip() -> None:
    assert {name for name, tree in modules(*PARTS) if reads_zips(tree)} == set(OTHER_ZIPS)
    assert any(reads_zips(tree) for _, tree in modules("proto"))


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_module_outside_proto_reads_it(document: str) -> None:
    """Who parses TOML does not name it, and who names it does not parse."""

    def reads(tree: ast.Module) -> bool:
        named = any(document in word for word in words(tree))
        return named and any(calls(tree, "loads")) and "tomllib" in ast.dump(tree)

    assert {name for name, tree in modules(*PARTS) if reads(tree)} == set()
    assert any(reads(tree) for _, tree in modules("proto"))


@pytest.mark.slow
def test_no_module_finds_a_package_that_it_may_not_import() -> None:
    """Import contracts do not see what is found by its name."""
    found = {
        (name, argument.value)
        for part, may_name in MAY_NAME.items()
        for name, tree in modules(part)
        for finder in ("find_spec", "files", "import_module")
        for call in calls(tree, finder)
        for argument in call.args
        if isinstance(argument, ast.Constant) and str(argument.value).partition(".")[0] in OURS - may_name
    }
    assert found == set()
