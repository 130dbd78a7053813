"""The trees that were built from Debian's packages: what is in them, and what is not."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from sandbox.runtimes import debian, images, library, recipes, shelf
from sandbox.runtimes.__main__ import main, wanted
from sandbox.runtimes.recipes import Recipe
from tests.sandbox.conftest import lacking
from tests.waiting import far_deadline

RECIPES = {recipe.name: recipe for recipe in recipes.recipes().values()}
NO_BUSINESS_HERE = (
    "apt*", "dpkg*", "rpm", "apk", "pip", "pip3*", "npm", "npx", "yarn", "corepack", "perl*", "su", "sudo",
    "mount", "umount", "ldconfig", "wget", "curl", "ssh", "scp", "nc", "busybox", "toybox",
)  # fmt: skip
SHELLS = ("sh", "bash", "dash", "rbash", "ash", "zsh", "ksh*", "mksh", "csh", "tcsh", "fish", "pwsh")
WITH_A_SHELL = {"sh", "c (build)", "cpp (build)", "rust (build)"}
"""The language that is one, and where the lines of a Makefile are run by one."""


@pytest.fixture(params=RECIPES)
def recipe(request: pytest.FixtureRequest) -> Recipe:
    found = RECIPES[request.param]
    if shelf.place_of(found) is None:
        try:
            debian.build(shelf.own(), recipes.recipes().values())
        except (debian.CannotBuild, library.CannotFetch) as problem:
            lacking(str(problem))
    return found


def root_of(recipe: Recipe) -> Path:
    place = shelf.place_of(recipe)
    assert place is not None
    return place / "root"


def test_a_tree_holds_its_programs_and_says_of_what_it_was_made(recipe: Recipe) -> None:
    root = root_of(recipe)
    for program in recipe.programs:
        assert os.access(root / program.lstrip("/"), os.X_OK), program
    made_of = json.loads((root.parent / "tree.json").read_text())
    assert set(made_of["packages"]) == set(recipe.packages)
    assert all(version for version in made_of["packages"].values())


def test_nothing_in_a_tree_leads_out_of_it_or_gives_rights(recipe: Recipe) -> None:
    root = root_of(recipe)
    for path in root.rglob("*"):
        if path.is_symlink():
            assert not path.readlink().is_absolute(), path
            assert path.resolve().is_relative_to(root), path
            assert path.exists(), path
            continue
        mode = path.stat().st_mode
        assert stat.S_ISREG(mode) or stat.S_ISDIR(mode), path
        assert not mode & 0o6000, path
        assert path == root / "tmp" or not mode & 0o022, path


def named_so(root: Path, patterns: Iterable[str]) -> list[str]:
    """What could be run by one of these names, wherever in a tree."""
    found = [path for path in root.rglob("*") if any(fnmatch(path.name, pattern) for pattern in patterns)]
    return [str(path) for path in found if path.is_file() and os.access(path, os.X_OK)]


def test_a_tree_has_no_package_tools_and_what_bots_run_in_no_compiler(recipe: Recipe) -> None:
    assert named_so(root_of(recipe), NO_BUSINESS_HERE) == []
    programs = {path.name for path in (root_of(recipe) / "usr" / "bin").iterdir()}
    compilers = {"gcc", "g++", "cc", "rustc", "go", "javac", "make", "ld", "as"}
    if not recipe.name.endswith("(build)"):
        assert not programs & compilers


def test_a_tree_that_needs_no_shell_has_none(recipe: Recipe) -> None:
    shells = named_so(root_of(recipe), SHELLS)
    assert bool(shells) == (recipe.name in WITH_A_SHELL), shells


def test_trees_share_their_files(recipe: Recipe) -> None:
    """What is big in all of them is there once on the disk."""
    interpreter = root_of(recipe) / "usr" / "bin" / "python3.11"
    assert interpreter.stat().st_nlink > 1


def test_a_tree_that_is_there_is_not_built_again(recipe: Recipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "Workshop", None)
    assert debian.build(root_of(recipe).parents[1], [recipe]) == []


def test_a_tree_is_made_of_packages_and_made_once(tmp_path: Path) -> None:
    """From nothing: what stands on the machine's shelf was made another day."""
    python = recipes.languages()["python"].run
    said: list[str] = []
    try:
        assert debian.build(tmp_path, [python], said.append) == [python]
    except debian.CannotBuild as problem:
        lacking(str(problem))
    root = tmp_path / python.digest / "root"
    ran = subprocess.run(
        [
            root / "usr" / "bin" / "python3",
            "-S",
            "-c",
            "import json, sqlite3, ssl; print(json.__file__, json.__cached__)",
        ],
        env={"PYTHONHOME": str(root / "usr"), "LD_LIBRARY_PATH": str(root / "usr" / "lib" / recipes.triplet())},
        capture_output=True,
        text=True,
        check=True,
    )
    source, compiled = ran.stdout.split()
    assert Path(source).is_relative_to(root)
    assert Path(compiled).exists(), "a start would compile it every time"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("building-")] == []
    assert debian.build(tmp_path, [python], said.append) == []
    assert said == [f"fetching {len(python.packages)} packages", "making the tree python"]


