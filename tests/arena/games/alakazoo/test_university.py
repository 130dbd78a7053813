"""Section 17: the Magic University."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.alakazoo.state import AlakazooState
from arena.kernel.chance import Seeded
from tests.arena.games.alakazoo.tables import (
    GAME,
    REST,
    act,
    activate,
    acts,
    barter,
    drafted,
    fetch,
    identity,
    keys,
    legal,
    miss,
    new,
    nine,
    only,
    player,
    refused,
    roll,
    table,
    take,
    trade,
)

WITH = {"university": True}
MOONLESS = ["basilisk-left-ear", "griffin-left-hand", "griffin-tail"]


def at(*players: dict[str, Any], **more: Any) -> AlakazooState:
    return table(*players, options=WITH, **more)


def enrolling(seats: int = 2) -> AlakazooState:
    draws = {"setup": [*identity(8), *identity(8 - seats)], "university": [*identity(13), *identity(13)]}
    state = new(seats, draws, university=True)
    drafted(state)
    return state


# --- the deal


def test_AZ_160_AZ_162_two_of_each_are_dealt_magicians_first() -> None:
    state = enrolling()
    assert (state.question(0), state.to_act) == ("university", (0, 1))
    players = state.dump()["players"]
    assert players[0]["school"] == {
        "magicians": ["archivist", "warden"],
        "keepers": ["recall", "kindle"],
        "magician": "",
        "keeper": "",
    }
    assert players[1]["school"]["magicians"] == ["hoarder", "furnace"]
    assert players[1]["school"]["keepers"] == ["shift", "cleanse"]
    assert state.dump()["drawn"]["university"] == 24
    assert len(legal(state, 0)) == 4


def test_AZ_163_all_choose_at_once_and_what_is_kept_is_shown_when_all_have() -> None:
    state = enrolling()
    choice = {"enrol": {"magician": "warden", "keeper": "kindle"}}
    assert refused(state, 0, {"enrol": {"magician": "hoarder", "keeper": "kindle"}}) == "not-offered"
    assert act(state, 0, choice) == [{"enrolled": {"seat": 0}}]
    assert "school" not in state.view(1)["players"][0]
    assert "school" not in state.view(None)["players"][0]
    assert state.view(0)["players"][0]["school"]["magician"] == "warden"
    events = act(state, 1, {"enrol": {"magician": "furnace", "keeper": "shift"}})
    assert only(events, "school") == [
        {"seat": 0, "magician": "warden", "keeper": "kindle"},
        {"seat": 1, "magician": "furnace", "keeper": "shift"},
    ]
    kept = {"magicians": [], "keepers": [], "magician": "warden", "keeper": "kindle"}
    assert state.view(None)["players"][0]["school"] == state.view(1)["players"][0]["school"] == kept


# --- magicians (AZ-164)


def test_AZ_164_archivist_may_hold_five_cards() -> None:
    state = at(player(hand=nine("dragon")[:4], magician="archivist"), player(), columns=[["griffin-head"]])
    assert keys(act(state, 0, take(0)))[-1] == "turn"


def test_AZ_164_warden_may_have_seven_tokens_on_the_portal() -> None:
    state = at(player(covered=range(6), magician="warden"), player(), chance={"dice": [0]})
    assert keys(acts(state, (0, roll(1)), (0, activate("wild", 8))))[-1] == "turn"


def test_AZ_164_hoarder_takes_no_dark_token_for_cards() -> None:
    state = at(player(hand=nine("dragon")[:4], magician="hoarder"), player(), columns=[["griffin-head"]])
    act(state, 0, take(0))
    assert keys(act(state, 0, legal(state, 0)[0])) == ["discarded", "turn"]


def test_AZ_164_furnace_takes_no_dark_token_for_tokens() -> None:
    state = at(player(covered=range(6), magician="furnace"), player(), chance={"dice": [0]})
    acts(state, (0, roll(1)), (0, activate("wild", 8)))
    assert keys(act(state, 0, {"trim": {"runes": [8]}})) == ["uncovered", "turn"]


def test_AZ_164_charmed_forgives_the_first_miss_of_each_turn() -> None:
    state = at(player(MOONLESS, magician="charmed"), player(), chance={"dice": [2, 2, 2]})
    act(state, 0, roll(2))
    assert keys(act(state, 0, miss("moon"))) == ["missed"]
    assert state.dump()["charm_used"] is True
    assert keys(act(state, 0, miss("moon"))) == ["missed", "darkened", "turn"]
    assert state.dump()["charm_used"] is False
    act(state, 1, REST)
    act(state, 0, roll(1))
    assert keys(act(state, 0, miss("moon"))) == ["missed", "turn"]


def test_AZ_164_dreamer_gets_a_magic_token_after_a_rest() -> None:
    state = at(player(magician="dreamer", dark=1), player())
    assert keys(act(state, 0, REST)) == ["rested", "lightened", "stored", "turn"]
    full = at(player(magician="dreamer", magic=3), player())
    assert keys(act(full, 0, REST)) == ["rested", "turn"]


def test_AZ_164_sleeper_gets_two_magic_tokens_after_a_lost_turn() -> None:
    state = at(player(), player(dark=3, magician="sleeper"))
    assert keys(act(state, 0, REST))[2:] == ["skipped", "lightened", "stored", "stored", "turn"]
    assert state.magic[1] == 2


def test_AZ_164_merchant_takes_no_dark_token_for_trades() -> None:
    state = at(player(hand=["dragon-head"], magic=1, magician="merchant"), player(hand=["hydra-head"]))
    assert "darkened" not in keys(act(state, 0, trade(1, "hydra", "dragon-head")))
    two = {"trade_two": {"seat": 1, "creature": "hydra", "give": ["dragon-head", "dragon-tail"]}}
    state = at(
        player(hand=["dragon-head", "dragon-tail"], magic=1, magician="merchant", abilities=["trade-two"]),
        player(hand=["hydra-head", "hydra-tail"]),
    )
    assert "darkened" not in keys(act(state, 0, two))


def test_AZ_164_envoy_takes_no_dark_token_for_a_barter() -> None:
    state = at(player(["griffin-head"], magic=1, magician="envoy"), player(["dragon-head"]))
    assert keys(act(state, 0, barter(1, "head"))) == ["paid", "bartered", "turn"]


def test_AZ_164_gleaner_draws_one_card_more() -> None:
    state = at(player(hand=["dragon-head"], magician="gleaner"), player())
    assert keys(act(state, 0, {"redraw": {"cards": ["dragon-head"]}})).count("drew") == 2


@pytest.mark.parametrize(
    ("magician", "letters", "school"),
    [
        ("weaver", "dgh.....d", 0),
        ("weaver", "dghbdg...", 1),
        ("breeder", "ddd......", 0),
        ("breeder", "dddggg...", 1),
        ("devotee", "bbbb.....", 0),
        ("devotee", "bbbb...b.", 1),
    ],
)
def test_AZ_164_weaver_breeder_and_devotee_may_get_a_point_at_the_end(
    magician: str, letters: str, school: int
) -> None:
    names = {"b": "basilisk", "d": "dragon", "g": "griffin", "h": "hydra"}
    parts = [spell.split("-", 1)[1] for spell in nine("dragon")]
    spells = [f"{names[letter]}-{part}" for letter, part in zip(letters, parts, strict=True) if letter != "."]
    state = at(player(spells, magician=magician), player(), turn=1, round=59)
    judged = only(act(state, 1, REST), "judged")[0]
    assert judged["school"] == school
    assert judged["total"] == judged["same"] + judged["different"] + judged["pure"] + school


# --- keeper cards (AZ-165)


def test_AZ_165_recall_takes_a_spell_that_was_in_the_discard_pile_before() -> None:
    state = at(player(hand=["dragon-head"], magic=1, keeper="recall"), player(), discard=["hydra-tail"])
    assert refused(state, 0, {"recall": {"discard": "dragon-head", "card": "dragon-head"}}) == "not-in-discard"
    events = act(state, 0, {"recall": {"discard": "dragon-head", "card": "hydra-tail"}})
    assert events[1] == {"recalled": {"seat": 0, "discard": "dragon-head", "card": "hydra-tail"}}
    assert (state.dump()["discard"], state.dump()["players"][0]["hand"]) == (["dragon-head"], ["hydra-tail"])


def test_AZ_165_kindle_covers_a_rune() -> None:
    state = at(player(["griffin-tail"], covered=[3], magic=1, keeper="kindle"), player())
    assert refused(state, 0, {"kindle": {"rune": 3}}) == "rune-covered"
    assert refused(state, 0, {"kindle": {"rune": 14}}) == "rune-closed"
    assert refused(state, 0, {"kindle": {"rune": 18}}) == "no-such-rune"
    events = act(state, 0, {"kindle": {"rune": 2}})
    assert events[1] == {"activated": {"seat": 0, "face": "wild", "rune": 2}}


def test_AZ_165_shift_moves_a_token() -> None:
    state = at(player(covered=[3], magic=1, keeper="shift"), player())
    assert refused(state, 0, {"shift": {"from_rune": 2, "to_rune": 4}}) == "rune-not-covered"
    assert refused(state, 0, {"shift": {"from_rune": 3, "to_rune": 3}}) == "rune-covered"
    events = act(state, 0, {"shift": {"from_rune": 3, "to_rune": 17}})
    assert events[1] == {"shifted": {"seat": 0, "from_rune": 3, "to_rune": 17}}
    assert state.covered[0] == 1 << 17


def test_AZ_165_cleanse_returns_a_dark_token() -> None:
    state = at(player(dark=2, magic=1, keeper="cleanse"), player(magic=1))
    assert only(act(state, 0, {"cleanse": {}}), "lightened") == [{"seat": 0, "count": 1}]
    none = at(player(magic=1, keeper="cleanse"), player())
    assert refused(none, 0, {"cleanse": {}}) == "no-dark-token"


def test_AZ_165_study_draws_two_cards() -> None:
    state = at(player(magic=1, keeper="study"), player())
    assert keys(act(state, 0, {"study": {}})) == ["paid", "drew", "got", "drew", "got", "turn"]


def test_AZ_165_sweep_lays_two_new_cards_in_a_column() -> None:
    state = at(
        player(magic=1, keeper="sweep"),
        player(),
        columns=[["griffin-head", "griffin-tail", "griffin-torso"]],
        deck=["hydra-head", "hydra-tail"],
    )
    assert refused(state, 0, {"sweep": {"column": 1}}) == "empty-column"
    assert refused(state, 0, {"sweep": {"column": 4}}) == "no-such-column"
    events = act(state, 0, {"sweep": {"column": 0}})
    assert keys(events) == ["paid", "swept", "laid", "laid", "turn"]
    assert state.dump()["columns"][0]["cards"] == ["hydra-head", "hydra-tail"]
    assert len(state.discard) == 3


def test_AZ_165_pluck_takes_a_card_of_a_column() -> None:
    state = at(player(magic=1, keeper="pluck"), player(), columns=[[], ["griffin-head"]])
    assert refused(state, 0, {"pluck": {"card": "dragon-head"}}) == "not-in-columns"
    events = act(state, 0, {"pluck": {"card": "griffin-head"}})
    assert events[1] == {"fetched": {"seat": 0, "column": 1, "card": "griffin-head"}}


def test_AZ_165_borrow_exchanges_a_card_of_the_hand_for_one_in_a_column() -> None:
    state = at(
        player(hand=["dragon-head"], magic=1, keeper="borrow"),
        player(),
        columns=[["griffin-head", "griffin-tail", "griffin-torso"]],
    )
    events = act(state, 0, {"borrow": {"give": "dragon-head", "card": "griffin-tail"}})
    assert events[1] == {"borrowed": {"seat": 0, "give": "dragon-head", "card": "griffin-tail"}}
    assert state.dump()["columns"][0]["cards"] == ["griffin-head", "dragon-head", "griffin-torso"]
    assert state.dump()["players"][0]["hand"] == ["griffin-tail"]


def test_AZ_165_hoard_fills_the_keeper() -> None:
    state = at(player(magic=1, dark=1, keeper="hoard"), player())
    assert keys(act(state, 0, {"hoard": {}})) == ["paid", "stored", "stored", "turn"]


def test_AZ_165_snatch_moves_a_magic_token_for_a_dark_one() -> None:
    state = at(player(magic=3, keeper="snatch"), player(magic=1), player())
    assert refused(state, 0, {"snatch": {"seat": 2}}) == "no-magic-token"
    events = act(state, 0, {"snatch": {"seat": 1}})
    assert events[1:3] == [
        {"snatched": {"seat": 0, "other": 1}},
        {"darkened": {"seat": 0, "magic_back": 1}},
    ]
    assert state.magic == [2, 0, 0]


def test_AZ_165_curse_passes_a_dark_token_on() -> None:
    state = at(player(magic=1, dark=1, keeper="curse"), player(magic=3), player(dark=3))
    assert refused(state, 0, {"curse": {"seat": 2}}) == "dark-full"
    events = act(state, 0, {"curse": {"seat": 1}})
    assert events[1:3] == [
        {"cursed": {"seat": 0, "other": 1}},
        {"darkened": {"seat": 1, "magic_back": 1}},
    ]
    assert (state.dark, state.dark_supply) == ([0, 1, 3], 8)
    light = at(player(magic=1, keeper="curse"), player())
    assert refused(light, 0, {"curse": {"seat": 1}}) == "no-dark-token"


def test_AZ_165_extinguish_returns_a_token_of_another_portal_for_a_dark_one() -> None:
    state = at(player(magic=1, keeper="extinguish"), player(covered=[5]))
    assert refused(state, 0, {"extinguish": {"seat": 1, "rune": 4}}) == "rune-not-covered"
    assert refused(state, 0, {"extinguish": {"seat": 1, "rune": 18}}) == "no-such-rune"
    events = act(state, 0, {"extinguish": {"seat": 1, "rune": 5}})
    assert events[1:3] == [
        {"uncovered": {"seat": 1, "runes": [5]}},
        {"darkened": {"seat": 0, "magic_back": 0}},
    ]


def test_AZ_165_swindle_gives_a_card_for_a_random_one() -> None:
    state = at(
        player(hand=["dragon-head"], magic=1, keeper="swindle"),
        player(hand=["hydra-tail", "griffin-head"]),
        player(),
        chance={"steal": [1]},
    )
    assert refused(state, 0, {"swindle": {"seat": 2, "give": "dragon-head"}}) == "empty-hand"
    events = act(state, 0, {"swindle": {"seat": 1, "give": "dragon-head"}})
    assert keys(events) == ["paid", "exchanged", "got", "got", "turn"]
    assert state.dump()["players"][0]["hand"] == ["hydra-tail"]


def test_AZ_166_mimic_copies_abilities_and_no_keeper_cards() -> None:
    state = at(
        player(magic=1, dark=1, abilities=["mimic"], keeper="hoard"),
        player(keeper="study", abilities=["fetch-two"]),
    )
    assert refused(state, 0, {"study": {}}) == "no-ability"
    assert refused(state, 0, {"fetch_two": {"discard": [], "cards": []}}) == "wrong-count"


@pytest.mark.parametrize("keeper", ["snatch", "curse", "extinguish", "swindle"])
def test_AZ_167_a_full_portal_is_protected_from_keeper_cards(keeper: str) -> None:
    state = at(
        player(nine("basilisk"), magic=1, hand=["hydra-head"]),
        player(hand=["hydra-tail"], magic=1, dark=1, keeper=keeper),
        turn=1,
        finisher=0,
    )
    action: dict[str, Any] = {"seat": 0}
    if keeper == "swindle":
        action["give"] = "hydra-tail"
    assert refused(state, 1, {keeper: action}) == "protected"
    assert not any(keeper in each for each in legal(state, 1))


def test_AZ_168_cards_that_would_do_nothing_are_left_out_of_the_solo_mode() -> None:
    offered_magicians, offered_keepers = set(), set()
    for seed in range(60):
        state = GAME.new(1, WITH, Seeded(bytes([seed] * 32))).state
        school = state.dump()["players"][0]["school"]
        offered_magicians |= set(school["magicians"])
        offered_keepers |= set(school["keepers"])
    assert offered_magicians == {"archivist", "warden", "hoarder", "furnace", "charmed"}
    assert offered_keepers == {
        "recall",
        "kindle",
        "shift",
        "cleanse",
        "study",
        "sweep",
        "pluck",
        "borrow",
        "hoard",
    }


def test_a_keeper_card_is_paid_for() -> None:
    state = at(player(keeper="study"), player(), columns=[["griffin-head"]])
    assert refused(state, 0, {"study": {}}) == "no-magic-token"
    assert refused(state, 0, fetch("dragon-head", "griffin-head")) == "no-magic-token"
