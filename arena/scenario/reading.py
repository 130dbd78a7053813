"""From a JSON document to a `Scenario`, strict: a misspelt key would be a check that never runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

from arena.games.registry import UnknownGame, game_named
from arena.kernel.seats import PUBLIC, Seat, Viewer
from arena.scenario.shape import Act, Expect, Expected, Legal, Loaded, Look, New, NoScenario, Scenario, Step

Object: TypeAlias = dict[str, Any]

KEYS: Final = ("name", "rules", "game", "options", "state", "seats", "seed", "chance", "steps", "expect")
NO_SEED: Final = "0" * 64
_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")
_POINTER: Final = re.compile(r"(/([^~/]|~[01])*)*")


def read(document: Any) -> Scenario:
    """The scenario of a document. Raises NoScenario."""
    try:
        return _read(document)
    except RecursionError:
        raise NoScenario("", "it is nested too deep to be read") from None


def _read(document: Any) -> Scenario:
    top = _object(document, "")
    _known(top, KEYS, "")
    for key in ("name", "game"):
        if key not in top:
            raise NoScenario("", f"a scenario has a {key!r}")
    return Scenario(
        name=_string(top["name"], "/name"),
        rules=[_string(rule, f"/rules/{i}") for i, rule in enumerate(_list(top.get("rules", []), "/rules"))],
        game=_game(top["game"]),
        options=_object(top.get("options", {}), "/options"),
        begin=_begin(top),
        seed=_seed(top.get("seed", NO_SEED)),
        chance=_chance(top.get("chance", {})),
        steps=[_step(step, f"/steps/{i}") for i, step in enumerate(_list(top.get("steps", []), "/steps"))],
        expect=_expected(top.get("expect", {}), "/expect"),
    )


def _begin(top: Object) -> Loaded | New:
    if "state" in top:
        if "seats" in top:
            raise NoScenario("/seats", "a scenario begins with a 'state' or with 'seats', not both")
        return Loaded(top["state"])
    if "seats" not in top:
        raise NoScenario("", "a scenario begins with a 'state', or with 'seats' and a 'seed'")
    return New(_whole(top["seats"], "/seats"))


def _game(value: Any) -> str:
    name = _string(value, "/game")
    try:
        game_named(name)
    except UnknownGame as error:
        raise NoScenario("/game", str(error)) from None
    return name


def _seed(value: Any) -> bytes:
    text = _string(value, "/seed")
    if not _SEED.fullmatch(text):
        raise NoScenario("/seed", f"a seed has 64 hexadecimal digits, not {text!r:.80}")
    return bytes.fromhex(text)


def _chance(value: Any) -> Mapping[str, Sequence[int]]:
    return {
        stream: [_whole(one, f"/chance/{stream}/{i}") for i, one in enumerate(_list(values, f"/chance/{stream}"))]
        for stream, values in _object(value, "/chance").items()
    }


def _step(value: Any, at: str) -> Step:
    step = _object(value, at)
    for key, reader in _STEPS.items():
        if key in step:
            return reader(step, at)
    raise NoScenario(at, f"a step has one of: {', '.join(_STEPS)}")


def _act(step: Object, at: str) -> Act:
    _known(step, ("seat", "act", "refused"), at)
    if "seat" not in step:
        raise NoScenario(at, "an 'act' has a 'seat'")
    refused = _string(step["refused"], f"{at}/refused") if "refused" in step else None
    return Act(_whole(step["seat"], f"{at}/seat"), step["act"], refused)


def _legal(step: Object, at: str) -> Legal:
    _known(step, ("legal", "contains", "excludes", "equals"), at)
    seat: Seat = _whole(step["legal"], f"{at}/legal")
    contains, excludes = (_list(step.get(key, []), f"{at}/{key}") for key in ("contains", "excludes"))
    return Legal(seat, contains, excludes, _list(step["equals"], f"{at}/equals") if "equals" in step else None)


def _look(step: Object, at: str) -> Look:
    _known(step, ("view", "expect", "absent"), at)
    viewer: Viewer = PUBLIC if step["view"] == "public" else _whole(step["view"], f"{at}/view", ' or "public"')
    return Look(viewer, _expected(step.get("expect", {}), f"{at}/expect"), _pointers(step, at))


def _expect(step: Object, at: str) -> Expect:
    _known(step, ("expect", "absent"), at)
    return Expect(_expected(step.get("expect", {}), f"{at}/expect"), _pointers(step, at))


_STEPS: Final[Mapping[str, Callable[[Object, str], Step]]] = {
    "act": _act,
    "legal": _legal,
    "view": _look,
    "expect": _expect,
    "absent": _expect,
}


def _expected(value: Any, at: str) -> Expected:
    expected = _object(value, at)
    for pointer in expected:
        _pointer(pointer, at)
    return expected


def _pointers(step: Object, at: str) -> Sequence[str]:
    pointers = _list(step.get("absent", []), f"{at}/absent")
    return [
        _pointer(_string(pointer, f"{at}/absent/{i}"), f"{at}/absent/{i}") for i, pointer in enumerate(pointers)
    ]


def _pointer(pointer: str, at: str) -> str:
    if not _POINTER.fullmatch(pointer):
        raise NoScenario(at, f"{pointer!r:.80} is no JSON pointer: it begins with / (RFC 6901)")
    return pointer


def _known(given: Object, keys: Collection[str], at: str) -> None:
    for key in given:
        if key not in keys:
            raise NoScenario(at, f"unknown key {key!r:.60}; there may be: {', '.join(keys)}")


def _object(value: Any, at: str) -> Object:
    if not isinstance(value, dict):
        raise NoScenario(at, f"an object was expected, not {value!r:.60}")
    return value


def _list(value: Any, at: str) -> list[Any]:
    if not isinstance(value, list):
        raise NoScenario(at, f"a list was expected, not {value!r:.60}")
    return value


def _string(value: Any, at: str) -> str:
    if not isinstance(value, str):
        raise NoScenario(at, f"a string was expected, not {value!r:.60}")
    return value


def _whole(value: Any, at: str, otherwise: str = "") -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise NoScenario(at, f"a whole number{otherwise} was expected, not {value!r:.60}")
    return value
