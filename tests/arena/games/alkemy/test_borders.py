"""Where a rule turns at one hundredth of an inch: each case stands on either side of the border."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.arena.games.alkemy.scenes import FAR, Scene, charge, engage, piece, run, shoot, walk

RECRUIT, LANCER, JARAYA, ARCHER = "avalon-recruits", "militia-lancers", "jaraya", "militia-archers"
IDLE = {"ap": 0}
Case = tuple[Any, ...]


def scene(*figures: Case, **fields: Any) -> Scene:
    return Scene(*figures, FAR, **fields).activate(0)


def one(x: int, y: int, *pieces: Any, profile: str = RECRUIT) -> Scene:
    return scene((profile, 0, x, y), terrain=pieces)


@pytest.mark.parametrize(
    ("played", "refused", "accepted", "code"),
    [
        pytest.param(  # 130 apart, aslant, is contact at a gap of 10; the next point is not
            lambda: scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1200, 1200)),
            walk(0, (1150, 1080)), walk(0, (1149, 1080)), "contact", id="AK-38-contact-aslant",
        ),
        pytest.param(  # a base 120 off the line is touched, and lets pass
            lambda: scene((RECRUIT, 0, 1000, 1000), (RECRUIT, 0, 1088, 1216)),
            walk(0, (1319, 1240)), walk(0, (1320, 1240)), "blocked", id="AK-92-a-tangent-aslant",
        ),
        pytest.param(  # 60 from the corner of the house, by 36 and 48
            lambda: one(1073, 839, piece("house", 1000, 1200)),
            walk(0, (1312, 1159)), walk(0, (1313, 1159)), "blocked", id="AK-41-a-corner",
        ),
        pytest.param(
            lambda: one(800, 990, piece("tower", 1000, 1200)),
            walk(0, (800, 991), (1190, 991)), walk(0, (1200, 990)), "blocked", id="AK-41-a-disc",
        ),
        pytest.param(  # along the edge of the wall nothing is crossed
            lambda: one(900, 1175, piece("wall", 1200, 1200)),
            walk(0, (899, 1176), (1298, 1174)), walk(0, (1300, 1175)), "too-far", id="AK-40-along-an-edge",
        ),
        pytest.param(  # a line through the wall's corner touches it, a hundredth beside it meets it
            lambda: one(885, 1315, piece("wall", 1200, 1200)),
            walk(0, (886, 1315), (1166, 1035)), walk(0, (1165, 1035)), "too-far", id="AK-40-a-corner-touched",
        ),
        pytest.param(  # the edge of the boulders is on them: an inch to climb
            lambda: one(1000, 1075, piece("boulders", 1000, 1500)),
            walk(0, (1000, 1376)), walk(0, (1000, 1375)), "too-far", id="AK-45-the-edge-of-the-boulders",
        ),
        pytest.param(  # 107 over the corner, an inch up and one down
            lambda: one(1125, 1350, piece("boulders", 1000, 1500)),
            walk(0, (1200, 1425), (1294, 1425)), walk(0, (1200, 1425), (1293, 1425)), "too-far",
            id="AK-96-over-a-corner",
        ),
        pytest.param(  # twice through one wall: one inch
            lambda: one(1200, 1150, piece("wall", 1200, 1200)),
            walk(0, (1200, 1250), (1210, 1250), (1210, 1150), (1301, 1150)),
            walk(0, (1200, 1250), (1210, 1250), (1210, 1150), (1300, 1150)), "too-far", id="AK-59-once-a-part",
        ),
        pytest.param(
            lambda: one(1000, 1000),
            run(0, (2001, 1000)), run(0, (2000, 1000)), "too-far", id="AK-95-the-run-value",
        ),
        pytest.param(  # six inches from edge to edge
            lambda: scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1720)),
            charge(0, [1], (1000, 1589)), charge(0, [1], (1000, 1590)), "no-contact", id="AK-112-six-inches",
        ),
        pytest.param(
            lambda: scene((LANCER, 0, 1000, 1000), (JARAYA, 1, 1000, 1500)),
            charge(0, [1], (1000, 1279)), charge(0, [1], (1000, 1280)), "no-contact", id="AK-117-an-inch-of-reach",
        ),
        pytest.param(  # exactly beside its target is the far side
            lambda: scene(
                (RECRUIT, 0, 1125, 1000), (JARAYA, 1, 1000, 1300), ("templar", 0, 1000, 1430), combats=[(1, 2)]
            ),
            engage(0, [1], (1120, 1350)), engage(0, [1], (1120, 1349)), "not-direct", id="AK-120-beside-it",
        ),
        pytest.param(
            lambda: scene(
                (RECRUIT, 0, 1000, 1000), ("shadow", 1, 1000, 1521), (RECRUIT, 0, 1120, 1521), combats=[(1, 2)]
            ),
            engage(0, [1], (1000, 1391)), walk(0, (1000, 1390)), "stealthy", id="AK-282-four-inches",
        ),
    ],
)  # fmt: skip
def test_a_hundredth_of_an_inch_decides(
    played: Callable[[], Scene], refused: Any, accepted: Any, code: str
) -> None:
    """AK-38 to AK-41, AK-45, AK-59, AK-92, AK-95, AK-96, AK-112, AK-117, AK-120, AK-282."""
    assert played().why_not(refused) == code
    assert played().why_not(accepted) is None


@pytest.mark.parametrize(
    ("start", "target", "end"),
    [
        ((1000, 1000), (1000, 1721), (1000, 1400)),
        ((1000, 1000), (1700, 1333), (1360, 1171)),
        ((1700, 1333), (1000, 1000), (1340, 1162)),  # the same walk back: rounded toward where it began
    ],
)
def test_ak_114_a_failed_charge_walks_toward_its_target(
    start: tuple[int, int], target: tuple[int, int], end: tuple[int, int]
) -> None:
    """AK-36, AK-112, AK-114: beyond six inches."""
    played = scene((RECRUIT, 0, *start), (JARAYA, 1, *target, IDLE))
    played.order(charge(0, [1], start))
    figure = played.figure(0)
    assert ((figure.x, figure.y), figure.failed_charge, played.state.combats) == (end, True, frozenset())


@pytest.mark.parametrize(("far_edge", "seen"), [(1265, True), (1264, False)])
def test_ak_50_a_line_along_the_edge_of_a_house_is_free(far_edge: int, seen: bool) -> None:
    """AK-40, AK-42, AK-50, AK-62: the house ends at 1325, the bases 60 above their centres."""
    played = scene((ARCHER, 0, 600, far_edge), (JARAYA, 1, 1400, far_edge), terrain=[piece("house", 1000, 1200)])
    assert played.why_not(shoot(0, 1)) == (None if seen else "no-line-of-sight")


@pytest.mark.parametrize(("wall", "covers"), [(1215, [{"piece": 0}]), (1214, [])])
def test_ak_55_a_wall_covers_at_an_inch_and_not_beyond(wall: int, covers: list[Any]) -> None:
    """AK-55: from edge to edge; the wall is 50 thick, the target's base ends at 1340."""
    played = scene(
        (ARCHER, 0, 600, 1200), (JARAYA, 1, 1400, 1200, IDLE), terrain=[piece("wall", wall, 1200, "r90")],
        dice=[5, 5, 0],
    )  # fmt: skip
    played.order(shoot(0, 1))
    assert (played.asked("cover")["covers"] if played.question == "cover" else []) == covers
