"""The options (AK-3), and what else is fixed for one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.games.alkemy import recruiting
from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.material import DEFAULTS, PRESETS
from arena.games.alkemy.terrain import SETS
from arena.kernel.options import BadOptions, Option


class ArmiesOption(Option):
    """No army, or one a seat: `{faction, cards: [{profile, figures}]}`. In a command, the names of two presets."""

    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, list) and len(value) in (0, 2) and all(army_of(army) is not None for army in value)
        )

    def described(self) -> str:
        return (
            "an empty list, or two armies of a faction and its cards; in a command two ready-made ones with a "
            f"comma between them, of {', '.join(PRESETS)}"
        )

    def read(self, text: str) -> Any:
        names = [] if text == "[]" else [name for name in text.split(",") if name]
        if len(names) in (0, 2) and all(name in PRESETS for name in names):
            return [document_of(army) for name in names if (army := recruiting.preset(name))]
        return text


OPTIONS: Mapping[str, Option] = {
    "points": Option(DEFAULTS["points"], range(100, 401), "most points of an army"),
    "turn_limit": Option(DEFAULTS["turn_limit"], range(1, 21), "turns played at most"),
    "ply_limit": Option(DEFAULTS["ply_limit"], range(200, 20001), "actions accepted at most"),
    "aim": Option(DEFAULTS["aim"], ("steady", "estimate", "never"), "how the bonus die for aim is earned"),
    "wipeout": Option(DEFAULTS["wipeout"], ("win", "draw"), "what a lost army means"),
    "terrain_set": Option(DEFAULTS["terrain_set"], tuple(SETS), "the six pieces of scenery"),
    "auto_setup": Option(False, (False, True), "scenery, tokens and deployment are played by the engine"),
    "armies": ArmiesOption([], (), "two armies: nobody chooses one"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one game, as the engine asks for them."""

    revision: int
    """Of the rules: an earlier one in the replays of its time."""
    points: int
    turn_limit: int
    ply_limit: int
    aim: str
    wipeout_wins: bool
    pieces: tuple[str, ...]
    auto_setup: bool
    armies: tuple[Army, ...]
    document: Mapping[str, Any]


def settings(revision: int, document: Mapping[str, Any]) -> Settings:
    """Of options that are settled: every one is there."""
    return Settings(
        revision=revision,
        points=document["points"],
        turn_limit=document["turn_limit"],
        ply_limit=document["ply_limit"],
        aim=document["aim"],
        wipeout_wins=document["wipeout"] == "win",
        pieces=SETS[document["terrain_set"]],
        auto_setup=document["auto_setup"],
        armies=_armies(document),
        document=document,
    )


def _armies(document: Mapping[str, Any]) -> tuple[Army, ...]:
    return tuple(army for entry in document["armies"] if (army := army_of(entry)) is not None)


def check_armies(document: Mapping[str, Any]) -> None:
    """Raises BadOptions where an army is not one that could be chosen (AK-18)."""
    for seat, army in enumerate(_armies(document)):
        found = recruiting.trouble(army, document["points"])
        if found is not None:
            where = f"armies/{seat}" + (f"/cards/{found.card}" if found.card >= 0 else "")
            raise BadOptions(f"alkemy: option {where} is refused, {found.code}: {found.about}")


def army_of(document: Any) -> Army | None:
    """The army of a document, or None where it has not the shape of one."""
    if not isinstance(document, dict) or document.keys() != {"faction", "cards"}:
        return None
    faction, cards = document["faction"], document["cards"]
    if not isinstance(faction, str) or not isinstance(cards, list):
        return None
    recruited = []
    for card in cards:
        if not isinstance(card, dict) or card.keys() != {"profile", "figures"}:
            return None
        profile, figures = card["profile"], card["figures"]
        if not isinstance(profile, str) or not isinstance(figures, int) or isinstance(figures, bool):
            return None
        recruited.append(Recruited(profile, figures))
    return Army(faction, tuple(recruited))


def document_of(army: Army) -> dict[str, Any]:
    return {"faction": army.faction, "cards": [{"profile": name, "figures": count} for name, count in army.cards]}
