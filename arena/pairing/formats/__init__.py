"""The formats: a folder each, found by itself. README.md beside this folder says how to add one.

A format's folder gives `FORMAT`, the class of its settings, and `COURSE`, how a stage of it goes on. The folder's
name is the format's, in every document: `round_robin` is `round-robin`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from arena.pairing.formats.course import AnyCourse
from arena.pairing.settings import Format, Settings


def folders(path: list[str], package: str) -> Iterator[tuple[str, ModuleType]]:
    """The packages in a package that has one for each format, by the names of the formats."""
    for found in iter_modules(path):
        if found.ispkg:
            yield found.name.replace("_", "-"), import_module(f"{package}.{found.name}")


_FOUND: Final = dict(folders(__path__, __name__))
FORMATS: Final[Mapping[str, type[Format]]] = {name: found.FORMAT for name, found in _FOUND.items()}
COURSES: Final[Mapping[type[Format], type[AnyCourse]]] = {one.FORMAT: one.COURSE for one in _FOUND.values()}


def course_of(settings: Settings, stage: int) -> AnyCourse:
    """How stage `stage` goes on, counted from 1."""
    of = settings.stages[stage - 1]
    return COURSES[type(of.format)](settings, of, of.format)
