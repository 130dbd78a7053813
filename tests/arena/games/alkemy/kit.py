"""Alkemy's part of the contract tests."""

from __future__ import annotations

import copy
from itertools import combinations
from random import Random
from typing import Any

from arena.contract.kit import Kit
from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.material import CARD_ORDER, PRESETS, PROFILES
from arena.games.alkemy.options import OPTIONS, document_of
from arena.games.alkemy.recruiting import preset, trouble
from arena.kernel.seats import Viewer
from tests.arena.games.alkemy import invariants
from tests.arena.games.alkemy.mustered import armies
from tests.arena.games.alkemy.wandering import choice
from tests.arena.games.folders import GOLDEN, SCENARIOS

FIGURES = range(24)
CARDS = range(20)
SPOTS = [(60, 60), (1200, 1200), (1200, 190), (1200, 2210), (700, 900), (2400, 2400)]


def act(*orders: dict[str, Any]) -> dict[str, Any]:
    return {"act": {"orders": list(orders)}}


def _points(spots: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"x": x, "y": y} for x, y in spots]


UNIVERSE: list[dict[str, Any]] = [
    *({"army": {"preset": name}} for name in (*PRESETS, "no-such-preset")),
    {"army": {"faction": "jade", "cards": [{"profile": "captain-lee-ping", "figures": 1}]}},
    {"army": {"faction": "jade", "cards": []}},
    *({"terrain": {"piece": piece, "x": x, "y": y}} for piece in ("house", "ruin", "tent") for x, y in SPOTS),
    {"terrain": {"piece": "house", "x": 500, "y": 575, "rotation": "r45"}},
    *({"component": {"x": x, "y": y}} for x, y in SPOTS),
    *({"deploy": {"card": card, "positions": _points(SPOTS[:count])}} for card in CARDS for count in range(4)),
    *({"initiative": {"figure": figure}} for figure in FIGURES),
    *({"first": {"seat": seat}} for seat in range(-1, 3)),
    *({"activate": {"card": card}} for card in CARDS),
    *({"reactivate": {"figure": figure}} for figure in FIGURES),
    {"pass": {}},
    {"end": {}},
    *(act({name: {"figure": figure}}) for name in ("stand", "concentrate") for figure in FIGURES),
    *(
        act({name: {"figure": one, "target": two}})
        for name in ("shoot", "fight")
        for one in FIGURES
        for two in FIGURES
    ),
    *(act({"walk": {"figure": figure, "path": _points([spot])}}) for figure in FIGURES for spot in SPOTS),
    *(act({"run": {"figure": figure, "path": _points(SPOTS[:2]), "jump": True}}) for figure in FIGURES),
    *(act({"control": {"figure": figure, "marker": marker}}) for figure in FIGURES for marker in range(4)),
    *(act({"harvest": {"figure": figure, "token": token}}) for figure in FIGURES for token in range(7)),
    *(
        act({"charge": {"figure": one, "targets": [two], "path": _points(SPOTS[4:5])}})
        for one in FIGURES
        for two in FIGURES
    ),
    *(
        act({"engage": {"figure": one, "targets": [two], "to": {"x": 900, "y": 900}}})
        for one in FIGURES
        for two in FIGURES
    ),
    act({"stand": {"figure": 0}}, {"stand": {"figure": 0}}),
    {"react": {"none": {}}},
    *({"react": {"shoot": {"at": [figure]}}} for figure in FIGURES),
    {"react": {"shoot": {"at": []}}},
    *({"react": {"move": {"path": _points([spot])}}} for spot in SPOTS),
    *({"react": {"engage": {"target": figure, "to": {"x": 700, "y": 900}}}} for figure in FIGURES),
    *({"card": {"card": card}} for card in (*CARD_ORDER, "sly")),
    *({name: {"use": use}} for name in ("feint", "reroll") for use in (True, False)),
    *({"keep": {"dice": list(pair)}} for pair in combinations(range(5), 2)),
    *({"cover": {"piece": piece}} for piece in range(8)),
    *({"cover": {"figure": figure}} for figure in FIGURES),
    *({"cover": {name: True}} for name in ("melee", "stealth", "none")),
    *({"tester": {"figure": figure}} for figure in FIGURES),
    *({"strikes": {"figures": figures}} for figures in ([], [0], [0, 1], [1, 0], [3, 3])),
    {"enhance": {"take": []}},
    *({"enhance": {"take": [{"id": name}]}} for name in ("push", "roll", "lasting", "heal", "no-such-thing")),
    *({"enhance": {"take": [{"id": "extra-target", "target": figure}]}} for figure in FIGURES),
]


