"""The runtime image of the Docker driver, from Debian's packages: `python -m sandbox.runtimes.debian`.

The packages are fetched by apt (which checks their signatures) and opened, never installed: no script of theirs
runs, no container is started, nothing is pulled. Python, the C library and a shell are kept of their files.
The tag of the image is a digest over this recipe and our own packages: it is built again when one of them changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Final

import docker

from sandbox.engine import connect
from sandbox.runtimes import library
from sandbox.runtimes.table import BOT, DOOR, GO, LIBRARY, LOG

RECIPE: Final = 3
"""Counts the changes of this file that change what is built."""
REPOSITORY: Final = "athanor-runtime"
PYTHON: Final = "3.11"
PACKAGES: Final = (
    "dash", "libbz2-1.0", "libc6", "libcrypt1", "libexpat1", "libffi8", "libgcc-s1", "liblzma5", "libncursesw6",
    "libpython3.11-minimal", "libpython3.11-stdlib", "libreadline8", "libsqlite3-0", "libssl3", "libstdc++6",
    "libtinfo6", "libuuid1", "python3.11-minimal", "zlib1g",
)  # fmt: skip
RELEASE: Final = "bookworm"
"""Of Debian: the one with that Python."""

KEPT: Final = ("usr/bin", "usr/lib", "usr/lib64")
LEFT_OUT: Final = ("gconv", "engines-3", "ossl-modules", "audit", "lib2to3", "idlelib", "ensurepip", "pydoc_data")
# Since Debian 12 the old folders are links into /usr; its packages still name them.
MERGED: Final = {"bin": "usr/bin", "sbin": "usr/bin", "lib": "usr/lib", "lib64": "usr/lib64"}
FOLDERS: Final = ("proc", "dev", "sys", "mnt", "etc", "run", "tmp", BOT.lstrip("/"), DOOR.lstrip("/"))
FILES: Final = {
    "etc/passwd": "root:x:0:0:root:/:/bin/sh\nbot:x:1000:1000:bot:/tmp:/bin/sh\n",
    "etc/group": "root:x:0:\nbot:x:1000:\n",
    "etc/hosts": "127.0.0.1 localhost\n",
    LOG.lstrip("/"): "",
    GO.lstrip("/"): "",
}


class CannotBuild(Exception):
    """Why no image can be built on this machine, and what to do."""


def tag() -> str:
    what = f"{RECIPE} {PYTHON} {RELEASE} {' '.join(PACKAGES)} {library.digest()}"
    return f"{REPOSITORY}:{hashlib.sha256(what.encode()).hexdigest()[:16]}"


def build(client: docker.APIClient) -> str:
    """Builds the image if the engine does not have it; returns its tag. Raises CannotBuild and DockerException."""
    name = tag()
    if client.images(name):
        return name
    with tempfile.TemporaryDirectory(prefix="athanor-image-") as folder:
        root = Path(folder) / "root"
        _lay_out(root)
        _add_packages(root, Path(folder) / "packages")
        _add_library(root)
        archive = Path(folder) / "root.tar"
        _pack(root, archive)
        repository, _, version = name.partition(":")
        client.import_image_from_file(str(archive), repository=repository, tag=version)
    return name


def _lay_out(root: Path) -> None:
    for folder in (*KEPT, *FOLDERS):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for name, target in MERGED.items():
        (root / name).symlink_to(target)
    for name, text in FILES.items():
        (root / name).write_text(text)


def _add_packages(root: Path, packages: Path) -> None:
    for program in ("apt-get", "dpkg-deb"):
        if shutil.which(program) is None:
            raise CannotBuild(
                f"{program} is not here: build the image on a Debian {RELEASE} machine (or container)"
            )
    packages.mkdir()
    fetched = subprocess.run(
        ["apt-get", "download", *PACKAGES],
        cwd=packages,
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode != 0:
        said = fetched.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise CannotBuild(f"apt-get download failed ({said[0]}): try `apt-get update` first")
    for package in sorted(packages.glob("*.deb")):
        opened = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        assert opened.stdout is not None
        with opened, tarfile.open(fileobj=opened.stdout, mode="r|") as archive:
            for member in archive:
                _extract(archive, member, root)
    if not (root / "usr" / "bin" / f"python{PYTHON}").exists():
        raise CannotBuild(f"these packages hold no Python {PYTHON}: build the image on Debian {RELEASE}")
    for alias in ("python3", "python"):
        (root / "usr" / "bin" / alias).symlink_to(f"python{PYTHON}")
    if not (root / "usr" / "bin" / "sh").exists():
        (root / "usr" / "bin" / "sh").symlink_to("dash")


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, root: Path) -> None:
    path = PurePosixPath(member.name.removeprefix("./"))
    if path.parts and path.parts[0] in MERGED:
        path = PurePosixPath(MERGED[path.parts[0]], *path.parts[1:])
    if member.isdir() or not path.is_relative_to("usr") or not any(path.is_relative_to(kept) for kept in KEPT):
        return
    if not set(path.parts).isdisjoint(LEFT_OUT):
        return
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if member.issym():
        target.unlink(missing_ok=True)
        link = member.linkname
        # The loader's link from lib64 leads over the old name of its folder.
        target.symlink_to(f"/usr{link}" if link.startswith("/lib/") else link)
    elif member.isfile():
        source = archive.extractfile(member)
        assert source is not None
        target.write_bytes(source.read())
        target.chmod(0o755 if member.mode & 0o111 else 0o644)


def _add_library(root: Path) -> None:
    ours = root / LIBRARY.lstrip("/")
    ours.mkdir()
    if f"{sys.version_info.major}.{sys.version_info.minor}" == PYTHON:
        library.copy_wheels(ours)
    else:
        _fetch_wheels(ours)
    library.copy_ours(ours)
    _compile(root)


def _fetch_wheels(into: Path) -> None:
    """The same versions as ours, made for the image's Python: this one is another."""
    wanted = [f"{name}=={metadata.version(name)}" for name in library.WHEELS]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:"]
    where = [
        "--target",
        str(into),
        "--python-version",
        PYTHON,
        "--platform",
        f"manylinux2014_{platform.machine()}",
    ]
    fetched = subprocess.run([*command, *where, *wanted], capture_output=True, text=True, check=False)
    if fetched.returncode != 0:
        raise CannotBuild(
            f"the packages for Python {PYTHON} could not be fetched: {fetched.stderr.strip()[-300:]}"
        )


