"""Which languages this machine can run bots of behind walls: the doctor's lines about them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Literal, NamedTuple

from sandbox.runtimes import host, shelf
from sandbox.runtimes.recipes import Language, languages


class Support(NamedTuple):
    name: str
    state: Literal["ok", "weak"]
    """Never "no": a farm need not have every language."""
    detail: str


def support() -> Iterator[Support]:
    for language in languages().values():
        yield _support_of(language)


def _support_of(language: Language) -> Support:
    runtime = language.runtime
    built = [shelf.place_of(recipe) is not None for recipe in (language.run, language.build)]
    bring = f"`make runtimes LANGUAGES={runtime.name}` brings {runtime.title} ({runtime.version})"
    if all(built):
        return Support(runtime.name, "ok", f"{runtime.title} ({runtime.version}), from Debian's packages")
    if host.has(language, "run") and host.has(language, "build"):
        return Support(runtime.name, "weak", f"{runtime.title} of this machine's own; {bring}")
    by_hand = f"; `athanor play` builds yours by this machine's {runtime.compiler}" if _is_here(language) else ""
    if built[0] or host.has(language, "run"):
        return Support(runtime.name, "weak", f"{runtime.title} cannot be built behind walls{by_hand}; {bring}")
    return Support(runtime.name, "weak", f"{runtime.title} is not here; {bring}")


def _is_here(language: Language) -> bool:
    return shutil.which(language.runtime.compiler) is not None
