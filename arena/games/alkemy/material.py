"""Dice, combat cards, profile cards, factions, formulas and numbers of the scenario, from the data files.

Numbers that are data live there (AK-9 to AK-33, AK-213, AK-250 to AK-261); nothing here knows one by name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

NONE: Final = -1
"""No figure, no seat, no leap, no estimate: what a whole number says where nothing is meant."""
INCH: Final = 100
"""The unit is the hundredth of an inch (AK-34)."""


def table(name: str) -> dict[str, Any]:
    """The data file of that name, without its ending: `dice`, `profiles`, `formulas`, `terrain`, `scenario`."""
    return tomllib.loads(files(__package__).joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))


_DICE = table("dice")
_PROFILES = table("profiles")
_FORMULAS = table("formulas")
_SCENARIO = table("scenario")

SEATS: Final = range(2, 3)  # AK-2
STREAMS: Final = ("setup", "dice", "ties", "fate")  # AK-4


# --- dice (AK-20 to AK-30)


class Face(NamedTuple):
    colour: str
    number: int
    symbol: str


COLOURS: Final[tuple[str, ...]] = tuple(_DICE["health"]["order"])
FACES: Final[dict[str, tuple[Face, ...]]] = {
    die["colour"]: tuple(Face(die["colour"], face["number"], face["symbol"]) for face in die["faces"])
    for die in _DICE["die"]
}
COLUMN: Final[dict[tuple[str, str], int]] = {
    pair: column["index"]
    for column in _DICE["column"]
    for pair in (tuple(column["pair"]), tuple(reversed(column["pair"])))
}
COLUMNS: Final = len(_DICE["column"])
BASE_DICE: Final[int] = _DICE["limits"]["base_dice"]
MOST_ADDED: Final[int] = _DICE["limits"]["max_dice"] - BASE_DICE
REROLLS: Final[int] = _DICE["limits"]["opposition_rerolls"]
COVER_NEED: Final[dict[int, int]] = {int(size): need for size, need in _DICE["cover"].items()}  # AK-181
COVER_COLOUR: Final = COLOURS[0]


class Card(NamedTuple):
    """A combat card (AK-135)."""

    id: str
    attack: bool
    ref_dice: int
    com_dice: int
    beats: str
    column_shift: int
    counter_margin: int


CARDS: Final[dict[str, Card]] = {
    card["id"]: Card(
        card["id"],
        card["attack"],
        card["ref_dice"],
        card["com_dice"],
        card.get("beats", ""),
        card["column_shift"],
        card.get("counter_margin", 0),
    )
    for card in _DICE["card"]
}
CARD_ORDER: Final = tuple(CARDS)
"""brutal, normal, quick, parry, inactive: the order of suggestions (AK-312)."""
ATTACKS: Final = tuple(card.id for card in CARDS.values() if card.attack)
PARRY: Final = "parry"
INACTIVE: Final = "inactive"
FATE_ORDER: Final = ("quick", "brutal", "normal")  # AK-238


# --- profiles (AK-9 to AK-19)


class Ranged(NamedTuple):
    name: str
    com: int
    range: int
    dom: tuple[int, ...]


class Alchemy(NamedTuple):
    inner: bool
    element: str
    stones: int
    formulas: tuple[str, ...]


class Profile(NamedTuple):
    """A profile card. Movement values and ranges are in hundredths."""

    id: str
    name: str
    symbols: tuple[str, ...]
    hero: bool
    cost: int
    limit: int
    lines: int
    size: int
    radius: int
    esp: int
    ref: int
    com: int
    defence: int
    ap: int
    life: tuple[int, ...]
    boxes: int
    walk: int
    charge: int
    run: int
    dom: tuple[int, ...]
    dom_alchemist: tuple[int, ...]
    skills: frozenset[str]
    """Without their values."""
    values: Mapping[str, int]
    """Of the skills that have one: tough, fearsome, marksman."""
    ranged: Ranged | None
    alchemy: Alchemy | None


RADIUS_OF: Final[dict[int, int]] = {int(size): radius for size, radius in _PROFILES["base_radius"].items()}


def _profile(entry: dict[str, Any]) -> Profile:
    walk, charge, run = (INCH * inches for inches in entry["move"])
    skills = [skill.partition(":") for skill in entry["skills"]]
    ranged, alchemy = entry.get("ranged"), entry.get("alchemy")
    return Profile(
        id=entry["id"],
        name=entry["name"],
        symbols=tuple(entry["symbols"]),
        hero=entry["hero"],
        cost=entry["cost"],
        limit=entry["limit"],
        lines=entry["lines"],
        size=entry["size"],
        radius=RADIUS_OF[entry["size"]],
        esp=entry["esp"],
        ref=entry["ref"],
        com=entry["com"],
        defence=entry["def"],
        ap=entry["ap"],
        life=tuple(entry["life"]),
        boxes=sum(entry["life"]),
        walk=walk,
        charge=charge,
        run=run,
        dom=tuple(entry["dom"]),
        dom_alchemist=tuple(entry.get("dom_alchemist", entry["dom"])),
        skills=frozenset(name for name, _, _ in skills),
        values={name: int(value) for name, _, value in skills if value},
        ranged=ranged and Ranged(ranged["name"], ranged["com"], INCH * ranged["range"], tuple(ranged["dom"])),
        alchemy=alchemy
        and Alchemy(
            alchemy["circle"] == "inner", alchemy["element"], alchemy["stones"], tuple(alchemy["formulas"])
        ),
    )


PROFILES: Final[dict[str, Profile]] = {entry["id"]: _profile(entry) for entry in _PROFILES["profile"]}
ELEMENT_OF: Final[dict[str, str]] = {entry["id"]: entry["element"] for entry in _PROFILES["faction"]}
"""By faction: the essence of its components."""
FACTION_NAMES: Final[dict[str, str]] = {entry["id"]: entry["name"] for entry in _PROFILES["faction"]}
ELEMENTS: Final = tuple(dict.fromkeys(ELEMENT_OF.values()))


class Preset(NamedTuple):
    id: str
    faction: str
    cards: tuple[tuple[str, int], ...]


PRESETS: Final[dict[str, Preset]] = {
    entry["id"]: Preset(entry["id"], entry["faction"], tuple((name, count) for name, count in entry["cards"]))
    for entry in _PROFILES["preset"]
}


# --- formulas (AK-213, AK-224)


class Enhancement(NamedTuple):
    id: str
    stones: int
    once: bool


class Formula(NamedTuple):
    """Range and radius are in hundredths, as are the movement values of Koga's Speed."""

    id: str
    name: str
    element: str
    level: int
    cost: int
    range: int
    auto: bool
    target: str
    effect: str
    ends: frozenset[str]
    enhancements: Mapping[str, Enhancement]
    grants: tuple[str, ...]
    dom: tuple[int, ...]
    defence: int
    com: int
    move: tuple[int, ...]
    radius: int


