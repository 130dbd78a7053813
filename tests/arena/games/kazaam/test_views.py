"""Sections 13, 16, 18 and 19: who knows what, and the documents."""

from typing import Any

import pytest

from arena.games.kazaam.material import INGREDIENTS, TILES
from arena.kernel.chance import Scripted
from athanorpb.codec import document_of, message_of, trusted_message_of, unordered_paths
from athanorpb.v1 import kazaam_pb2
from tests.arena.games.kazaam.tables import (
    DECLINE,
    DRAW,
    END_TURN,
    GAME,
    NINE_OF_FIRE,
    PASS,
    PLENTY,
    SEED,
    act,
    document,
    extract,
    new,
    play,
    player,
    refused,
    table,
    take,
    use,
)


def units(**counts: int) -> dict[str, int]:
    given = {name.replace("_", "-"): count for name, count in counts.items()}
    return {name: given.get(name, 0) for name in INGREDIENTS}


def section_18() -> dict[str, Any]:
    """The state of section 18, as the book has it."""
    discard = ["stone-tail", "wood-left-ear", "fire-right-hand"]
    seats = [
        player(
            ["bone-torso"],
            ["bone-right-ear"],
            ["fur-left-leg"],
            units(sulphur=1, mandrake=1, unicorn_horn=2, phoenix_feather=1),
            "minerva",
        ),
        player(["wood-torso", "fur-tail"], ["stone-head", "insect-torso"], (), units(mercury=2), "severus"),
        player(["insect-head"], (), ["reptile-left-hand"], units(dragon_blood=1), "ottilia"),
    ]
    return document(
        *seats,
        deck=["fur-left-hand"],
        discard=discard,
        phase="reaction",
        to_act=[1],
        ply=22,
        actions_left=1,
        pending=[{"seat": 0, "part": "left-leg", "at": 1}],
    )


def test_the_state_has_every_field_and_what_is_missing_is_left_out() -> None:
    """KZ-87."""
    given = section_18()
    state = GAME.load(given, Scripted({}, SEED))
    assert state.dump() == given
    assert set(given) == {
        *("game", "options", "seats", "phase", "to_act", "ply", "round", "turn", "actions_left", "deck"),
        *("discard", "supply", "players", "pending", "drawn", "result"),
    }
    assert given["supply"] == units(
        mercury=14, sulphur=15, mandrake=15, unicorn_horn=14, dragon_blood=15, phoenix_feather=15
    )


def test_the_views_of_the_example() -> None:
    """KZ-88."""
    state = GAME.load(section_18(), Scripted({}, SEED))
    act(state, 1, PASS)
    public = state.view(None)
    assert set(public) == {
        *("game", "options", "seats", "phase", "to_act", "ply", "round", "turn", "actions_left", "supply"),
        *("pending", "result", "seat", "deck_count", "discard_count", "players"),
    }
    assert (public["seat"], public["deck_count"], public["discard_count"]) == (-1, 58, 3)
    assert [set(each) for each in public["players"]] == [{"alchemist", "hand_count", "ingredients", "board"}] * 3
    chooser = state.view(0)
    seen = {"ply": 23, "tiles": ["fire-right-hand", "wood-left-ear", "stone-tail"]}
    assert chooser == {
        **public,
        "seat": 0,
        "discard": ["fire-right-hand", "wood-left-ear", "stone-tail"],
        "players": [
            {**public["players"][0], "hand": ["bone-torso"], "seen": {"hands": [], "discard": seen}},
            *public["players"][1:],
        ],
    }
    other = {**public["players"][2], "hand": ["insect-head"], "seen": {"hands": []}}
    assert state.view(2) == {**public, "seat": 2, "players": [*public["players"][:2], other]}


