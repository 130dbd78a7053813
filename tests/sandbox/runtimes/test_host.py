"""Trees of this machine's own programs: what they hold, and that they are built once."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from sandbox.runtimes import host, library, shelf
from sandbox.runtimes.recipes import FOLDERS, languages

PYTHON = languages()["python"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = host.tree(tmp_path_factory.mktemp("trees"), PYTHON, "run")
    assert place is not None
    return place


def test_a_tree_is_built_once_and_holds_nothing_of_the_machine(tree: Path) -> None:
    assert host.tree(tree.parent, PYTHON, "run") == tree
    root = tree / "root"
    inside = {folder.split("/")[0] for folder in FOLDERS}
    assert {path.name for path in root.iterdir()} == {*inside, "bin", "lib", "lib64", "usr"}
    links = [path for path in root.rglob("*") if path.is_symlink()]
    assert not [path for path in links if path.readlink().is_absolute()], "links inside lead nowhere else"
    setuid = [path for path in root.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o6002]
    assert setuid == []


def test_what_is_compiled_here_finds_its_libraries(tree: Path) -> None:
    """A bot of C++ that was built on this machine is linked to them."""
    for language in ("c", "cpp", "rust", "go"):
        assert host.tree(tree.parent, languages()[language], "run") == tree
        assert host.tree(tree.parent, languages()[language], "build") is None, "no compiler is taken along"
    assert (tree / "root" / "usr" / "lib" / "libm.so.6").exists()


def test_only_the_language_that_is_a_shell_has_one(tree: Path) -> None:
    shell = host.tree(tree.parent, languages()["sh"], "run")
    assert shell is not None
    assert os.access(shell / "root" / "usr" / "bin" / "sh", os.X_OK)
    names = {path.name for path in (tree / "root" / "usr" / "bin").iterdir()}
    assert names == {"python", "python3", f"python{host.python()}"}


def test_a_language_that_the_machine_lacks_has_no_tree(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tree / "root" / "usr" / "bin"))
    for language in ("node", "java"):
        assert not host.has(languages()[language], "run")
        assert host.tree(tree.parent, languages()[language], "run") is None


def test_what_we_bring_is_compiled_and_lies_beside_the_tree(tmp_path: Path) -> None:
    place = library.tree(tmp_path, library.OUR_PYTHON)
    assert place is not None
    assert library.tree(tmp_path, library.OUR_PYTHON) == place
    for package in ("grpc", "google", "athanorpb", "athanor_adapter", "athanor_bot", "proto", "node"):
        assert (place / package).is_dir(), package
    uncompiled = [
        path for path in place.rglob("*.py") if not [*(path.parent / "__pycache__").glob(f"{path.stem}.*.pyc")]
    ]
    assert uncompiled == [], "a start would compile them every time"
    assert {path.name for path in (place / "proto" / "athanorpb" / "v1").iterdir()} >= {
        "bot.proto",
        "poison.proto",
    }
    assert all(stat.S_IMODE(path.stat().st_mode) in (0o755, 0o644) for path in place.rglob("*"))


def test_for_another_python_than_ours_nothing_is_made_of_ours(tmp_path: Path) -> None:
    assert library.tree(tmp_path, "3.99") is None
    assert list(tmp_path.iterdir()) == []


def test_what_nobody_used_for_days_goes_when_another_is_built(tmp_path: Path) -> None:
    old, used = tmp_path / "engine-old", tmp_path / "engine-used"
    for place in (old, used):
        place.mkdir()
        os.utime(place, (0, 0))
    shelf.note_use(used)
    engine = host.engine(tmp_path)
    assert not old.exists()
    assert used.exists()
    assert engine.is_relative_to(tmp_path)
    assert os.access(engine, os.X_OK)
    shutil.rmtree(tmp_path)