def _armies(points: int) -> list[Army]:
    """Those that may be chosen at so many points: presets, and heroes alone."""
    heroes = [
        Army(profile.symbols[0], (Recruited(profile.id, 1),)) for profile in PROFILES.values() if profile.hero
    ]
    presets = [army for name in PRESETS if (army := preset(name)) is not None]
    return [army for army in (*presets, *heroes) if trouble(army, points) is None]


def exchanged(state: dict[str, Any], viewer: Viewer, random: Random) -> dict[str, Any]:
    """What others have answered, and is sealed, is another legal answer (AK-303)."""
    twin = copy.deepcopy(state)
    for seat in range(2):
        sealed = twin["secret"][str(seat)]
        if seat == viewer or not sealed:
            continue
        if "army" in sealed:
            sealed["army"] = document_of(random.choice(_armies(twin["options"]["points"])))
        elif "initiative" in sealed:
            own = [
                number
                for number, figure in enumerate(twin["figures"])
                if figure["seat"] == seat and figure["status"] == "board"
            ]
            sealed["initiative"] = random.choice(own)
        else:
            (allowed,) = [c["cards"] for c in twin["question"]["card"]["choices"] if c["seat"] == seat]
            sealed["card"] = random.choice(allowed)
    return twin


def reveals(state: dict[str, Any]) -> bool:
    """With two seats an answer to a sealed question is the last: it shows what the other has answered."""
    return any(state["secret"].values())


PAIRS = (
    "jade-1,walosi-1",
    "khaliman-1,temple-1",
    "aurlok-1,escapees-1",
    "khaliman-2,avalon-1",
    "cobra-1,aurlok-2",
)

KIT = Kit(
    name="alkemy",
    scenario_folder=SCENARIOS / "alkemy",
    golden_folder=GOLDEN / "alkemy",
    universe=UNIVERSE,
    short={"turn_limit": 2},
    views=[(2, {"armies": [document_of(army) for army in map(preset, ("jade-1", "avalon-1")) if army]})],
    exchanged=exchanged,
    invariants=invariants,
    subjects="""
        acting alchemy answering armies blows cards charging clashing combats covering damage deploying
        dicing effects engaging explaining formulas geometry keeping leaving loading_agenda loading_play
        loading_questions markers movement mustering odds ordering orders paths questions reach reacting
        recruiting responses scenery shooting sight skills suggesting table tasks terrain zones
    """,
    rules=[
        *range(1, 48),
        *range(49, 57),
        *range(58, 87),
        *range(90, 105),
        *range(110, 153),
        *range(160, 166),
        *range(170, 178),
        *range(180, 184),
        *range(190, 199),
        *range(200, 203),
        *range(210, 219),
        *range(220, 223),
        *range(238, 242),
        *range(252, 263),
        *range(280, 305),
        *range(310, 316),
        *range(320, 326),
        *(185, 186, 224, 225, 231, 232, 235, 236, 250, 265, 266, 268, 270),
    ],
    reveals=reveals,
    malformed=[
        {"act": None},
        {"first": None},
        {"deploy": {"card": None, "positions": []}},
        {"act": {"orders": [{"walk": {"figure": None, "path": [{"x": 1, "y": 2}]}}]}},
    ],
    unions=frozenset({"react"}),
    scenarios=69,
    examples=23,
    expansions=[{"armies": OPTIONS["armies"].read(pair), "turn_limit": 4} for pair in PAIRS],
    random_games=24,
    choice=choice,
    chosen_in_four=3,
    made=armies,
)