def _compile(root: Path) -> None:
    """Byte code for everything, by the tree's own Python, which runs where it lies."""
    libraries = root / "usr" / "lib" / f"{platform.machine()}-linux-gnu"
    loader = next(libraries.glob("ld-linux-*.so.*"))
    python: list[str | Path] = [
        loader,
        "--library-path",
        libraries,
        root / "usr" / "bin" / f"python{PYTHON}",
        "-S",
    ]
    folders = [root / "usr" / "lib" / f"python{PYTHON}", root / LIBRARY.lstrip("/")]
    compiling: list[str | Path] = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", *folders]
    environment = {"PYTHONHOME": str(root / "usr")}
    done = subprocess.run([*python, *compiling], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotBuild(f"the image's Python could not compile its library: {done.stderr.strip()[-300:]}")


def _pack(root: Path, archive: Path) -> None:
    """The tree as root's, with the modes that a read-only system needs and times that say nothing."""
    with tarfile.open(archive, "w") as packed:
        for path in sorted(root.rglob("*")):
            entry = packed.gettarinfo(path, path.relative_to(root).as_posix())
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = 0
            if entry.isdir():
                entry.mode = 0o1777 if entry.name == "tmp" else 0o755
            if entry.isfile():
                with path.open("rb") as content:
                    packed.addfile(entry, content)
            else:
                packed.addfile(entry)


def main() -> int:
    try:
        with contextlib.closing(connect(timeout=300)) as client:
            print(build(client))
    except CannotBuild as problem:
        print(f"build-runtime-image: {problem}", file=sys.stderr)
        return 1
    except docker.errors.DockerException as error:
        print(
            f"build-runtime-image: no Docker engine answers ({error}): start one, or set DOCKER_HOST",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