TURN_OF_SECTION_19 = [
    (
        0,
        extract("fire-right-hand"),
        [
            {
                "extracted": {
                    "seat": 0,
                    "tile": "fire-right-hand",
                    "gained": {"sulphur": 1, "unicorn-horn": 2, "phoenix-feather": 1},
                }
            }
        ],
        {
            "/ply": 21,
            "/actions_left": 2,
            "/discard": ["stone-tail", "wood-left-ear", "fire-right-hand"],
            "/supply/sulphur": 15,
            "/supply/unicorn-horn": 14,
            "/supply/phoenix-feather": 15,
            "/players/0/hand": ["bone-torso"],
            "/players/0/ingredients/sulphur": 1,
            "/players/0/ingredients/unicorn-horn": 2,
            "/players/0/ingredients/phoenix-feather": 1,
        },
    ),
    (
        0,
        use("left-leg"),
        [{"used": {"seat": 0, "tile": "fur-left-leg", "part": "left-leg"}}, {"asked": {"seat": 1}}],
        {
            "/phase": "reaction",
            "/to_act": [1],
            "/ply": 22,
            "/actions_left": 1,
            "/players/0/board/left-leg/face": "down",
            "/pending": [{"seat": 0, "part": "left-leg", "at": 1}],
        },
    ),
    (
        1,
        PASS,
        [
            {"passed": {"seat": 1}},
            {"searched": {"seat": 0}},
            {
                "saw_discard": {
                    "seat": 0,
                    "tiles": ["fire-right-hand", "wood-left-ear", "stone-tail"],
                    "to": [0],
                }
            },
        ],
        {
            "/phase": "leg-choice",
            "/to_act": [0],
            "/ply": 23,
            "/pending": [],
            "/players/0/seen/discard": {
                "ply": 23,
                "tiles": ["fire-right-hand", "wood-left-ear", "stone-tail"],
            },
        },
    ),
    (
        0,
        take("wood-left-ear"),
        [{"took": {"seat": 0}}, {"took_tile": {"seat": 0, "tile": "wood-left-ear", "to": [0]}}],
        {
            "/phase": "turn",
            "/ply": 24,
            "/discard": ["stone-tail", "fire-right-hand"],
            "/players/0/hand": ["bone-torso", "wood-left-ear"],
        },
    ),
    (
        0,
        play("wood-left-ear"),
        [
            {
                "played": {
                    "seat": 0,
                    "part": "left-ear",
                    "tile": "wood-left-ear",
                    "paid": {"mandrake": 1, "unicorn-horn": 1},
                }
            },
            {"turn": {"seat": 1, "round": 2}},
        ],
        {
            "/to_act": [1],
            "/ply": 25,
            "/turn": 1,
            "/actions_left": 3,
            "/supply/mandrake": 16,
            "/supply/unicorn-horn": 15,
            "/players/0/hand": ["bone-torso"],
            "/players/0/ingredients/mandrake": 0,
            "/players/0/ingredients/unicorn-horn": 1,
            "/players/0/board/left-ear": {"tile": "wood-left-ear", "face": "up"},
        },
    ),
]


def pointers(value: Any, here: str = "") -> dict[str, Any]:
    if isinstance(value, dict):
        return {
            path: leaf for key, each in value.items() for path, leaf in pointers(each, f"{here}/{key}").items()
        }
    if isinstance(value, list) and here == "/players":
        return {
            path: leaf for at, each in enumerate(value) for path, leaf in pointers(each, f"{here}/{at}").items()
        }
    return {here: value}


def test_the_turn_of_section_19_document_by_document() -> None:
    """KZ-92."""
    before = section_18()
    before.update(
        phase="turn", to_act=[0], ply=20, actions_left=3, pending=[], discard=["stone-tail", "wood-left-ear"]
    )
    before["players"][0]["hand"] = ["bone-torso", "fire-right-hand"]
    before["players"][0]["board"]["left-leg"]["face"] = "up"
    before["players"][0]["ingredients"] = units(mandrake=1)
    before["supply"] = units(
        mercury=14, sulphur=16, mandrake=15, unicorn_horn=16, dragon_blood=15, phoenix_feather=16
    )
    state = GAME.load(before, Scripted({}, SEED))
    for seat, action, events, changes in TURN_OF_SECTION_19:
        old = pointers(state.dump())
        assert act(state, seat, action) == events
        new_leaves = pointers(state.dump())
        changed = {path: leaf for path, leaf in new_leaves.items() if old.get(path) != leaf}
        assert changed == {
            path: leaf for key, value in changes.items() for path, leaf in pointers(value, key).items()
        }


def test_ply_counts_answers_and_choices_too() -> None:
    """KZ-86."""
    state = table(player(up=["fire-left-leg"]), player(up=["bone-head"]), discard=["fur-tail"], ply=0)
    for seat, action in ((0, use("left-leg")), (1, PASS), (0, DECLINE), (0, END_TURN)):
        act(state, seat, action)
    assert state.ply == 4


def test_the_order_of_the_deck_the_draws_and_the_seed_are_in_no_view() -> None:
    """KZ-70."""
    state = new(3)
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        assert not {"deck", "drawn", "seed"} & set(view)
        told = str(view)
        assert not any(f"'{TILES[tile]}'" in told for tile in state.deck)


def test_hands_and_looks_are_their_seats_own() -> None:
    """KZ-70."""
    seen = {"hands": [{"seat": 1, "ply": 3, "tiles": ["fur-head"]}]}
    state = table(player(["fire-head"], seen=seen), player(["fur-head"]), player(["bone-head"]))
    for viewer in (None, 0, 1, 2):
        for seat, each in enumerate(state.view(viewer)["players"]):
            assert ("hand" in each) == ("seen" in each) == (seat == viewer)
            assert each["hand_count"] == 1


