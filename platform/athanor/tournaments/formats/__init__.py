"""The formats as an organizer chooses them: a module each, found by itself.

To add one to those of `arena/pairing/formats/`: a module of the same name here, with a `FormatPlan` as its `PLAN`.
Its fields are then those of `plan.StagePlan`, of the form, which shows them for this format, and of the API.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from athanor.tournaments.plan_fields import FormatPlan


def _found() -> Iterator[tuple[str, type[FormatPlan]]]:
    for one in iter_modules(__path__):
        yield one.name.replace("_", "-"), import_module(f"{__name__}.{one.name}").PLAN


FORMATS: Final[Mapping[str, type[FormatPlan]]] = dict(sorted(_found(), key=lambda one: one[1].place))
"""In the order of the form."""
