"""What a bot's author is given: the same answers as the engine's, from a view alone."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from arena.games.alkemy import facts, sight
from arena.games.alkemy.actions import Act
from arena.games.alkemy.authors import (
    ALLOWANCES,
    ALONE,
    GAME,
    Board,
    act,
    action_of,
    charge,
    document_of,
    playable,
    reseeded,
    run,
    walk,
)
from arena.games.alkemy.keeping import dice_count
from arena.games.alkemy.odds import Roll, expected
from arena.games.alkemy.position import BOARD, Effect
from arena.games.alkemy.state import AlkemyState
from arena.kernel.chance import Scripted, Seeded

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "alkemy"


def scenario(name: str) -> AlkemyState:
    """Its state, the first card of seat 0 activated."""
    state = GAME.load(json.loads((SCENARIOS / f"{name}.json").read_text())["state"], Seeded(bytes(32)))
    state.apply(0, action_of({"activate": {"card": 0}}))
    return state


def played(seed: int) -> Iterator[AlkemyState]:
    """The states of a game of any suggestions."""
    player = Random(seed)
    state = GAME.new(2, {"turn_limit": 3}, Seeded(bytes([seed]) * 32)).state
    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, player.choice(state.legal(seat)))
        yield state


@pytest.fixture(scope="module")
def some_states() -> list[AlkemyState]:
    """Every fifth state of two games, those in the middle of an order among them."""
    return [state.copy() for seed in (1, 2) for number, state in enumerate(played(seed)) if number % 5 == 0]


def test_a_board_is_the_engines_from_every_view(some_states: list[AlkemyState]) -> None:
    """AK-37, AK-49, AK-322."""
    kinds = set()
    for state in some_states:
        kinds.add(state.question(0))
        for seat in (0, 1):
            board = Board(state.view(seat))
            standing = [figure for figure in state.figures if figure.status == BOARD]
            assert board.mine == [figure.id for figure in standing if figure.seat == seat]
            assert board.enemies == [figure.id for figure in standing if figure.seat != seat]
            assert board.table.bases == state.table.bases
            assert board.state.combats == state.combats
            for a in board.mine:
                for b in board.enemies:
                    assert board.sees(a, b) == sight.sees(state.table, a, b)
    assert kinds - set(ALONE), "none was in the middle of an order"


def test_what_a_board_calls_a_way_the_engine_accepts(some_states: list[AlkemyState]) -> None:
    """AK-92 to AK-100, AK-111, AK-261."""
    tried = Counter[str]()
    for state in some_states:
        if state.question(state.to_act[0] if state.to_act else 0) != "orders":
            continue
        seat = state.to_act[0]
        board = Board(state.view(seat))
        for figure in board.to_order:
            one = board.figure(figure)
            if one.ap < 2 or one.ran or one.charged or state.in_combat(figure) or one.effects:
                continue
            for move, order in (("walk", walk), ("run", run)):
                way = board.way_to_marker(figure, 1, "walk" if move == "walk" else "run")
                if way is not None:
                    action = action_of(act(order(figure, way)))
                    assert state.refusal(seat, action) is None
                    tried[move] += 1
            for enemy, way in board.charges(figure).items():
                assert state.refusal(seat, action_of(act(charge(figure, enemy, way)))) is None
                tried["charge"] += 1
    assert tried["walk"] > 5
    assert tried["run"] > 5


def test_an_allowance_is_that_of_the_template(some_states: list[AlkemyState]) -> None:
    """AK-95, AK-311."""
    for state in some_states:
        for seat in state.to_act:
            for template in state.templates(seat):
                if template.get("order") in ALLOWANCES:
                    board = Board(state.view(seat))
                    value = ALLOWANCES[template["order"]](board.figure(template["figure"]))
                    assert value == template["allowance"]


def test_a_view_can_be_played_on(some_states: list[AlkemyState]) -> None:
    """AK-303, AK-321: with the very actions that the engine suggests, and dice of one's own."""
    tried = set()
    for state in some_states:
        for seat in state.to_act:
            kind = state.question(seat)
            if kind not in ALONE:
                with pytest.raises(ValueError, match="in the middle of an order"):
                    playable(state.view(seat), bytes(32))
                continue
            twin = playable(state.view(seat), bytes(32))
            assert [document_of(one) for one in twin.legal(seat)] == [
                document_of(one) for one in state.legal(seat)
            ]
            if state.with_question == (seat,):
                assert twin.view(seat) == state.view(seat)
            twin.apply(seat, action_of({"default": {}}))
            tried.add(kind)
    assert {"hand", "orders"} <= tried