def test_which_tile_lies_face_down_stays_open() -> None:
    """KZ-71."""
    state = table(player(down=["fire-head"]), player())
    assert state.view(1)["players"][0]["board"] == {"head": {"tile": "fire-head", "face": "down"}}


def test_the_end_reveals_no_hand() -> None:
    """KZ-72."""
    state = table(player(["bone-tail"]), player(["bone-head"]), options={"round_limit": 2}, turn=1)
    act(state, 1, END_TURN)
    assert "hand" not in state.view(0)["players"][1]
    assert "bone-tail" not in str(state.view(None))


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (DRAW, DRAW),
        ({"draw": {"discard": ""}}, DRAW),
        ({"draw": {"discard": None}}, DRAW),
        ({"draw": {"discard": "fire-head"}}, {"draw": {"discard": "fire-head"}}),
        (use("left-ear", 0), use("left-ear", 0)),
        (use("left-ear"), use("left-ear", 0)),
        (use("left-leg", 0), use("left-leg")),
        (use("left-leg", take={}), use("left-leg")),
        (use("tail", target_part="head"), use("tail", 0, "head")),
        (use("torso", 0, "", {"mercury": 3}), use("torso", take={"mercury": 3})),
        (use("head", 0), use("head")),
        ({"refresh": None}, {"refresh": {}}),
    ],
)
def test_left_out_null_and_default_are_the_same(action: Any, written: Any) -> None:
    """KZ-89."""
    assert GAME.actions.document(GAME.action(action)) == written
    assert GAME.action(written) is GAME.action(action)


@pytest.mark.parametrize(
    "action",
    [
        None,
        "draw",
        {},
        {"draw": {}, "refresh": {}},
        {"dance": {}},
        {"draw": []},
        {"draw": {"tile": "fire-head"}},
        {"draw": {"discard": 3}},
        {"play": {"tile": ["fire-head"]}},
        {"use": {}},
        use("third-ear", 1),
        use("head", 1),
        use("left-leg", 1),
        use("left-leg", target_part="head"),
        use("left-leg", take={"mercury": 3}),
        use("left-ear", 1, "head"),
        use("left-ear", -1),
        use("left-ear", True),
        {"use": {"part": "left-ear", "target": "1"}},
        use("left-ear", 2**31),
        use("tail", 1),
        use("tail", 1, "third-ear"),
        use("torso", 1, take={"mercury": 3}),
        use("torso", take={"gold": 3}),
        use("torso", take={"mercury": 3, "sulphur": 0}),
        use("torso", take={"mercury": -3}),
        use("torso", take={"mercury": True}),
        use("torso", take=[3]),
        {"end_turn": {"now": True}},
    ],
)
def test_what_is_not_one_action_with_its_own_parameters_is_malformed(action: Any) -> None:
    """KZ-89."""
    assert refused(new(2), 0, action) == "malformed"


def test_which_lists_have_no_order() -> None:
    """KZ-93."""
    assert unordered_paths(kazaam_pb2.State.DESCRIPTOR) == {
        "/players/*/seen/hands/*/tiles",
        "/players/*/seen/discard/tiles",
    }
    assert unordered_paths(kazaam_pb2.View.DESCRIPTOR) == {
        "/players/*/seen/hands/*/tiles",
        "/players/*/seen/discard/tiles",
        "/discard",
    }


def test_the_messages_hold_exactly_the_books_documents() -> None:
    state = GAME.load(section_18(), Scripted({}, SEED))
    for _ in range(2):
        for kind, given in [(kazaam_pb2.State, state.dump())] + [
            (kazaam_pb2.View, state.view(viewer)) for viewer in (None, 0, 1, 2)
        ]:
            assert document_of(message_of(given, kind)) == given
            assert document_of(trusted_message_of(given, kind)) == given
        act(state, 1, PASS) if state.pending else None


def test_every_event_and_action_passes_through_its_message() -> None:
    mine = player(
        ["fire-head"], [tile for tile in NINE_OF_FIRE if tile != "fire-head"], units=dict.fromkeys(PLENTY, 0)
    )
    state = table(mine, player(["bone-tail"], ["bone-head"]), discard=["fur-tail"])
    for action in (use("left-ear", 1), use("torso", take={"mercury": 3}), use("tail", 1, "head"), use("left-leg")):
        assert document_of(message_of(action, kazaam_pb2.Action)) == action
        for event in act(state.copy(), 0, action):
            assert document_of(trusted_message_of(event, kazaam_pb2.Event)) == event


def test_facts_read_what_they_write() -> None:
    state = table(player(["fire-head"], ["fire-tail"], units=PLENTY), player(up=["bone-torso"]))
    for action in (DRAW, play("fire-head"), use("tail", 1, "torso")):
        for event in state.apply(0, GAME.action(action)):
            assert GAME.facts.parse(GAME.facts.document(event.fact)) == event.fact
