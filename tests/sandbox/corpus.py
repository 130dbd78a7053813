"""The hostile corpus as data: a folder each in `hostile/`, with a bot and what is to become of it.

`expected.toml` of an attack:

    attack       what it does, in one sentence
    walls        those that hold it; none where a rule of the referee, the adapter or the build stops it
    verdict      "plays on", or the fault that its bot is out for, or what its build came to
    sentence     what the author reads holds this
    reports      what the attack comes to, as the bot tells it: values, or bounds of them (`agrees`)
    host         what the harness sets up outside, and looks at there afterwards; `beside`: the program of a bot
                 at the next seat, which is told bits to say
    limits, clock, protocol, build, within, warm, machine: how it is run, where that is unlike the others
    twin         the same without its walls (`without`), or with the bot behaving (`tame`), and what it comes to
                 then: at least one of the expectations above fails, and all of the twin's own hold;
                 or `none`: why there is nothing to drop
    docker, bubblewrap    what is otherwise on one driver
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

HOSTILE: Final = Path(__file__).parent / "hostile"
PLAYS_ON: Final = "plays on"


@dataclass(frozen=True, slots=True)
class Expected:
    """What a run comes to; None and nothing: it is not looked at."""

    verdict: str | None
    sentence: str
    reports: Mapping[str, Any]
    log_most: int | None = None
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    name: str
    folder: Path
    attack: str
    walls: tuple[str, ...]
    expected: Expected
    twin_without: tuple[str, ...]
    twin_tame: bool
    twin_none: str
    twin: Expected
    host: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    clock: Mapping[str, int] = field(default_factory=dict)
    twin_clock: Mapping[str, int] = field(default_factory=dict)
    protocol: str = "sdk"
    build: bool = False
    within: float = 300.0
    """Seconds for a build: but for one that never ends, only a machine that stands still takes so long."""
    warm: bool = False
    machine: str = ""

    @property
    def has_twin(self) -> bool:
        return not self.twin_none


def names() -> list[str]:
    return sorted(path.parent.name for path in HOSTILE.glob("*/expected.toml"))


def attack_named(name: str, driver: str) -> Attack:
    folder = HOSTILE / name
    told = tomllib.loads((folder / "expected.toml").read_text())
    ours = told.pop(driver, {})
    for other in ("docker", "bubblewrap"):
        told.pop(other, None)
    told = _merged(told, ours)
    twin, host = told.pop("twin"), told.pop("host", {})
    without = tuple(twin.get("without", ()))
    tame, none = bool(twin.get("tame", False)), str(twin.get("none", ""))
    assert none or without or tame or "clock" in twin, f"{name} has no twin, and does not say why"
    return Attack(
        name=name,
        folder=folder,
        attack=told.pop("attack"),
        walls=tuple(told.pop("walls")),
        expected=Expected(
            told.pop("verdict", PLAYS_ON), told.pop("sentence", ""), told.pop("reports", {}), host.get("log_most")
        ),
        twin_without=without,
        twin_tame=tame,
        twin_none=none,
        twin=Expected(
            twin.get("verdict"),
            twin.get("sentence", ""),
            twin.get("reports", {}),
            twin.get("log_most"),
            twin.get("leaves", False),
        ),
        host=host,
        twin_clock=twin.get("clock", {}),
        **told,
    )


def _merged(told: dict[str, Any], ours: Mapping[str, Any]) -> dict[str, Any]:
    for key, value in ours.items():
        before = told.get(key)
        told[key] = _merged(before, value) if isinstance(value, dict) and isinstance(before, dict) else value
    return told


def agrees(expected: Any, found: Any) -> bool:
    """A table of bounds, all of which hold; else the value itself."""
    if not isinstance(expected, dict):
        return bool(expected == found)
    return all(_holds(kind, bound, found) for kind, bound in expected.items())


def _holds(kind: str, bound: Any, found: Any) -> bool:
    match kind:
        case "least":
            return bool(found is not None and found >= bound)
        case "most":
            return bool(found is not None and found <= bound)
        case "among":
            return found in bound
        case "other":
            return bool(found is not None and found != bound)
        case "has":
            return bool(found) and bound in found
        case "long":
            return found is not None and len(found) >= bound
        case "short":
            return found is not None and len(found) <= bound
    raise ValueError(f"no such bound: {kind}")