def test_the_same_can_be_tried_with_other_dice() -> None:
    """AK-4: from one seed the same throws, from others all the throws there are; the first state keeps its own."""
    state = scenario("shoot-steady-aim-and-a-volley")
    first = playable(state.view(0), bytes(32))
    shot = next(one for one in first.legal(0) if "shoot" in json.dumps(document_of(one)))

    def thrown(seed: bytes) -> list[int]:
        twin = reseeded(first, seed)
        told = [event.fact for event in twin.apply(0, shot)]
        while twin.to_act and twin.question(twin.to_act[0]) not in ALONE:
            told += [event.fact for event in twin.apply(twin.to_act[0], action_of({"default": {}}))]
        return [die.number for fact in told if isinstance(fact, facts.Roll) for die in fact.dice]

    throws = [thrown(bytes([n]) * 32) for n in range(30)]
    assert throws == [thrown(bytes([n]) * 32) for n in range(30)]
    assert {throw[0] for throw in throws} == {1, 2, 3, 4, 5, 6}
    assert not any(first.chance.drawn.values())


def test_a_view_of_nothing_placed_yet_is_a_board() -> None:
    """AK-18."""
    board = Board(GAME.new(2, {}, Seeded(bytes(32))).state.view(1))
    assert (board.mine, board.enemies, board.to_order) == ([], [], [])


# --- odds, against every roll of the dice


def outcomes(
    state: AlkemyState, dice: int, answers: Sequence[tuple[int, Any]], victim: int
) -> dict[int, Fraction]:
    """The boxes that the victim ticks, over all rolls of so many dice."""
    found = Counter[int]()
    before = state.figures[victim].marked
    for faces in product(range(6), repeat=dice):
        twin = state.copy()
        twin.chance = Scripted({"dice": faces}, bytes(32))
        told = rolls(twin, answers)
        assert sum(len(roll.dice) for roll in told) == dice
        found[twin.figures[victim].marked - before] += 1
    return {boxes: Fraction(n, found.total()) for boxes, n in found.items()}


def cut(dom: Any, boxes: int) -> dict[int, Fraction]:
    """A figure ticks no more boxes than it has."""
    found: dict[int, Fraction] = {}
    for value, chance in dom.items():
        found[min(value, boxes)] = found.get(min(value, boxes), Fraction(0)) + chance
    return found


def left(state: AlkemyState, figure: int) -> int:
    return state.figures[figure].profile.boxes - state.figures[figure].marked


@pytest.mark.parametrize("moved", [False, True])
def test_odds_of_a_shot(moved: bool) -> None:
    """AK-172 to AK-175: with the die for aim, and without; point blank, out of range."""
    state = scenario("shoot-out-of-range-and-point-blank")
    for figure in state.figures:
        figure.moved = moved
    board = Board(state.view(0))
    shot = board.shot(1, 3)
    assert sum(shot.dom.values()) == 1
    shoot = act({"shoot": {"figure": 1, "target": 3}})
    assert outcomes(state, 2 if moved else 3, [(0, shoot)], 3) == cut(shot.dom, left(state, 3))
    assert board.shot(1, 3, aimed=moved) != shot
    assert board.shot(0, 2) == (0, {0: 1})
    assert board.out_of_action(3, shot.dom) == outcomes(state, 2 if moved else 3, [(0, shoot)], 3).get(
        left(state, 3), 0
    )
    with pytest.raises(ValueError, match="has no ranged weapon"):
        board.shot(2, 1)


