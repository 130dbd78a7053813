"""The tree keeps the shape that the design gives it."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

TOP_FOLDERS = {"arena", "infra", "platform", "proto", "sandbox", "tests"}
TOP_FILES = {"ARCHITECTURE.md", "CHANGELOG.md", "LICENSE", "Makefile", "README.md", "manage.py", "pyproject.toml"}
NAMELESS = {"common", "helper", "helpers", "misc", "util", "utils"}
"""Names that say nothing of what is in a file."""

FOREIGN = {
    "a registry or an index": r"pypi\.org|pythonhosted|docker\.io/|ghcr\.io|npmjs\.org|--index-url \S",
    "a home or a work folder": r"(?<!\w)/(home/[a-z]|root/|Users/|work/(main|shared)|opt/)",
    "a local name service": r"(//|@)[a-z0-9.-]+\.(internal|lan|corp)\b",
}


def committed() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def ours() -> list[Path]:
    """Every Python file of ours."""
    return [path for path in committed() if path.suffix == ".py"]


def test_the_top_holds_the_six_folders_and_nothing_unknown() -> None:
    entries = {path.relative_to(ROOT).parts[0] for path in committed()}
    visible = {entry for entry in entries if not entry.startswith(".")}
    assert visible == TOP_FOLDERS | TOP_FILES
    assert {entry for entry in entries if entry.startswith(".")} <= {".ci", ".gitignore", ".gitattributes"}


@pytest.mark.parametrize("folder", sorted(TOP_FOLDERS))
def test_a_top_folder_says_what_lives_in_it(folder: str) -> None:
    assert len((ROOT / folder / "README.md").read_text()) > 300


def test_platform_is_the_standard_librarys() -> None:
    spec = importlib.util.find_spec("platform")
    assert spec is not None
    assert spec.origin is not None
    assert Path(spec.origin).parent == Path(importlib.machinery.__file__).parents[1]


def test_proto_is_no_package_of_ours() -> None:
    spec = importlib.util.find_spec("proto")
    assert spec is None or spec.origin is None or ROOT not in Path(spec.origin).parents


@pytest.mark.parametrize("folder", ["platform", "proto", "infra"])
def test_a_plain_source_root_holds_no_python_file(folder: str) -> None:
    assert not list((ROOT / folder).glob("*.py*"))


def test_no_module_hides_one_of_the_standard_library() -> None:
    """Of the roots that stand on the path, and of the test packages."""
    roots = [ROOT, ROOT / "platform", ROOT / "proto"]
    names = {path.stem if path.is_file() else path.name for root in roots for path in root.iterdir()
             if path.suffix == ".py" or (path / "__init__.py").is_file()}  # fmt: skip
    assert names >= {"arena", "sandbox", "athanor", "athanorpb", "athanor_contract"}
    assert not names & set(sys.stdlib_module_names)
    tests = {path.name for path in (ROOT / "tests").rglob("*") if (path / "__init__.py").is_file()}
    assert not tests & set(sys.stdlib_module_names)


def test_modules_are_nouns_of_the_domain() -> None:
    """No module of ours is called like one of the standard library's, nor by a name that says nothing."""
    for path in ours():
        name = path.stem
        # A house bot is a program that is run, by the name of its bot: nothing imports it.
        if name == "__main__" or path.parent.name in {"migrations", "house"}:
            continue
        assert name not in NAMELESS, f"{path.relative_to(ROOT)}: the name says nothing"
        assert name not in sys.stdlib_module_names, f"{path.relative_to(ROOT)}: the name is the standard library's"


def test_every_test_folder_is_a_package() -> None:
    folders = {path.parent for path in ours() if ROOT / "tests" in path.parents and path.name.startswith("test_")}
    for folder in folders:
        assert (folder / "__init__.py").is_file(), f"{folder.relative_to(ROOT)} has no __init__.py"


def test_the_sites_apps_have_one_import_name() -> None:
    for path in (ROOT / "platform" / "athanor").rglob("apps.py"):
        for name in re.findall(r'^\s+name = "(.*)"', path.read_text(), flags=re.M):
            assert name == ".".join(path.parent.relative_to(ROOT / "platform").parts)


@pytest.mark.slow
def test_files_name_no_host_and_no_folder_of_one_machine() -> None:
    for path in committed():
        if path == Path(__file__) or "_pb2" in path.name:
            continue
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for what, pattern in FOREIGN.items():
            found = re.search(pattern, text)
            assert not found, f"{path.relative_to(ROOT)} names {what}: {found.group() if found else ''}"


@pytest.mark.parametrize("lock", ["runtime", "dev", "bench"])
def test_a_lock_has_hashes_for_everything(lock: str) -> None:
    text = (ROOT / "infra" / "locks" / f"{lock}.txt").read_text()
    requirements = re.findall(r"^(\S+==[^\s;]+).*?(?=^\S|\Z)", text, flags=re.M | re.S)
    blocks = re.split(r"(?m)^(?=\S+==)", text)[1:]
    assert len(requirements) == len(blocks) > 40
    for block in blocks:
        assert "--hash=sha256:" in block, block.splitlines()[0]


def test_the_wheel_holds_every_package() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == [
        "arena",
        "sandbox",
        "platform/athanor",
        "proto/athanorpb",
        "proto/athanor_contract",
    ]


def test_one_readme_command_starts_it_and_the_makefile_has_it() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.M))
    assert {"run", "setup", "test", "check", "proto", "bench", "lock"} <= targets
    for target in re.findall(r"^\s*make ([a-z]+)", (ROOT / "README.md").read_text(), flags=re.M):
        assert target in targets
