"""The setup: an empty board, and from one phase to the next (AK-250 to AK-260)."""

from __future__ import annotations

from dataclasses import replace

from arena.games.alkemy import deploying, mustering, scenery, table, turns
from arena.games.alkemy.actions import Component, Deploy, Terrain
from arena.games.alkemy.announcements import Events
from arena.games.alkemy.material import MARKERS, NONE
from arena.games.alkemy.position import ARMY, COMPONENTS, DEPLOYMENT, TERRAIN, Marker, Position, Setup

SETUP = (ARMY, TERRAIN, COMPONENTS, DEPLOYMENT)


def begin(position: Position, events: Events) -> None:
    """AK-3: armies that are given are not chosen."""
    _lay_out(position)
    if position.settings.armies:
        mustering.muster(position, position.settings.armies, events)
        scenery.begin(position, events)
        go_on(position, events)
    else:
        mustering.ask(position)


def _lay_out(position: Position) -> None:
    """An empty board with its markers (AK-250)."""
    position.phase = ARMY
    position.answered()
    position.ply = position.turn = position.passes = 0
    position.result = None
    position.hand = NONE
    position.opening = False
    position.victory_points = (0, 0)
    position.setup = Setup()
    position.armies = ()
    position.pieces = ()
    position.tokens = ()
    position.markers = tuple(Marker(x, y, NONE) for x, y in MARKERS)
    position.cards = ()
    position.activated = ()
    position.figures = []
    position.table = table.Table(table.Terrain())
    position.combats = frozenset()
    position.activation = None
    position.agenda = []


def armies_chosen(position: Position, events: Events) -> None:
    mustering.chosen(position, events)
    scenery.begin(position, events)
    go_on(position, events)


def go_on(position: Position, events: Events) -> None:
    """To the next question of the setup, or to the first turn."""
    if position.phase == TERRAIN:
        while scenery.ask_scenery(position):
            if not position.settings.auto_setup:
                return
            seat = position.to_act[0]
            scenery.place_scenery(position, seat, scenery.default_scenery(position), events)
        scenery.begin_tokens(position)
    if position.phase == COMPONENTS:
        while scenery.ask_token(position):
            if not position.settings.auto_setup:
                return
            seat = position.to_act[0]
            scenery.place_token(position, seat, scenery.default_token(position, seat), events)
        deploying.begin(position, events)
    while deploying.ask(position):
        if not position.settings.auto_setup:
            return
        seat = position.to_act[0]
        deploying.deploy(position, seat, deploying.default(position, seat), events)
    position.setup = replace(position.setup, next=NONE)
    turns.begin(position, events)


def placed(position: Position, seat: int, action: Terrain | Component | Deploy, events: Events) -> None:
    """An answer of one of the three phases in which the seats place things."""
    if isinstance(action, Terrain):
        scenery.place_scenery(position, seat, action, events)
    elif isinstance(action, Component):
        scenery.place_token(position, seat, action, events)
    else:
        deploying.deploy(position, seat, action, events)
    go_on(position, events)