def test_odds_of_the_blow_of_a_charge() -> None:
    """AK-116, AK-142, AK-145."""
    state = scenario("charge-free-attack-with-the-best-pair")
    board = Board(state.view(0))
    way = board.charges(0)[1]
    answers = [(0, act(charge(0, 1, way))), (0, {"card": {"card": "brutal"}})]
    blow = board.blow(0, 1, "brutal", charge=True)
    assert outcomes(state, 3, answers, 1) == cut(blow.dom, left(state, 1))


@pytest.mark.parametrize(("card", "striker", "dice"), [(0, 0, 3), (1, 1, 2)])
def test_odds_of_blows_at_a_tough_figure(card: int, striker: int, dice: int) -> None:
    """AK-281, AK-287, AK-292: by one who pierces and is an expert, and by one who is neither."""
    state = scenario("damage-tough-and-piercing")
    if card == 1:
        state.apply(0, action_of(act({"fight": {"figure": 0, "target": 2}})))
        state.chance = Scripted({"dice": [0, 0]}, bytes(32))
        state.apply(0, action_of({"card": {"card": "quick"}}))
        state.apply(0, action_of({"end": {}}))
        while state.question(0) != "hand" or state.to_act != (0,):
            state.apply(state.to_act[0], action_of({"default": {}}))
        state.apply(0, action_of({"activate": {"card": 1}}))
    blow = Board(state.view(0)).blow(striker, 2)
    answers = [(0, act({"fight": {"figure": striker, "target": 2}})), (0, {"card": {"card": "normal"}})]
    assert outcomes(state, dice, answers, 2) == cut(blow.dom, left(state, 2))


def rolls(state: AlkemyState, answers: Sequence[tuple[int, Any]]) -> list[facts.Roll]:
    found = []
    for seat, answer in answers:
        found += [
            event.fact for event in state.apply(seat, action_of(answer)) if isinstance(event.fact, facts.Roll)
        ]
    return found


def like(told: facts.Roll, roll: Roll) -> bool:
    """Whether the engine rolled what the board says."""
    colours = {die.colour for die in told.dice}
    return colours == {roll.colour} and len(told.dice) == dice_count(roll.net) and told.stat == roll.stat


def test_rolls_of_two_attacks() -> None:
    """AK-135, AK-140, AK-145."""
    state = scenario("combat-both-attack")
    board = Board(state.view(0))
    state.chance = Scripted({"dice": [5, 3, 1, 0, 2, 4, 3, 2, 4, 3, 0, 1]}, bytes(32))
    told = rolls(state, [(0, act({"fight": {"figure": 0, "target": 1}})), (0, {"card": {"card": "brutal"}}),
                         (1, {"card": {"card": "quick"}})])  # fmt: skip
    first, second, *attacks = told
    assert like(first, board._reflex(0, "brutal"))
    assert like(second, board._reflex(1, "quick"))
    cards = {0: ("brutal", "quick"), 1: ("quick", "brutal")}
    assert attacks
    assert like(attacks[0], board.blow_roll(attacks[0].figure, 1 - attacks[0].figure, *cards[attacks[0].figure]))
    assert 0 < board.first_blow(0, 1, "brutal", "quick") < board.first_blow(0, 1, "quick", "brutal") < 1


def test_rolls_of_an_attack_against_parry() -> None:
    """AK-141, AK-147."""
    state = scenario("combat-keep-total-or-damage-against-parry")
    board = Board(state.view(0))
    state.chance = Scripted({"dice": [3, 0, 4, 0, 0, 0]}, bytes(32))
    told = rolls(state, [(0, act(charge(0, 1, board.charges(0)[1]))), (0, {"card": {"card": "normal"}}),
                         (1, {"card": {"card": "parry"}}), (0, {"keep": {"dice": [0, 1]}})])  # fmt: skip
    attack, parry, *_ = told
    assert like(attack, board.blow_roll(0, 1, "normal", "parry", charge=True))
    assert like(parry, board.blow_roll(1, 0, "parry"))
    odds = board.blow_at_parry(0, 1, charge=True)
    assert 0 < odds.hit < 1
    assert sum(odds.dom.values()) == 1