def test_a_machine_without_apt_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(debian.CannotBuild, match="apt-get is not here: build the trees on Debian bookworm"):
        debian.build(tmp_path / "shelf", [recipes.languages()["python"].run])
    assert [path.name for path in (tmp_path / "shelf").iterdir()] == [".lock"], "nothing half built is left"


def test_another_system_than_the_packages_are_of_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("apt-get", "dpkg-deb"):
        (tmp_path / program).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(debian, "codename", lambda: "noble")
    with pytest.raises(debian.CannotBuild, match="this system is noble: build the trees on Debian bookworm"):
        debian.build(tmp_path / "shelf", [recipes.languages()["python"].run])


def test_what_apt_says_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dpkg-deb").touch(0o755)
    (tmp_path / "apt-get").write_text("#!/bin/sh\necho $1 >> calls\necho 'E: no such package' >&2\nexit 100\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(debian, "codename", lambda: "bookworm")
    with pytest.raises(
        debian.CannotBuild, match=r"apt-get download failed .E: no such package.: try `apt-get update`"
    ):
        debian.build(tmp_path / "shelf", [recipes.languages()["python"].run])


def test_the_command_names_the_languages_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cobol"]) == 2
    assert "no language is called 'cobol': python, node, " in capsys.readouterr().err


def test_a_language_comes_with_what_it_is_made_with_and_with_python() -> None:
    named = [recipe.name for recipe in wanted(["java"])]
    assert named == ["python", "java (build)", "java"]
    assert {recipe.digest for recipe in wanted([])} == set(recipes.recipes())


def test_where_trees_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATHANOR_RUNTIMES", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert shelf.own() == shelf.SHARED
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert shelf.own() == tmp_path / "athanor" / "runtimes"
    monkeypatch.setenv("ATHANOR_RUNTIMES", str(tmp_path / "named"))
    assert shelf.own() == tmp_path / "named"


class Engine:
    """As much of a Docker engine as the images need."""

    def __init__(self, tags: dict[str, float]) -> None:
        self.tags = tags

    def images(self, name: str) -> list[dict[str, object]]:
        return [{"RepoTags": [tag], "Created": made} for tag, made in self.tags.items() if tag.startswith(name)]

    def remove_image(self, name: str) -> None:
        del self.tags[name]


def test_images_of_older_recipes_go_after_a_month() -> None:
    known = images.tag(recipes.languages()["python"].run)
    day = 86_400
    now = far_deadline()
    engine = Engine(
        {known: 0, f"{images.REPOSITORY}:old": now - 40 * day, f"{images.REPOSITORY}:new": now - day, "x:y": 0}
    )
    assert images.prune(engine) == [f"{images.REPOSITORY}:old"]  # type: ignore[arg-type]
    assert set(engine.tags) == {known, f"{images.REPOSITORY}:new", "x:y"}
