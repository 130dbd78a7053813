"""The classes of slot that can be asked for: a runtime and a size. Numbers of a request can only be lower."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from athanor_contract.limits.sandbox import BUILD_LIMITS, Limits
from sandbox.daemon.wire import BadRequest
from sandbox.runtimes.table import check_known

MATCH: Final = "match"
BUILD: Final = "build"
SIZES: Final[Mapping[str, Limits]] = {MATCH: Limits(), BUILD: BUILD_LIMITS}
LONGEST_BUILD: Final = 600.0
LONGEST_START: Final = 3600.0


@dataclasses.dataclass(frozen=True, slots=True)
class SlotClass:
    runtime: str
    size: str
    limits: Limits

    @property
    def name(self) -> str:
        return f"{self.runtime}/{self.size}"


def asked(name: Any, limits: Any) -> SlotClass:
    """Raises BadRequest, and SandboxFault for a runtime that is not here."""
    runtime, _, size = name.rpartition("/") if isinstance(name, str) else ("", "", "")
    if size not in SIZES:
        raise BadRequest(f"`class` must be a runtime and a size: RUNTIME/{' or RUNTIME/'.join(SIZES)}")
    # The table of runtimes says what is wrong with one that it does not have.
    check_known(runtime)
    return SlotClass(runtime, size, _lowered(SIZES[size], limits))


def lower(limits: Limits, size: str) -> dict[str, float]:
    """What a client has to say of limits that are not those of the size."""
    whole = dataclasses.asdict(SIZES[size])
    return {name: value for name, value in dataclasses.asdict(limits).items() if value != whole[name]}


def _lowered(whole: Limits, wanted: Any) -> Limits:
    if wanted is None:
        return whole
    if not isinstance(wanted, dict):
        raise BadRequest("`limits` must be an object of numbers")
    most = dataclasses.asdict(whole)
    for name, value in wanted.items():
        if name not in most:
            raise BadRequest(f"there is no limit {str(name)[:40]!r}; there are: {', '.join(most)}")
        kind = type(most[name])
        if type(value) not in (int, kind) or not 0 < value <= most[name]:
            raise BadRequest(f"the limit `{name}` must be a number above 0, and at most {most[name]}")
    return dataclasses.replace(whole, **wanted)