EXCHANGES = 1500
Effects = dict[int, tuple[Effect, ...]]


def holds_over_many_rolls(state: AlkemyState, card: str, against: str) -> None:
    """The mean of what each ticks lies within four standard errors."""
    exchange = Board(state.view(0)).exchange(0, 1, card, against)
    ticked: list[list[int]] = [[], []]
    for number in range(EXCHANGES):
        twin = state.copy()
        twin.chance = Seeded(number.to_bytes(32, "big"))
        before = [twin.figures[one].marked for one in (1, 0)]
        twin.apply(0, action_of({"card": {"card": card}}))
        twin.apply(1, action_of({"card": {"card": against}}))
        for place, one in enumerate((1, 0)):
            ticked[place].append(twin.figures[one].marked - before[place])
    for dom, figure, sample in zip(exchange, (1, 0), ticked, strict=True):
        assert sum(dom.values()) == 1
        ticks = cut(dom, left(state, figure))
        mean = float(sum(value * chance for value, chance in ticks.items()))
        assert abs(mean - fmean(sample)) <= 4 * pstdev(sample) / EXCHANGES**0.5


def in_a_fight(lain: Effects) -> AlkemyState:
    """A templar and a ghulam about to choose their cards."""
    state = scenario("combat-both-attack")
    state.apply(0, action_of(act({"fight": {"figure": 0, "target": 1}})))
    for number, lying in lain.items():
        state.figures[number].effects = lying
    return state


@pytest.mark.parametrize(
    ("card", "against"),
    [("brutal", "quick"), ("quick", "brutal"), ("normal", "parry"), ("parry", "brutal"), ("brutal", "inactive"),
     ("inactive", "normal")],
)  # fmt: skip
def test_what_two_cards_do_to_each_other(card: str, against: str) -> None:
    """AK-140 to AK-143."""
    holds_over_many_rolls(in_a_fight({}), card, against)


@pytest.mark.parametrize(
    ("card", "against", "lain"),
    [
        ("normal", "parry", {1: (Effect("oil", 1),)}),
        ("normal", "parry", {1: (Effect("fluidity", 0),)}),
        ("quick", "normal", {0: (Effect("fluidity", 1),)}),
        ("quick", "normal", {1: (Effect("fluidity", 0),)}),
    ],
)
def test_an_effect_that_a_roll_or_a_wound_ends_is_not_counted_after_it(
    card: str, against: str, lain: Effects
) -> None:
    """AK-164, AK-238: oil is spent on the roll of the Parry, fluidity by a roll or a wound."""
    holds_over_many_rolls(in_a_fight(lain), card, against)


def test_who_is_poisoned_answers_with_a_malus_die() -> None:
    """AK-148, AK-293."""
    state = in_a_fight({})
    plain = Board(state.view(0)).exchange(0, 1, "quick", "normal")
    state.figures[0].effects = (Effect("lance", 0, grants=("poison",)),)
    poisoned = Board(state.view(0)).exchange(0, 1, "quick", "normal")
    assert poisoned.dealt == plain.dealt
    assert expected(poisoned.taken) < expected(plain.taken)
    holds_over_many_rolls(state, "quick", "normal")


def test_a_way_is_an_order(some_states: list[AlkemyState]) -> None:
    """AK-301: what the functions build is read as what was meant."""
    way = [(1200, 900), (1200, 1000)]
    for built, allowed in ((walk(3, way), "walk"), (run(3, way), "run"), (charge(3, 5, way), "charge")):
        action = action_of(act(built))
        assert isinstance(action, Act)
        (order,) = action.orders
        assert document_of(action)["act"]["orders"][0][allowed]["path"] == [{"x": x, "y": y} for x, y in way]
        assert tuple(order.path) == tuple(way)  # type: ignore[union-attr]
