"""What of ours is inside every box, whatever the language: a folder of its own beside the tree, seen as `LIBRARY`.

    grpc, google, ...               the wheels, for the tree's Python
    athanorpb, athanor_adapter, ... our own packages: the protocol, the adapter, the SDK
    arena/kernel, arena/games/...   of the games that have something for the authors of bots
    node/                           what a Node bot may require()
    proto/                          the protocol's files, for a build to generate code from

A game that has something for authors has a module `authors`. Its package goes in as it is, with the kernel below
it, under the names that it has here: `athanor_bot` offers its functions, and they are the very ones that the
referee's engine uses. There is no second copy to keep up.

It is named by the digest of all of it, so that a change of ours makes no tree anew.
"""

from __future__ import annotations

import compileall
import contextlib
import hashlib
import os
import platform
import py_compile
import shutil
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import athanorpb
from sandbox.runtimes.table import LIBRARY

HERE = Path(__file__).resolve().parents[1]
ARENA = HERE.parent / "arena"
"""Beside this package, as the wheel has both. Its files are copied; nothing of it is imported."""
PROTOCOL = Path(str(athanorpb.__file__)).parent
OURS = {"athanor_bot": HERE / "sdk" / "python", "athanor_adapter": HERE / "adapter"}
"""Kept as source in this package: they are imported inside only."""
OUR_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
WHEELS = ("grpcio", "protobuf", "typing_extensions")
FOR_AUTHORS = "authors.py"
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "*.pyi", "*.proto", "py.typed", "*.pem", "house", "starters", "ladders.toml"
)


NODE = HERE / "sdk" / "node"
UNUSED = 2 * 86_400
"""Seconds after which one goes that nobody used."""


class CannotFetch(Exception):
    """The wheels for another Python than ours could not be had."""


def name(python: str) -> str:
    return f"library-{python}-{digest()[:16]}"


def tree(folder: Path, python: str, fetch: bool = False) -> Path | None:
    """The library for a Python, made under `folder` if it is not there (some seconds).

    None: it is for another Python than ours, for which somebody has to `fetch` it first. Raises CannotFetch.
    """
    place = folder / name(python)
    if place.is_dir():
        return place
    if python != OUR_PYTHON and not fetch:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    _prune(folder)
    with tempfile.TemporaryDirectory(prefix="building-", dir=folder) as building:
        made = Path(building) / "library"
        made.mkdir()
        if python == OUR_PYTHON:
            copy_wheels(made)
        else:
            _fetch_wheels(made, python)
        copy_ours(made)
        compiled(made, LIBRARY)
        for path in [made, *made.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        try:
            made.rename(place)
        except OSError:
            # Another process was quicker: its library is the same.
            if not place.is_dir():
                raise
    return place


def _prune(folder: Path) -> None:
    oldest = time.time() - UNUSED
    for old in folder.glob("library-*"):
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < oldest:
                # Its image lies beside it.
                shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink()


def source_roots() -> list[Path]:
    """The folders to be put on PYTHONPATH where there is no runtime tree: the plain driver's."""
    return list(dict.fromkeys([*OURS.values(), PROTOCOL.parent, ARENA.parent]))


def digest() -> str:
    """Over the versions of the wheels and every byte of our own."""
    found = hashlib.sha256()
    for wheel in WHEELS:
        found.update(f"{wheel} {metadata.version(wheel)}\n".encode())
    for package, place in _our_packages().items():
        for path in sorted(_files(place)) if place.is_dir() else [place]:
            found.update(f"{package}/{path.relative_to(place)}\n".encode())
            found.update(path.read_bytes())
    for path in (*_protocol(), *_for_node()):
        found.update(f"{path.name}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def copy_ours(into: Path) -> None:
    for package, place in _our_packages().items():
        (into / package).parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, into / package, ignore=LEFT_OUT)
        else:
            shutil.copy2(place, into / package)
    proto = into / "proto" / "athanorpb" / "v1"
    proto.mkdir(parents=True)
    for path in _protocol():
        shutil.copy2(path, proto)
    for path in _for_node():
        target = into / "node" / path.relative_to(NODE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)


def modules() -> list[Path]:
    """Of the wheels, those that are linked to libraries of the system."""
    return sorted(path for name in ("grpc", "google._upb") for path in _folder_of(name).rglob("*.so"))


def copy_wheels(into: Path) -> None:
    """The wheels of this environment: for a runtime with the same Python."""
    for name in ("grpc", "google/protobuf", "google/_upb"):
        shutil.copytree(_folder_of(name.replace("/", ".")), into / name, ignore=LEFT_OUT)
    extensions = find_spec("typing_extensions")
    assert extensions is not None
    assert extensions.origin is not None
    shutil.copy2(extensions.origin, into)


def compiled(folder: Path, seen_as: str) -> None:
    """Byte code beside every source that has none: a start on a read-only tree could not keep it."""
    compileall.compile_dir(
        folder,
        quiet=2,
        legacy=False,
        stripdir=str(folder),
        prependdir=seen_as,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )


def _fetch_wheels(into: Path, python: str) -> None:
    """The same versions as ours, made for the tree's Python: this one is another."""
    wanted = [f"{name}=={metadata.version(name)}" for name in WHEELS]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:"]
    where = ["--target", str(into), "--python-version", python, "--platform",
             f"manylinux2014_{platform.machine()}"]  # fmt: skip
    fetched = subprocess.run(
        [*command, *where, *wanted], capture_output=True, text=True, check=False, env={**os.environ}
    )
    if fetched.returncode != 0:
        raise CannotFetch(f"the packages for Python {python} could not be had: {fetched.stderr.strip()[-300:]}")


def _protocol() -> list[Path]:
    return sorted((PROTOCOL / "v1").glob("*.proto"))


def _for_node() -> list[Path]:
    return sorted(path for path in NODE.glob("athanor-bot/*") if path.suffix in (".js", ".json"))


def _our_packages() -> dict[str, Path]:
    """What goes in, by its place inside: packages, and the single files that a package needs around it."""
    games = sorted(path.parent for path in ARENA.glob(f"games/*/{FOR_AUTHORS}"))
    shared = ["__init__.py", "kernel", "games/__init__.py", *(f"games/{game.name}" for game in games)]
    return {
        "athanorpb": PROTOCOL,
        **{name: root / name for name, root in OURS.items()},
        **({f"arena/{name}": ARENA / name for name in shared} if games else {}),
    }


def _files(folder: Path) -> list[Path]:
    """Those that are copied."""
    found = []
    for here, folders, names in os.walk(folder):
        left_out = LEFT_OUT(here, [*folders, *names])
        folders[:] = [name for name in folders if name not in left_out]
        found += [Path(here, name) for name in names if name not in left_out]
    return found


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the package {package} is not installed: run `make setup`")
    return Path(next(iter(spec.submodule_search_locations)))
