"""Section 23, on random games of every number of seats and with every option. The checks are the book's own
words on documents: they share no code with the engine."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.alakazoo.actions import Action, Take, Trade, TradeTwo
from arena.games.alakazoo.material import CREATURES, PARTS
from arena.games.alakazoo.refusals import REFUSALS
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import alakazoo_pb2
from tests.arena.games.alakazoo.kit import UNIVERSE, proposals
from tests.arena.games.alakazoo.tables import GAME, only
from tests.arena.games.alakazoo.wandering import BASE, OPTIONS, choice, game, options_for

SEEDS = st.integers(0, 2**64)
games = settings(max_examples=12, deadline=None)
every_number_of_seats = pytest.mark.parametrize("seats", [1, 2, 3, 4])
two_seats_or_more = pytest.mark.parametrize("seats", [2, 3, 4])

Document = dict[str, Any]


def spells_on(player: Document) -> list[str]:
    return [position["spell"] for position in player["positions"] if position["spell"]]


def tokens_on(player: Document) -> int:
    return sum(sum(position["covered"]) for position in player["positions"])


def everywhere(document: Document) -> list[str]:
    cards = [*document["deck"], *document["discard"]]
    cards += [card for column in document["columns"] for card in column["cards"]]
    for player in document["players"]:
        cards += [*player["hand"], *player["pack"], *spells_on(player)]
        cards += [player["pick"]] if player["pick"] else []
    return cards


def is_base_game(document: Document) -> bool:
    return not document["options"]["tommy"] and not document["options"]["university"]


def check(document: Document) -> None:
    """What holds in every position."""
    players, phase, solo = document["players"], document["phase"], document["seats"] == 1
    spells = [card for card in everywhere(document) if not card.startswith("tommy-")]
    in_play = [f"{creature}-{part}" for creature in document["creatures"] for part in PARTS]
    assert document["creatures"] == [creature for creature in CREATURES if creature in document["creatures"]]
    assert Counter(spells) == Counter(in_play)  # 1
    magic = document["magic_supply"] + sum(player["magic"] + tokens_on(player) for player in players)
    dark = document["dark_supply"] + sum(player["dark"] for player in players)
    assert (magic, dark) == (30, 12)  # 2
    numbers = [document["magic_supply"], document["dark_supply"]]
    assert min(numbers + [player[name] for player in players for name in ("magic", "dark", "points")]) >= 0
    for player in players:
        assert player["magic"] + player["dark"] <= (6 if solo else 3)  # 3
        assert player["dark"] <= (5 if solo else 3)
        assert player["dark"] < 5 or phase == "over"
        for part, position in zip(PARTS, player["positions"], strict=True):  # 4
            if position["spell"]:
                assert position["covered"] == [False, False]
                assert position["spell"].split("-", 1)[1] == part
    if is_base_game(document):
        check_limits(document)
    check_phase(document)
    check_tommy(document)
    for held in kinds_of_cards(document):
        assert len(set(held)) == len(held)  # 21


def check_limits(document: Document) -> None:
    """7 to 9, of the base game."""
    for seat, player in enumerate(document["players"]):
        if seat != document["turn"]:
            assert tokens_on(player) <= 6
            assert len(player["hand"]) <= 4
        if document["phase"] in ("place", "trim"):
            assert tokens_on(player) <= 9
        assert len(player["hand"]) <= 8
    assert all(len(column["cards"]) <= 4 for column in document["columns"])


def check_phase(document: Document) -> None:
    """10 to 12 and 15."""
    players, phase, turn = document["players"], document["phase"], document["turn"]
    assert (phase == "dice") == bool(document["dice"])
    assert (phase == "give") == (document["pending"] is not None)
    full = [seat for seat, player in enumerate(players) if len(spells_on(player)) == 9]
    if document["seats"] > 1:
        if phase == "action":
            assert players[turn]["dark"] < 3
            assert turn not in full
        assert document["finisher"] in (full or [-1])
    else:
        assert document["finisher"] == -1
    assert (not document["to_act"]) == (phase == "over") == (document["result"] is not None)


def check_tommy(document: Document) -> None:
    """20."""
    if not document["options"]["tommy"]:
        assert "tommy" not in document
        return
    lying = [card for card in everywhere(document) if card.startswith("tommy-")]
    in_piles = [card for card in (*document["deck"], *document["discard"]) if card.startswith("tommy-")]
    assert sorted(lying) == sorted(in_piles)
    expected = 0 if document["phase"] in ("portal", "draft") else 3 * document["seats"]
    assert len(lying) + len(document["tommy"]["active"]) + len(document["tommy"]["gone"]) == expected


def kinds_of_cards(document: Document) -> list[list[str]]:
    players = document["players"]
    kinds = [[player["portal"] for player in players]]
    kinds.append([name for player in players for name in player["abilities"]])
    if document["options"]["university"]:
        kinds += [[player["school"][name] for player in players] for name in ("magician", "keeper")]
    if document["options"]["book"] != "off":
        kinds.append([player["book"]["page"] for player in players])
    return [[name for name in names if name] for names in kinds]


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_what_holds_in_every_position(seats: int, options: Document, seed: int) -> None:
    for place, (before, _, _, state, _) in enumerate(game(seats, options, seed)):
        document = state.dump()
        check(document)
        assert state.ply == before.ply + 1
        if place % 5 == 0:  # 17
            assert GAME.load(json.loads(json.dumps(document)), Seeded(bytes(32))).dump() == document
            assert document_of(message_of(document, alakazoo_pb2.State)) == document


@every_number_of_seats
@games
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_5_6_9_and_19_from_one_position_to_the_next(seats: int, options: Document, seed: int) -> None:
    for before, _, action, state, events in game(seats, options, seed):
        old, new = before.dump(), state.dump()
        for seat in range(seats):
            assert len(spells_on(new["players"][seat])) >= len(spells_on(old["players"][seat]))  # 5
        facts = [GAME.facts.document(event.fact) for event in events]
        crowd = 1 if options["tommy"] else 0
        for seat in range(seats):
            gained = new["players"][seat]["points"] - old["players"][seat]["points"]
            own = [each for each in only(facts, "placed") if each["seat"] == seat]
            most = (2 + crowd) * len(own) + sum(each["seat"] == seat for each in only(facts, "finished"))
            assert 0 <= gained <= most  # 6
        if isinstance(action, Take) and is_base_game(new):
            assert len(new["columns"][action.column]["cards"]) <= 1  # 9
        if isinstance(action, Trade | TradeTwo):
            assert [len(each["hand"]) for each in old["players"]] == [len(each["hand"]) for each in new["players"]]


@two_seats_or_more
@games
@given(options=BASE, seed=SEEDS)
def test_invariants_13_and_14_at_the_end(seats: int, options: Document, seed: int) -> None:
    start = GAME.new(seats, options_for(seats, options), Seeded(seed.to_bytes(32, "big")))
    facts = [GAME.facts.document(event.fact) for event in start.events]
    for _, _, _, _, events in game(seats, options, seed):
        facts += [GAME.facts.document(event.fact) for event in events]
    turns = Counter(each["seat"] for each in only(facts, "turn"))
    assert len(set(turns.values())) == 1  # 13
    assert set(turns) == set(range(seats))
    judged = only(facts, "judged")
    (ended,) = only(facts, "ended")
    assert [each["seat"] for each in judged] == list(range(seats))
    for each in judged:
        assert each["same"] + each["different"] <= 6  # 14
        assert each["pure"] <= 1
        assert each["book"] <= 3
        parts = ("points", "same", "different", "pure", "book", "school")
        assert each["total"] == sum(each[part] for part in parts)
    assert ended["scores"] == [each["total"] for each in judged]


@every_number_of_seats
@settings(max_examples=8, deadline=None)
@given(options=OPTIONS, seed=SEEDS)
def test_invariants_15_and_16_of_legal_and_refused_actions(seats: int, options: Document, seed: int) -> None:
    rng = Random(seed)
    for before, _, _, _, _ in game(seats, options, seed):
        for seat in range(seats):
            assert bool(len(before.legal(seat))) == (seat in before.to_act)  # 15
        if rng.random() > 0.05:
            continue
        document, drawn = before.dump(), dict(before.chance.drawn)
        tried = rng.sample([*UNIVERSE, *proposals(document)], 60)
        for seat in range(seats):
            for action in map(GAME.action, tried):
                code = before.refusal(seat, action)
                assert (action in list(before.legal(seat))) == (code is None)
                if code is not None:
                    assert code in REFUSALS
                    with pytest.raises(Refused, match=code):
                        before.apply(seat, action)
        assert (before.dump(), before.chance.drawn) == (document, drawn)  # 16


@every_number_of_seats
@settings(max_examples=4, deadline=None)
@given(options=OPTIONS, seed=SEEDS)
def test_invariant_17_same_seed_options_and_actions_give_the_same_events(
    seats: int, options: Document, seed: int
) -> None:
    first = [events for _, _, _, _, events in game(seats, options, seed)]
    assert first == [events for _, _, _, _, events in game(seats, options, seed)]


def test_wandering_games_come_to_every_kind_of_end_and_action() -> None:
    """Or the properties above would hold for want of cases."""
    reasons, kinds = set(), set()
    for seed in range(90):
        options: Document = {"tommy": seed % 2 == 0, "university": seed % 5 > 1}
        options["book"] = ("off", "first", "second")[seed % 3]
        options["portals"] = "choose" if seed % 7 == 0 else "deal"
        for _, _, action, state, _ in game(1 + seed % 4, options, seed):
            kinds.add(type(action).__name__)
            if state.result is not None:
                reasons.add(state.result.reason)
    assert kinds == {kind.__name__ for kind in GAME.actions.kinds.values()}
    assert reasons == {"finished", "round-limit", "darkness"}  # to win alone takes more than luck


def test_a_choice_is_one_of_the_legal_actions() -> None:
    state = GAME.new(4, {}, Seeded(bytes(32))).state
    action: Action = choice(state, 2, Random(1))
    assert action in state.legal(2)
