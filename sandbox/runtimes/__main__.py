"""python -m sandbox.runtimes [LANGUAGE...]: builds the trees that bots run in and are built in.

It is what `make runtimes` does. Trees that are there already cost nothing. Where a Docker engine answers it gets
them as images.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path

from docker.errors import DockerException

from sandbox.engine import connect
from sandbox.filesystems import image
from sandbox.runtimes import debian, images, library, recipes, shelf
from sandbox.runtimes.recipes import PURPOSES, Recipe


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="runtimes", description=__doc__)
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", help=f"of {', '.join(recipes.languages())}")
    wished = parser.parse_args(arguments).languages
    unknown = [name for name in wished if name not in recipes.languages()]
    if unknown:
        print(f"runtimes: no language is called {unknown[0]!r}: {', '.join(recipes.languages())}", file=sys.stderr)
        return 2
    try:
        build(wanted(wished))
    except (debian.CannotBuild, library.CannotFetch) as problem:
        print(f"runtimes: {problem}", file=sys.stderr)
        return 1
    return 0


def wanted(names: list[str]) -> list[Recipe]:
    """In the order in which they can be built; Python always, on which the adapter runs."""
    chosen = {
        recipes.languages()[name].recipe(purpose).digest
        for name in ("python", *(names or recipes.languages()))
        for purpose in PURPOSES
    }
    return [recipe for digest, recipe in recipes.recipes().items() if digest in chosen]


def build(chosen: list[Recipe]) -> None:
    began = time.monotonic()

    def say(what: str) -> None:
        print(f"runtimes: {time.monotonic() - began:4.0f} s  {what}", flush=True)

    made = debian.build(shelf.own(), chosen, say)
    ours = library.tree(shelf.own(), recipes.base()["python"], fetch=True)
    say(f"{len(made)} of {len(chosen)} trees made, all of them in {shelf.own()}")
    places = [place / "root" for recipe in chosen if (place := shelf.place_of(recipe))]
    _make_images([*places, ours] if ours else places, say)
    try:
        with contextlib.closing(connect(timeout=600)) as client:
            client.ping()
            imported = images.import_missing(client, chosen, say)
            images.prune(client)
    except DockerException:
        say("no Docker engine answers: nothing imported")
    else:
        say(f"{len(imported)} images imported")


def _make_images(trees: list[Path], say: debian.Say) -> None:
    """Whoever cannot mount them needs none."""
    if os.geteuid() != 0:
        return
    try:
        missing = [tree for tree in trees if not image.path_of(tree).exists()]
        for tree in missing:
            image.made(tree)
        say(f"{len(missing)} file system images made")
    except image.NoImage as problem:
        say(f"boxes will share their runtime in memory: {problem}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
