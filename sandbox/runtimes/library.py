"""The Python packages inside every runtime: where they lie here, and one digest over all of them."""

from __future__ import annotations

import compileall
import hashlib
import py_compile
import shutil
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
OURS = {"athanor_bot": HERE / "sdk" / "python", "athanor_adapter": HERE / "adapter"}
"""Kept as source in this package: they are imported inside only."""
WHEELS = ("grpcio", "protobuf", "typing_extensions")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyi", "*.proto", "py.typed", "*.pem")


def source_roots() -> list[Path]:
    """The folders to be put on PYTHONPATH where there is no runtime tree: the plain driver's."""
    return [*OURS.values(), _folder_of("athanorpb").parent]


def digest() -> str:
    """Over the versions of the wheels and every byte of our own."""
    found = hashlib.sha256()
    for wheel in WHEELS:
        found.update(f"{wheel} {metadata.version(wheel)}\n".encode())
    for name, folder in _our_packages().items():
        for path in sorted(folder.rglob("*.py")):
            found.update(f"{name}/{path.relative_to(folder)}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()


def copy_ours(into: Path) -> None:
    for name, folder in _our_packages().items():
        shutil.copytree(folder, into / name, ignore=LEFT_OUT)


def copy_wheels(into: Path) -> None:
    """The wheels of this environment: for a runtime with the same Python."""
    for name in ("grpc", "google/protobuf", "google/_upb"):
        shutil.copytree(_folder_of(name.replace("/", ".")), into / name, ignore=LEFT_OUT)
    extensions = find_spec("typing_extensions")
    assert extensions is not None
    assert extensions.origin is not None
    shutil.copy2(extensions.origin, into)


def compiled(folder: Path) -> None:
    """Byte code beside every source that has none: a start on a read-only tree could not keep it."""
    compileall.compile_dir(
        folder, quiet=2, legacy=False, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
    )


def _our_packages() -> dict[str, Path]:
    return {"athanorpb": _folder_of("athanorpb"), **{name: root / name for name, root in OURS.items()}}


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the package {package} is not installed: run `make setup`")
    return Path(next(iter(spec.submodule_search_locations)))
