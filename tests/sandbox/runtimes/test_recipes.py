"""Recipes: data that says what a tree is made of, and a digest that changes with it and with nothing else."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from athanor_contract.runtimes.table import FOLDER, RUNTIMES, runtime
from sandbox.runtimes import recipes, table

LANGUAGES = ("python", "node", "sh", "c", "cpp", "go", "java", "rust")


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, Callable[[dict[str, Any]], None]], None]]:
    """Makes all recipes anew, with a change in one file."""

    def change(name: str, how: Callable[[dict[str, Any]], None]) -> None:
        if name in RUNTIMES:
            said = tomllib.loads((FOLDER / name / "runtime.toml").read_text())
            how(said)
            monkeypatch.setattr(recipes, "RUNTIMES", {**RUNTIMES, name: runtime(name, said)})
        else:
            base = copy.deepcopy(dict(recipes.base()))
            how(base)
            monkeypatch.setattr(recipes, "base", lambda: base)
        recipes.languages.cache_clear()

    yield change
    monkeypatch.undo()
    recipes.languages.cache_clear()


def digests() -> dict[tuple[str, str], str]:
    return {
        (name, purpose): language.recipe(purpose).digest
        for name, language in recipes.languages().items()
        for purpose in recipes.PURPOSES
    }


def test_the_languages_are_these_and_each_says_what_it_costs() -> None:
    assert tuple(recipes.languages()) == LANGUAGES
    for language in recipes.languages().values():
        assert 0 < language.runtime.start_memory < 100
        assert language.runtime.title
        assert language.runtime.version
        assert "/usr/bin/python3" in language.run.programs, "the adapter runs on it"


def test_what_is_compiled_needs_no_tree_of_its_own_to_run_in() -> None:
    trees = digests()
    assert trees["c", "run"] == trees["rust", "run"] == trees["go", "run"] == trees["python", "run"]
    for name in ("c", "cpp", "go", "java", "rust"):
        assert trees[name, "build"] != trees[name, "run"]
    for name in ("python", "node", "sh"):
        assert trees[name, "build"] == trees[name, "run"]
    compilers = ("gcc-12", "g++-12", "rustc", "golang-1.19-go", "openjdk-17-jdk-headless", "make")
    for language in recipes.languages().values():
        assert not set(compilers) & set(language.run.packages), language.runtime.name


def test_what_a_tree_is_made_with_comes_before_it() -> None:
    order = list(recipes.recipes())
    trees = digests()
    assert order.index(trees["java", "build"]) < order.index(trees["java", "run"])
    assert set(order) == set(trees.values())


def test_a_digest_changes_with_what_goes_into_the_tree(changed: Any) -> None:
    before = digests()
    changed("rust", lambda said: said["build_tree"]["packages"].append("cargo"))
    differ = {key for key, digest in digests().items() if digest != before[key]}
    assert differ == {("rust", "build")}


def test_a_digest_does_not_change_with_what_is_said_beside_it(changed: Any) -> None:
    before = digests()
    changed("go", lambda said: said.update(title="Golang", environment={"GOGC": "50"}, build=["go", "run"]))
    assert digests() == before


def test_another_revision_builds_every_tree_anew(changed: Any) -> None:
    before = digests()
    changed("base.toml", lambda said: said.update(revision=said["revision"] + 1))
    assert not set(digests().values()) & set(before.values())


def test_the_locks_of_node_are_part_of_its_recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digests()
    for name in ("wheel.txt", "package-lock.json"):
        place = tmp_path / name / "node"
        place.mkdir(parents=True)
        for lock in ("wheel.txt", "package-lock.json"):
            text = (FOLDER / "node" / lock).read_text()
            (place / lock).write_text(text + ("\n" if lock == name else ""))
        with monkeypatch.context() as patch:
            patch.setattr(recipes, "FOLDER", place.parent)
            assert recipes._recipe(RUNTIMES["node"], "run").digest != before["node", "run"], name


def test_what_comes_from_elsewhere_than_debian_is_locked_by_hashes() -> None:
    wheel = (FOLDER / "node" / "wheel.txt").read_text()
    assert wheel.count("--hash=sha256:") >= 2
    lock = (FOLDER / "node" / "package-lock.json").read_text()
    assert lock.count('"integrity": "sha512-') == lock.count('"node_modules/')
    assert "resolved" not in lock, "no host stands in it"


def test_what_is_said_by_the_environment_is_said_by_one_language_alone() -> None:
    """Every box has the variables of all: a slot that waits for its bot does not know what it will be."""
    said = [name for language in recipes.languages().values() for name in language.runtime.environment]
    assert len(said) == len(set(said))
    ours = {"PATH", "HOME", "LANG", "ATHANOR_SOCKET", "PYTHONPATH"}
    assert not ours & set(said)
    assert set(said) < set(table.ENVIRONMENT)