def _formula(entry: dict[str, Any]) -> Formula:
    return Formula(
        id=entry["id"],
        name=entry["name"],
        element=entry["element"],
        level=entry["level"],
        cost=entry["cost"],
        range=INCH * entry["range"],
        auto=entry["threshold"] == "auto",
        target=entry["target"],
        effect=entry["effect"],
        ends=frozenset(entry["ends"].split(", ")),
        enhancements={
            one["id"]: Enhancement(one["id"], one["stones"], one.get("once", False)) for one in entry["enhance"]
        },
        grants=tuple(entry.get("grants", ())),
        dom=tuple(entry.get("dom", ())),
        defence=entry.get("def", 0),
        com=entry.get("com", 0),
        move=tuple(INCH * inches for inches in entry.get("move", ())),
        radius=INCH * entry.get("radius", 0),
    )


FORMULAS: Final[dict[str, Formula]] = {entry["id"]: _formula(entry) for entry in _FORMULAS["formula"]}
BY_EFFECT: Final[dict[str, Formula]] = {formula.effect: formula for formula in FORMULAS.values()}
"""The formula behind an effect: its numbers."""


# --- the scenario (AK-250 to AK-261)

BOARD: Final[int] = _SCENARIO["board"]["width"]
MEDIAN: Final = BOARD // 2
MARKERS: Final[tuple[tuple[int, int], ...]] = tuple((x, y) for x, y in _SCENARIO["markers"]["at"])
MARKER_RADIUS: Final[int] = _SCENARIO["markers"]["radius"]
MARKER_REACH: Final[int] = _SCENARIO["markers"]["reach"]
MARKER_COST: Final[int] = _SCENARIO["markers"]["action_points"]
ZONE_DEPTH: Final[int] = _SCENARIO["deployment"]["depth"]
DEPLOY_COLUMNS: Final[tuple[int, ...]] = tuple(_SCENARIO["deployment"]["auto_columns"])
PIECES: Final[int] = _SCENARIO["terrain"]["pieces"]
GAPS: Final[tuple[int, ...]] = tuple(_SCENARIO["terrain"]["gaps"])
SLOTS: Final[tuple[tuple[int, int], ...]] = tuple((x, y) for x, y in _SCENARIO["terrain"]["default_slots"])
DEFAULT_ROTATION: Final[str] = _SCENARIO["terrain"]["default_rotation"]
LATTICE: Final[int] = _SCENARIO["terrain"]["lattice"]
TOKENS_A_SEAT: Final[int] = _SCENARIO["tokens"]["per_seat"]
TOKEN_RADIUS: Final[int] = _SCENARIO["tokens"]["radius"]
TOKEN_TOUCH: Final[int] = _SCENARIO["tokens"]["touch"]
SPACINGS: Final[tuple[int, ...]] = tuple(_SCENARIO["tokens"]["spacings"])
POINTS_TO_WIN: Final[int] = _SCENARIO["victory"]["points"]
POINTS_A_TURN: Final[int] = _SCENARIO["victory"]["per_turn"]
DEFAULTS: Final[dict[str, Any]] = _SCENARIO["options"]

# --- costs and limits of the rule book's own text

COST: Final[dict[str, int]] = {  # AK-90
    "walk": 1,
    "run": 2,
    "charge": 1,
    "engage": 1,
    "shoot": 1,
    "concentrate": 1,
    "prepare": 1,
    "control": MARKER_COST,
    "stand": 1,
    "harvest": 0,
    "fight": 0,
}
LEVEL: Final = INCH  # AK-47
REACH: Final = INCH  # AK-125
STEALTH_RANGE: Final = 4 * INCH  # AK-282
MOST_PATH: Final = 12  # AK-92
MOST_CONCENTRATION: Final = 4  # AK-211
MOST_COMPONENTS: Final = 12  # AK-210
HARVEST_REACH: Final = INCH  # AK-212
HARVEST_OWN: Final = 4
HARVEST_OWN_INNER: Final = 6
HARVEST_OTHER: Final = 2
STONES_A_COMPONENT: Final = 2  # AK-215
MOST_STONES: Final = 4  # AK-224
MOST_STONES_INNER: Final = 6
MOST_ESTIMATE: Final = 60  # AK-175
REACTIVATE_CARD_AP: Final = 3  # AK-82
REACTIVATE_AP: Final = 2
KNOCKED_DEFENCE: Final = 8  # AK-238
