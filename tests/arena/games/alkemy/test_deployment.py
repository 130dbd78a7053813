"""AK-258 to AK-260: where figures are deployed, and that the rest of an army always finds room."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena.games.alkemy import deploying, recruiting, zones
from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.geometry import overlap
from arena.games.alkemy.material import PROFILES
from arena.games.alkemy.options import army_of, document_of
from arena.games.alkemy.position import DEPLOYMENT
from arena.kernel.chance import Seeded
from arena.kernel.game import BadState, Refused
from tests.arena.games.alkemy.mustered import crowd
from tests.arena.games.alkemy.scenes import Scene, piece
from tests.arena.games.alkemy.wandering import COMB, wide

GAME = AlkemyGame()
Document = dict[str, Any]


def army(faction: str, *cards: tuple[str, int]) -> Document:
    return document_of(Army(faction, tuple(Recruited(*card) for card in cards)))


CROWD = army(
    "avalon",
    ("mordren", 1), ("lotharius", 1), ("avalon-beaters", 3), ("avalon-recruits", 2), ("avalon-recruits", 2),
    ("temple-novice", 1), ("temple-novice", 1), ("temple-novice", 1), ("avalon-crossbowmen", 2),
    ("country-priest", 1), ("colossus", 1),
)  # fmt: skip
"""15 figures of size 2, and then a colossus."""
SMALL = army(
    "avalon",
    ("mordren", 1), ("avalon-beaters", 3), ("avalon-recruits", 2), ("avalon-recruits", 2), ("temple-novice", 1),
    ("colossus", 1),
)  # fmt: skip
"""Of at most 200 points: nine figures of size 2 can take all the room that a colossus needs."""
SPOTS = [(x, 125) for x in COMB]


def to_deployment(points: int, south: Document, north: Document = SMALL, game: AlkemyGame = GAME) -> Scene:
    """By defaults as far as the first deployment."""
    options = {"points": points, "armies": [south, north]}
    scene = Scene.of(game.new(2, options, Seeded(bytes(32))).state)
    while scene.state.phase != DEPLOYMENT:
        scene.do(scene.state.to_act[0], {"default": {}})
    return scene


def deploy(card: int, *spots: tuple[int, int]) -> Document:
    return {"deploy": {"card": card, "positions": [{"x": x, "y": y} for x, y in spots]}}


def all_but_the_last(seat: int) -> Scene:
    """All figures of size 2 of the small army stand where they leave the colossus least room, but one."""
    scene = to_deployment(200, SMALL)
    spots = iter(SPOTS if seat == 0 else [zones.turned(1, x, y) for x, y in SPOTS])
    for number, card in enumerate(scene.state.cards):
        if card.seat != seat or card.profile.id in ("temple-novice", "colossus"):
            continue
        while scene.state.to_act != (seat,):
            scene.do(1 - seat, {"default": {}})
        scene.do(seat, deploy(number, *(next(spots) for _ in card.figures)))
    while scene.state.to_act != (seat,):
        scene.do(1 - seat, {"default": {}})
    return scene


def test_the_army_has_15_figures_of_size_2_and_a_colossus() -> None:
    found = army_of(CROWD)
    assert found is not None
    assert recruiting.trouble(found, 328) is None
    sizes = [PROFILES[name].size for name, count in found.cards for _ in range(count)]
    assert (sizes.count(2), sizes.count(3), len(sizes)) == (15, 1, 16)


def test_ak_259_by_default_alone_every_figure_finds_room() -> None:
    """AK-259, AK-302."""
    scene = to_deployment(328, CROWD, CROWD)
    while scene.state.phase == DEPLOYMENT:
        scene.do(scene.state.to_act[0], {"default": {}})
    assert scene.question == "initiative"
    assert all(scene.state.on_board(figure.id) for figure in scene.state.figures)


def test_ak_259_the_default_is_the_first_card_after_which_the_rest_fits() -> None:
    """AK-259: card after card as long as the colossus still finds room, then the colossus, then the others."""
    scene = to_deployment(328, CROWD, CROWD)
    while scene.state.phase == DEPLOYMENT:
        scene.do(scene.state.to_act[0], {"default": {}})
    order = [told["card"] for told in scene.events("deploy") if told["seat"] == 0]
    colossus = next(number for number, card in enumerate(scene.state.cards) if card.profile.id == "colossus")
    assert order != sorted(order)
    rest = [card for card in order if card != colossus]
    assert rest == sorted(rest)


def test_ak_259_with_auto_setup_the_game_begins() -> None:
    """AK-3, AK-259."""
    state = GAME.new(2, {"points": 328, "armies": [CROWD, CROWD], "auto_setup": True}, Seeded(bytes(32))).state
    assert (state.turn, state.question(0)) == (1, "initiative")


@pytest.mark.parametrize("seat", [0, 1])
def test_ak_259_a_deployment_that_leaves_no_room_for_the_rest_is_blocked(seat: int) -> None:
    scene = all_but_the_last(seat)
    first, colossus = scene.asked("deploy")["cards"]
    spot = SPOTS[-1] if seat == 0 else zones.turned(1, *SPOTS[-1])
    action = GAME.action(deploy(first, spot))
    assert scene.state.refusal(seat, action) == "blocked"
    assert scene.state.explanation(seat, action) == f"the cards {colossus} would find no room after it"
    inner = GAME.action(deploy(first, SPOTS[0] if seat == 0 else zones.turned(1, *SPOTS[0])))
    assert scene.state.refusal(seat, inner) == "blocked"
    assert scene.state.explanation(seat, inner).startswith("position 0, figure ")
    aside = GAME.action(deploy(first, (2340, 60) if seat == 0 else (60, 2340)))
    assert scene.state.refusal(seat, aside) is None
    before = scene.state.dump()
    with pytest.raises(Refused):
        scene.state.apply(seat, action)
    assert scene.state.dump() == before
    while scene.state.phase == DEPLOYMENT:
        scene.do(scene.state.to_act[0], {"default": {}})
    assert scene.question == "initiative"


@pytest.mark.parametrize("seed", range(40))
def test_ak_259_whatever_the_army_and_wherever_it_is_deployed_there_is_a_default(seed: int) -> None:
    """AK-259: crowded armies, the small figures first, at places that take as much room as they can."""
    rng = Random(seed)
    scene = to_deployment(400, document_of(crowd(400, rng)), document_of(crowd(400, rng)))
    while scene.state.phase == DEPLOYMENT:
        (seat,) = scene.state.to_act
        action = wide(scene.state, seat, rng)
        if scene.state.refusal(seat, action) is None:
            scene.state.apply(seat, action)
        elif rng.randrange(4) == 0:
            scene.do(seat, {"default": {}})
        assert all(deploying.has_default(scene.state, each) for each in (0, 1))
    document = scene.state.dump()
    assert GAME.load(document, Seeded(bytes(32))).dump() == document


def test_ak_259_the_places_that_a_base_covers_are_those_where_another_would_overlap_it() -> None:
    """AK-38, AK-259: the quick reckoning against the plain one."""
    rng = Random(1)
    for _ in range(100):
        x, y = rng.randrange(-50, 2450), rng.randrange(-50, 500)
        radius, own = rng.choice([50, 60, 80, 100]), rng.choice([50, 60, 80, 100])
        plain = sum(
            1 << place for place, (px, py) in enumerate(zones.places(own)) if overlap(px, py, own, x, y, radius)
        )
        assert zones._covered(x, y, radius, own) == plain


def test_ak_259_a_state_whose_cards_find_no_room_is_not_loaded() -> None:
    """AK-259, AK-325: scenery of a puzzle that fills the zone."""
    document = to_deployment(200, SMALL).state.dump()
    document["terrain"] = [piece("house", x, 125) for x in range(100, 2400, 200)]
    for one in document["terrain"]:
        one["parts"][0]["polygon"] = [
            {"x": one["x"] + dx, "y": 125 + dy} for dx, dy in ((-99, -120), (99, -120), (99, 120), (-99, 120))
        ]
    with pytest.raises(BadState, match="those of seat 0 find no room in its deployment zone"):
        GAME.load(document, Seeded(bytes(32)))
