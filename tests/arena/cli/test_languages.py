"""What the doctor says of each language."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.languages import support
from sandbox.runtimes import shelf
from sandbox.runtimes.recipes import languages


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nobody has built a tree, and whose PATH is empty."""
    monkeypatch.setattr(shelf, "SHARED", tmp_path / "shared")
    monkeypatch.setenv("ATHANOR_RUNTIMES", str(tmp_path / "shelf"))
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def program(folder: Path, name: str) -> None:
    (folder / "bin" / name).touch(0o755)


def said() -> dict[str, tuple[str, str]]:
    return {name: (state, detail) for name, state, detail in support()}


def test_python_is_always_there_and_what_is_missing_is_said_with_how_to_get_it(bare: Path) -> None:
    found = said()
    assert set(found) == set(languages())
    assert found["python"] == (
        "weak", "Python of this machine's own; `make runtimes LANGUAGES=python` brings Python (3.11)",
    )  # fmt: skip
    assert found["node"] == (
        "weak", "JavaScript is not here; `make runtimes LANGUAGES=node` brings JavaScript (Node 20)",
    )  # fmt: skip
    assert found["rust"] == (
        "weak", "Rust cannot be built behind walls; `make runtimes LANGUAGES=rust` brings Rust (rustc 1.63)",
    )  # fmt: skip


def test_what_the_machine_has_is_said(bare: Path) -> None:
    for name in ("node", "java", "javac", "gcc"):
        program(bare, name)
    found = said()
    assert found["node"][1].startswith("JavaScript of this machine's own; ")
    assert found["java"][1].startswith("Java of this machine's own; ")
    assert "; `athanor play` builds yours by this machine's gcc; " in found["c"][1]


def test_a_tree_that_was_built_is_ok(bare: Path) -> None:
    rust = languages()["rust"]
    for recipe in (rust.run, rust.build):
        (bare / "shelf" / recipe.digest).mkdir(parents=True)
    assert said()["rust"] == ("ok", "Rust (rustc 1.63), from Debian's packages")
    # The tree that it runs in is the one of C too, whose compiler is still missing.
    assert said()["c"][0] == "weak"
