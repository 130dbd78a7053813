"""The same trees as images of a Docker engine: imported from their folders, nothing pulled."""

from __future__ import annotations

import contextlib
import os
import tarfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import docker

from sandbox.runtimes import shelf
from sandbox.runtimes.debian import MOMENT, UNUSED, Say
from sandbox.runtimes.recipes import Recipe, recipes

REPOSITORY: Final = "athanor-runtime"


def tag(recipe: Recipe) -> str:
    """By the recipe's digest: the image of a tree is never another one."""
    return f"{REPOSITORY}:{recipe.digest}"


def import_missing(client: docker.APIClient, wanted: Iterable[Recipe], say: Say = lambda _: None) -> list[str]:
    """Imports those that stand on the shelf and that the engine does not have; returns their tags."""
    imported = []
    for recipe in wanted:
        place, name = shelf.place_of(recipe), tag(recipe)
        if place is None or client.images(name):
            continue
        say(f"importing the image of {recipe.name}")
        _import(client, place / "root", name)
        imported.append(name)
    return imported


def prune(client: docker.APIClient) -> list[str]:
    """Removes images of older recipes, a month old, that no container is made of; returns their tags."""
    known, oldest = {tag(recipe) for recipe in recipes().values()}, time.time() - UNUSED
    removed = []
    for image in client.images(REPOSITORY):
        for name in image["RepoTags"] or ():
            if name not in known and image["Created"] < oldest:
                with contextlib.suppress(docker.errors.APIError):
                    client.remove_image(name)
                    removed.append(name)
    return removed


def _import(client: docker.APIClient, root: Path, name: str) -> None:
    """Through a pipe: a tree with a compiler has half a gigabyte."""
    repository, _, version = name.partition(":")
    reading, writing = os.pipe()
    packing = threading.Thread(target=_pack, args=(root, writing), daemon=True)
    packing.start()
    with os.fdopen(reading, "rb") as archive:
        client.import_image_from_stream(archive, repository=repository, tag=version)
    packing.join()


def _pack(root: Path, into: int) -> None:
    """The tree as root's, with the modes that a read-only system needs, and one time for all files."""
    with (
        contextlib.suppress(BrokenPipeError),
        os.fdopen(into, "wb") as out,
        tarfile.open(fileobj=out, mode="w|") as packed,
    ):
        for path in sorted(root.rglob("*")):
            entry = packed.gettarinfo(path, path.relative_to(root).as_posix())
            if entry.islnk():
                # A file with another name in the tree: it is packed as what it is.
                entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", path.stat().st_size
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = MOMENT
            if entry.isdir():
                entry.mode = 0o1777 if entry.name == "tmp" else 0o755
            if entry.isfile():
                with path.open("rb") as content:
                    packed.addfile(entry, content)
            else:
                packed.addfile(entry)
