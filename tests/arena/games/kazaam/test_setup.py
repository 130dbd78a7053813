"""Sections 3 and 4: chance and setup."""

import pytest

from arena.games.kazaam.material import ALCHEMISTS, INGREDIENTS, TILES
from arena.kernel.chance import Seeded
from tests.arena.games.kazaam.tables import GAME, SEED, act, document, new, player, table, use


def test_a_new_game_draws_from_two_streams_and_counts_the_draws() -> None:
    """KZ-12."""
    assert new(5).dump()["drawn"] == {"alchemists": 5, "deck": 69, "reshuffle": 0, "steal": 0}


def test_what_one_stream_gives_does_not_depend_on_another() -> None:
    """KZ-12."""
    scripted, plain = new(4, {"alchemists": [0] * 5}).dump(), new(4).dump()
    assert scripted["deck"] == plain["deck"]
    assert [each["alchemist"] for each in scripted["players"]] != [each["alchemist"] for each in plain["players"]]


def test_a_state_and_a_seed_give_every_later_draw() -> None:
    """KZ-12."""
    robbed = player(["fire-tail", "fire-head", "fur-head", "fur-tail", "bone-head", "bone-tail"])
    given = document(player(up=["bone-right-hand"]), robbed)
    stolen = []
    for taken in range(8):
        given["drawn"]["steal"] = taken
        chance = Seeded(SEED, {"steal": taken})
        state = GAME.load(given, Seeded(SEED))
        stolen.append(act(state, 0, use("right-hand", 1))[-1]["stole_tile"]["tile"])
        assert stolen[-1] == robbed["hand"][chance.draw("steal", 6)]
        assert state.dump()["drawn"]["steal"] == taken + 1
    assert len(set(stolen)) > 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_shuffle_swaps_from_the_last_place_down(seats: int) -> None:
    """KZ-13."""
    draws = [(7 * place) % (place + 1) for place in range(69, 0, -1)]
    deck = list(TILES)
    for place, other in zip(range(69, 0, -1), draws, strict=True):
        deck[place], deck[other] = deck[other], deck[place]
    state = new(seats, {"deck": draws}).dump()
    # KZ-15: three from the top for seat 0, the next three for seat 1, and so on.
    assert [each["hand"] for each in state["players"]] == [deck[3 * seat : 3 * seat + 3] for seat in range(seats)]
    assert state["deck"] == deck[3 * seats :]


def test_seat_i_gets_place_i_of_the_shuffled_alchemists() -> None:
    """KZ-14."""
    order = list(ALCHEMISTS)
    for place, other in zip(range(5, 0, -1), [2, 0, 1, 1, 0], strict=True):
        order[place], order[other] = order[other], order[place]
    state = new(5, {"alchemists": [2, 0, 1, 1, 0]}).dump()
    assert [each["alchemist"] for each in state["players"]] == order[:5]


def test_the_table_is_empty_and_the_supply_full() -> None:
    """KZ-16."""
    state = new(4).dump()
    assert state["discard"] == []
    for each in state["players"]:
        assert each["board"] == {}
        assert each["ingredients"] == dict.fromkeys(INGREDIENTS, 0)
        assert each["seen"] == {"hands": []}


def test_seat_0_begins_the_first_round() -> None:
    """KZ-17."""
    state = new(4).dump()
    assert (state["turn"], state["to_act"], state["round"], state["ply"]) == (0, [0], 1, 0)
    assert (state["phase"], state["actions_left"], state["pending"]) == ("turn", 3, [])


def test_the_round_grows_when_the_turn_comes_to_seat_0_again() -> None:
    """KZ-17."""
    state = new(3)
    rounds = []
    for seat in (0, 1, 2, 0, 1):
        assert state.to_act == (seat,)
        act(state, seat, {"end_turn": {}})
        rounds.append(state.round)
    assert rounds == [1, 1, 2, 2, 2]


def test_a_new_game_tells_its_start_the_hands_and_the_first_turn() -> None:
    """KZ-92."""
    start = GAME.new(2, {}, Seeded(SEED))
    state = start.state.dump()
    assert [GAME.facts.document(event.fact) for event in start.events] == [
        {"started": {"seats": 2, "alchemists": [each["alchemist"] for each in state["players"]]}},
        {"dealt": {"seat": 0, "tiles": state["players"][0]["hand"], "to": [0]}},
        {"dealt": {"seat": 1, "tiles": state["players"][1]["hand"], "to": [1]}},
        {"turn": {"seat": 0, "round": 1}},
    ]
    assert [event.to for event in start.events] == [None, (0,), (1,), None]


def test_a_scripted_draw_counts_like_any_other() -> None:
    """KZ-12."""
    state = table(player(up=["bone-right-hand"]), player(["fire-tail", "fire-head"]), chance={"steal": [1]})
    assert act(state, 0, use("right-hand", 1))[-1]["stole_tile"]["tile"] == "fire-head"
    assert state.dump()["drawn"]["steal"] == 1
