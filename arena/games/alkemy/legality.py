"""What is wrong with an answer (AK-8, section 20): the one truth on legality, with a sentence for each code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.games.alkemy import (
    actions,
    alchemy,
    deploying,
    mustering,
    ordering,
    questions,
    reacting,
    responses,
    scenery,
)
from arena.games.alkemy.actions import Action, Cover
from arena.games.alkemy.material import CARDS
from arena.games.alkemy.position import Position
from arena.kernel.seats import Seat

REFUSALS: Final[Mapping[str, str]] = {
    "game-over": "The game is over.",
    "not-your-turn": "It is the other seat that has to answer now, or this seat has answered already.",
    "malformed": "This is not one known action with all its parameters, each of the right type and in its place.",
    "wrong-action": "This does not answer what is asked: see the question in the view.",
    "unknown-preset": "No preset army has this name.",
    "unknown-faction": "No faction has this name.",
    "unknown-profile": "No profile card has this name.",
    "wrong-faction": "A card does not carry the symbol of the army's faction.",
    "bad-figures": "A card holds at least one figure, and at most as many as it has life lines.",
    "card-not-full": "A card must be full before the same card is taken again.",
    "over-limit": "The army has more figures of a card than the limit in parentheses.",
    "hero-count": "An army of up to 200 points has one hero, up to 300 one or two, above that two or three.",
    "over-points": "The figures cost more than the points of this game.",
    "unknown-piece": "That piece of scenery is not in the pool.",
    "off-board": "That place is off the board, or where nothing may be placed.",
    "too-close": "That is too close to a marker, to scenery or to a token: see the question's gap or spacing.",
    "on-the-median": "A token lies on one half of the board, not on the median line.",
    "not-at-scenery": "A token touches scenery: at most a tenth of an inch lies between them.",
    "wrong-half": "Of a seat's tokens at least one lies on either half of the board.",
    "unknown-card": "That is no card of this seat that is still to be deployed.",
    "off-zone": "A figure is deployed wholly within its seat's zone.",
    "unknown-figure": "That is no figure of this seat on board.",
    "must-open": "The first decision of a turn may not be a pass.",
    "cannot-activate": "That card or figure cannot be activated now: see the question's cards and figures.",
    "must-act": "A figure of the activation must carry out an order first.",
    "not-active": "That figure does not depend on the active card.",
    "twice": "A figure gets at most one order in a list.",
    "out-of-play": "That figure is not on board.",
    "knocked-down": "A figure that is knocked down can only stand up.",
    "no-action-points": "There are not enough action points for this.",
    "no-skill": "The figure lacks the skill for this.",
    "already-done": "This is done already: once a turn, or there is no more of it to be had.",
    "no-more-movement": "The figure has charged or run: it makes no more movement this turn.",
    "cannot-run": "The figure's run value is 0.",
    "bad-path": "A path has 1 to 12 points, and a leap is one of its segments.",
    "leap-too-long": "A leap is at most as long as the figure's walk value.",
    "blocked": "Scenery or a figure is in the way; or a deployment leaves no room for the rest of the army.",
    "bad-end": "A movement may not end with the centre inside a hindering piece.",
    "too-far": "That is farther than the figure may go, or reach.",
    "contact": "The end touches an enemy that it may not touch.",
    "no-contact": "A target cannot be struck from the end of the movement.",
    "not-direct": "An engagement does not go around its target.",
    "in-combat": "A figure in combat cannot do this.",
    "not-in-combat": "That figure is in no such combat.",
    "bad-target": "That is not a legal target.",
    "immune": "That target has annulled a charge of this figure this turn.",
    "stealthy": "A stealthy figure is not engaged from more than 4 inches away.",
    "no-weapon": "The figure has no ranged weapon.",
    "cumbersome": "With this weapon the figure does not shoot twice in a row.",
    "estimate-needed": "In this game a shot announces its distance: `estimate`, 0 to 60 inches.",
    "no-line-of-sight": "The target is hidden.",
    "no-cover": "The end is neither out of sight or range nor in cover from every shooter.",
    "card-not-allowed": "The figure may not play that card now: see the question's choices.",
    "bad-card": "That is not the id of a combat card that fits here.",
    "bad-dice": "Those are not two dice that may be kept: see the question's pairs.",
    "bad-cover": "That cover is not one of those offered.",
    "unknown-formula": "The figure has no formula of that name.",
    "concentration-too-low": "The formula needs a higher concentration.",
    "no-components": "Components and stones do not suffice for the formula.",
    "unknown-enhancement": "The formula has no enhancement of that name.",
    "no-stones": "That is more stones than may be spent.",
    "unknown-marker": "There is no marker of that number.",
    "unknown-token": "There is no token of that number.",
}
"""By code, in the order in which they are checked as far as there is one (AK-8)."""

RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "game-over": ("AK-8",),
    "not-your-turn": ("AK-8", "AK-303"),
    "malformed": ("AK-8", "AK-300", "AK-301"),
    "wrong-action": ("AK-8", "AK-300"),
    "unknown-preset": ("AK-18",),
    "unknown-faction": ("AK-17", "AK-18"),
    "unknown-profile": ("AK-18",),
    "wrong-faction": ("AK-17", "AK-18"),
    "bad-figures": ("AK-11", "AK-18"),
    "card-not-full": ("AK-16", "AK-18"),
    "over-limit": ("AK-15", "AK-18"),
    "hero-count": ("AK-14", "AK-18"),
    "over-points": ("AK-13", "AK-18"),
    "unknown-piece": ("AK-253", "AK-254"),
    "off-board": ("AK-35", "AK-92", "AK-254", "AK-256"),
    "too-close": ("AK-254", "AK-256"),
    "on-the-median": ("AK-256",),
    "not-at-scenery": ("AK-256",),
    "wrong-half": ("AK-256",),
    "unknown-card": ("AK-259",),
    "off-zone": ("AK-258", "AK-259"),
    "unknown-figure": ("AK-68",),
    "must-open": ("AK-70",),
    "cannot-activate": ("AK-71", "AK-72", "AK-82"),
    "must-act": ("AK-75", "AK-212"),
    "not-active": ("AK-74", "AK-91"),
    "twice": ("AK-74", "AK-91"),
    "out-of-play": ("AK-10", "AK-91"),
    "knocked-down": ("AK-91", "AK-238"),
    "no-action-points": ("AK-90", "AK-91", "AK-131", "AK-196"),
    "no-skill": ("AK-170", "AK-211", "AK-212", "AK-295", "AK-296"),
    "already-done": ("AK-170", "AK-211", "AK-212", "AK-214", "AK-224", "AK-261", "AK-285", "AK-296"),
    "no-more-movement": ("AK-99", "AK-100", "AK-115", "AK-194"),
    "cannot-run": ("AK-100",),
    "bad-path": ("AK-92", "AK-93", "AK-295"),
    "leap-too-long": ("AK-93", "AK-295"),
    "blocked": ("AK-92", "AK-259"),
    "bad-end": ("AK-59", "AK-93"),
    "too-far": ("AK-94", "AK-212", "AK-261"),
    "contact": ("AK-99", "AK-111", "AK-121"),
    "no-contact": ("AK-111", "AK-121", "AK-125"),
    "not-direct": ("AK-120",),
    "in-combat": ("AK-111", "AK-132", "AK-170"),
    "not-in-combat": ("AK-121", "AK-131"),
    "bad-target": ("AK-111", "AK-121", "AK-123", "AK-170", "AK-195", "AK-196", "AK-217"),
    "immune": ("AK-113", "AK-284"),
    "stealthy": ("AK-121", "AK-282"),
    "no-weapon": ("AK-170",),
    "cumbersome": ("AK-170", "AK-299"),
    "estimate-needed": ("AK-175",),
    "no-line-of-sight": ("AK-50", "AK-170", "AK-218"),
    "no-cover": ("AK-193",),
    "card-not-allowed": ("AK-136", "AK-138"),
    "bad-card": ("AK-216", "AK-224"),
    "bad-dice": ("AK-32",),
    "bad-cover": ("AK-180",),
    "unknown-formula": ("AK-216",),
    "concentration-too-low": ("AK-215", "AK-216"),
    "no-components": ("AK-215", "AK-216"),
    "unknown-enhancement": ("AK-224",),
    "no-stones": ("AK-224",),
    "unknown-marker": ("AK-261",),
    "unknown-token": ("AK-212",),
}
"""By code: the rules that it comes from."""


def refusal(position: Position, seat: Seat, action: Action) -> str | None:
    early = unasked(position, seat)
    if early is not None:
        return early
    return None if isinstance(action, actions.Default) else of_answer(position, seat, action)  # AK-5


def of_answer(position: Position, seat: Seat, action: Action) -> str | None:
    """What is wrong with it as an answer to what is asked, whoever is still to answer."""
    guard = GUARDS[type(position.asked)].get(_kind(action))
    return "wrong-action" if guard is None else guard(position, seat, action, position.asked)


def unasked(position: Position, seat: Seat) -> str | None:
    """The checks before the shape of an action (AK-8)."""
    if position.result is not None:
        return "game-over"
    return None if seat in position.to_act else "not-your-turn"


def _kind(action: Action) -> type:
    return type(action.reaction) if isinstance(action, actions.React) else type(action)


# --- one guard for each answer to each question


def of_army(position: Position, seat: Seat, action: actions.Army, asked: Any) -> str | None:
    found = mustering.trouble(position, action)
    return None if found is None else found.code


def of_terrain(position: Position, seat: Seat, action: actions.Terrain, asked: Any) -> str | None:
    return scenery.scenery_trouble(position, action)


def of_component(
    position: Position, seat: Seat, action: actions.Component, asked: questions.Component
) -> str | None:
    return scenery.token_trouble(position, seat, asked, action)


def of_deploy(position: Position, seat: Seat, action: actions.Deploy, asked: questions.Deploy) -> str | None:
    found = deploying.trouble(position, seat, asked, action)
    return None if found is None else found.code


def of_initiative(position: Position, seat: Seat, action: actions.Initiative, asked: Any) -> str | None:
    number = action.figure
    return None if position.on_board(number) and position.figures[number].seat == seat else "unknown-figure"


def of_first(position: Position, seat: Seat, action: actions.First, asked: Any) -> str | None:
    return None if 0 <= action.seat < position.seats else "malformed"


def of_activate(position: Position, seat: Seat, action: actions.Activate, asked: questions.Hand) -> str | None:
    return None if action.card in asked.cards else "cannot-activate"


def of_reactivate(position: Position, seat: Seat, action: actions.Reactivate, asked: questions.Hand) -> str | None:
    return None if action.figure in asked.figures else "cannot-activate"


def of_pass(position: Position, seat: Seat, action: actions.Pass, asked: questions.Hand) -> str | None:
    return None if asked.may_pass else "must-open"


def of_act(position: Position, seat: Seat, action: actions.Act, asked: Any) -> str | None:
    found = ordering.trouble_of_list(position, action.orders)
    return None if found is None else found[1].code


def of_end(position: Position, seat: Seat, action: actions.End, asked: questions.Orders) -> str | None:
    return "must-act" if asked.must_act else None


def of_nothing(position: Position, seat: Seat, action: Any, asked: Any) -> None:
    """AK-191: what is always allowed."""


def of_shooting_back(position: Position, seat: Seat, action: actions.React, asked: Any) -> str | None:
    assert isinstance(action.reaction, responses.Shoot)
    offered = asked.shoot if isinstance(asked, questions.ReactShot) else asked.by
    found = reacting.shoot_trouble(position, position.figures[asked.figure], action.reaction, offered)
    return None if found is None else found.code


def of_moving_away(
    position: Position, seat: Seat, action: actions.React, asked: questions.ReactShot
) -> str | None:
    assert isinstance(action.reaction, responses.Move)
    found = reacting.move_trouble(position, asked, action.reaction)
    return None if found is None else found.code


def of_engaging(position: Position, seat: Seat, action: actions.React, asked: questions.ReactShot) -> str | None:
    assert isinstance(action.reaction, responses.Engage)
    found = reacting.engage_trouble(position, asked, action.reaction)
    return None if found is None else found.code


def of_card(position: Position, seat: Seat, action: actions.Card, asked: questions.Card) -> str | None:
    if action.card not in CARDS:
        return "bad-card"
    return None if action.card in asked.of(seat) else "card-not-allowed"


def of_keep(position: Position, seat: Seat, action: actions.Keep, asked: questions.Keep) -> str | None:
    return None if any(action.dice == pair.dice for pair in asked.pairs) else "bad-dice"


def of_cover(position: Position, seat: Seat, action: Cover, asked: questions.Cover) -> str | None:
    return None if action.none or action in asked.covers else "bad-cover"


def of_tester(position: Position, seat: Seat, action: actions.Tester, asked: questions.Tester) -> str | None:
    return None if action.figure in asked.figures else "bad-target"


def of_strikes(position: Position, seat: Seat, action: actions.Strikes, asked: questions.Strikes) -> str | None:
    figures = action.figures
    fit = len(set(figures)) == len(figures) and all(one in asked.figures for one in figures)
    return None if fit else "bad-target"


def of_enhance(position: Position, seat: Seat, action: actions.Enhance, asked: questions.Enhance) -> str | None:
    found = alchemy.enhance_trouble(asked, action.take)
    return None if found is None else found.code


GUARDS: Final[Mapping[type, Mapping[type, Callable[..., str | None]]]] = {
    questions.Army: {actions.Army: of_army},
    questions.Terrain: {actions.Terrain: of_terrain},
    questions.Component: {actions.Component: of_component},
    questions.Deploy: {actions.Deploy: of_deploy},
    questions.Initiative: {actions.Initiative: of_initiative},
    questions.First: {actions.First: of_first},
    questions.Hand: {
        actions.Activate: of_activate,
        actions.Reactivate: of_reactivate,
        actions.Pass: of_pass,
    },
    questions.Orders: {actions.Act: of_act, actions.End: of_end},
    questions.ReactShot: {
        responses.None_: of_nothing,
        responses.Shoot: of_shooting_back,
        responses.Move: of_moving_away,
        responses.Engage: of_engaging,
    },
    questions.ReactCharge: {responses.None_: of_nothing, responses.Shoot: of_shooting_back},
    questions.Card: {actions.Card: of_card},
    questions.Feint: {actions.Feint: of_nothing},
    questions.Keep: {actions.Keep: of_keep},
    questions.Reroll: {actions.Reroll: of_nothing},
    questions.Cover: {actions.Cover: of_cover},
    questions.Tester: {actions.Tester: of_tester},
    questions.Strikes: {actions.Strikes: of_strikes},
    questions.Enhance: {actions.Enhance: of_enhance},
}
"""By question and kind of answer, a reaction by its own kind: what may be wrong with it there."""
