"""athanor scenario."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.games.kazaam.state import KazaamState
from arena.games.registry import game_named
from arena.kernel.chance import Seeded
from tests.arena.cli.running import athanor

SCENARIOS = sorted(Path("tests/scenarios").glob("*/*.json"))


def test_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "scenario", *SCENARIOS)
    assert (said.code, said.err) == (0, "")
    assert len(said.out.splitlines()) == len(SCENARIOS)
    assert all(line.startswith("passed: ") for line in said.out.splitlines())


def changed(tmp_path: Path, **parts: object) -> Path:
    document = json.loads(SCENARIOS[0].read_text())
    path = tmp_path / "changed.json"
    path.write_text(json.dumps({**document, **parts}))
    return path


def test_a_failing_scenario_says_its_first_difference_and_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = changed(tmp_path, name="poison/wrong", expect={"/ply": 12345})
    said = athanor(capsys, "scenario", SCENARIOS[0], path)
    assert said.code == 1
    failing = said.out.splitlines()[1]
    assert failing.startswith(f"failed: poison/wrong ({path}): /expect: /ply: expected 12345, found ")


NO_SCENARIOS: dict[str, tuple[str | bytes, str]] = {
    "text": ("hello", "not a JSON document"),
    "list": ("[]", "at the top"),
    "misspelt": ('{"name": "x", "game": "poison", "seats": 3, "step": []}', "unknown key 'step'"),
    "game": ('{"name": "x", "game": "chess", "seats": 3}', "no game is called 'chess'"),
    "deep": ("[" * 100_000, "not a JSON document"),
    "bytes": (b"\xff\xfe{", "not a JSON document"),
    "empty": ("", "not a JSON document"),
}


@pytest.mark.parametrize("name", NO_SCENARIOS)
def test_a_file_that_is_no_scenario_exits_2_and_the_others_are_still_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, problem = NO_SCENARIOS[name]
    path = tmp_path / "none.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    said = athanor(capsys, "scenario", path, SCENARIOS[0])
    assert said.code == 2
    first, second = said.out.splitlines()
    assert first.startswith("not a scenario: ")
    assert problem in first
    assert second.startswith("passed: ")


def test_a_file_that_is_not_there_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, problem in ((tmp_path / "no.json", "there is no such file"), (tmp_path, "is a folder")):
        said = athanor(capsys, "scenario", path)
        assert said.code == 2
        assert problem in said.out


def test_an_engine_that_crashes_in_one_is_named_with_it_and_the_others_are_still_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = changed(tmp_path, name="poison/wrong", expect={"/ply": 12345})
    kazaam = Path("tests/scenarios/kazaam")
    first, second, *_ = sorted(kazaam.glob("*.json"))

    def crash(*_: object) -> object:
        raise StopIteration("no spot")

    monkeypatch.setattr(KazaamState, "apply", crash)
    monkeypatch.setattr(KazaamState, "legal", crash)
    said = athanor(capsys, "scenario", first, SCENARIOS[0], failing, second)
    assert said.code == 70
    assert said.err == ""
    lines = said.out.splitlines()
    name = json.loads(first.read_text())["name"]
    assert lines[0].startswith(f"error: {name} ({first}): the engine crashed at /steps/0: StopIteration: no spot")
    assert [line.split(":")[0] for line in lines] == ["error", "passed", "failed", "error"]
    details = Path(lines[0].rpartition("(details: ")[2].removesuffix(")"))
    assert "in crash" in details.read_text()
    for line in (lines[0], lines[3]):
        Path(line.rpartition("(details: ")[2].removesuffix(")")).unlink()


def test_quiet_prints_only_what_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "scenario", "--quiet", SCENARIOS[0], changed(tmp_path, expect={"/ply": 12345}))
    assert said.code == 1
    assert len(said.out.splitlines()) == 1


# --- a position that could be none of the game

Document = dict[str, Any]


def position(game: str, seats: int, phase: str, **options: Any) -> Document:
    """A state document of a game in which autopilots have come to a phase."""
    state = game_named(game).new(seats, options, Seeded(bytes(32))).state
    while state.dump()["phase"] != phase:
        seat = state.to_act[0]
        state.apply(seat, state.autopilot(seat))
    document: Document = json.loads(json.dumps(state.dump()))
    return document


def same_tile_twice(state: Document) -> None:
    state["players"][1]["hand"][0] = state["players"][0]["hand"][0]


def tile_lost(state: Document) -> None:
    state["deck"].pop()


def seven_in_hand(state: Document) -> None:
    state["players"][0]["hand"] += [state["deck"].pop() for _ in range(4)]


def tile_at_another_part(state: Document) -> None:
    tile = next(tile for tile in state["deck"] if tile.endswith("-head"))
    state["deck"].remove(tile)
    state["players"][0]["board"]["tail"] = {"tile": tile, "face": "up"}


def complete_board(state: Document) -> None:
    everywhere = [state["deck"], *(player["hand"] for player in state["players"])]
    for part in (
        "left-ear",
        "head",
        "right-ear",
        "left-hand",
        "torso",
        "right-hand",
        "left-leg",
        "tail",
        "right-leg",
    ):
        place = next(tiles for tiles in everywhere if any(tile.endswith(part) for tile in tiles))
        tile = next(tile for tile in place if tile.endswith(part))
        place.remove(tile)
        state["players"][0]["board"][part] = {"tile": tile, "face": "down"}


def spell_under_a_token(state: Document) -> None:
    spell = next(card for card in state["deck"] if card.endswith("-head"))
    state["deck"].remove(spell)
    state["players"][0]["positions"][1] = {"spell": spell, "covered": [True, False]}
    state["magic_supply"] -= 1


def spell_of_another_part(state: Document) -> None:
    spell = next(card for card in state["deck"] if card.endswith("-tail"))
    state["deck"].remove(spell)
    state["players"][0]["positions"][1]["spell"] = spell


def four_on_a_keeper(state: Document) -> None:
    state["magic_supply"] -= 4 - state["players"][0]["magic"]
    state["players"][0]["magic"] = 4


def five_in_a_column(state: Document) -> None:
    column = state["columns"][2]["cards"]
    column += [state["deck"].pop(0) for _ in range(5 - len(column))]


def three_dark(state: Document) -> None:
    player = state["players"][state["turn"]]
    state["magic_supply"] += player["magic"]
    state["dark_supply"] -= 3
    player["magic"], player["dark"] = 0, 3


def one_portal_twice(state: Document) -> None:
    state["players"][1]["portal"] = state["players"][0]["portal"]


def put(path: str, value: Any) -> Callable[[Document], None]:
    def change(state: Document) -> None:
        *way, last = path.split("/")
        place: Any = state
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value

    return change


TURN: tuple[str, int, str, Document] = ("kazaam", 3, "turn", {})
ACTION: tuple[str, int, str, Document] = ("alakazoo", 2, "action", {})
ALONE: tuple[str, int, str, Document] = ("alakazoo", 1, "action", {})
TOMMY = ("alakazoo", 2, "action", {"tommy": True})
BROKEN: dict[str, tuple[tuple[str, int, str, Document], Callable[[Document], None], str, str]] = {
    "KZ 1": (TURN, same_tile_twice, "/state/players/1/hand", " is at /players/0/hand too (invariant 1)"),
    "KZ 1, lost": (TURN, tile_lost, "/state", " is in no deck, discard, hand or board (invariant 1)"),
    "KZ 2": (
        TURN,
        put("supply/mercury", 17),
        "/state/supply/mercury",
        "17 units in supply and seats, not 16 (inv",
    ),
    "KZ 3": (TURN, seven_in_hand, "/state/players/0/hand", "7 tiles, more than 6 (invariant 3)"),
    "KZ 3, part": (TURN, tile_at_another_part, "/state/players/0/board/tail", "at another part than its own (inv"),
    "KZ 4": (
        TURN,
        complete_board,
        "/state/players/0/board",
        "complete board would have ended the game (invariant 4)",
    ),
    "KZ 5": (TURN, put("to_act", []), "/state/to_act", "one seat was expected, not [] (invariant 5)"),
    "KZ 5, phase": (
        TURN,
        put("phase", "reaction"),
        "/state/pending",
        "does not fit the phase reaction (invariant 5)",
    ),
    "KZ 6": (TURN, put("to_act", [1]), "/state/to_act", "[0] was expected, not [1] (invariant 6)"),
    "KZ 8": (TURN, put("actions_left", 4), "/state/actions_left", "0 to 3 was expected, not 4 (invariant 8)"),
    "KZ 9": (TURN, put("round", 61), "/state/round", "61 is above the round limit 60 (invariant 9)"),
    "KZ-11": (
        TURN,
        put("options/counters", "triple"),
        "/state/options/counters",
        "is none of: single, some-double",
    ),
    "KZ-12": (
        TURN,
        put("drawn/dice", 1),
        "/state/drawn/dice",
        "there are: alchemists, deck, reshuffle, steal (KZ-12)",
    ),
    "AZ 1": (ACTION, tile_lost, "/state", " is nowhere (invariant 1)"),
    "AZ 1, twice": (ACTION, same_tile_twice, "/state/players/1/hand", "is at /players/0/hand too (invariant 1)"),
    "AZ 2": (
        ACTION,
        put("magic_supply", 30),
        "/state/magic_supply",
        "36 magic tokens in all, not 30 (invariant 2)",
    ),
    "AZ 2, dark": (ACTION, put("dark_supply", -1), "/state/dark_supply", "-1 is negative (invariant 2)"),
    "AZ 3": (ACTION, four_on_a_keeper, "/state/players/0/magic", "more than 3 tokens on the keeper (invariant 3)"),
    "AZ 4": (ACTION, spell_under_a_token, "/state/players/0/positions", "lies under a spell (invariant 4)"),
    "AZ 4, part": (
        ACTION,
        spell_of_another_part,
        "/state/players/0/positions/1/spell",
        "is no head (invariant 4)",
    ),
    "AZ 9": (ACTION, five_in_a_column, "/state/columns/2/cards", "5 cards, more than 4 (invariant 9)"),
    "AZ 10": (ACTION, put("dice", ["sun"]), "/state/dice", "dice in phase dice, and only then (invariant 10)"),
    "AZ 11": (ACTION, three_dark, "/state/players/0/dark", "three dark tokens the turn is lost (invariant 11)"),
    "AZ 12": (ACTION, put("finisher", 1), "/state/finisher", "one of [-1] was expected (invariant 12)"),
    "AZ 15": (ACTION, put("to_act", [1]), "/state/to_act", "[0] was expected, not [1] (invariant 15)"),
    "AZ 20": (
        TOMMY,
        put("tommy/active", ["tommy-lost-die"] * 7),
        "/state",
        "cards of Tommy's, not 6 (invariant 20)",
    ),
    "AZ 21": (
        ACTION,
        one_portal_twice,
        "/state/players/1/portal",
        "another seat has the same portal (invariant 21)",
    ),
    "AZ-13": (
        ALONE,
        put("options/book", "bonus"),
        "/state/options",
        "book is off or goal with one seat, not 'bonus'",
    ),
}
"""By invariant, or rule, of the books: what breaks it, where that is seen, and what is said."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_state_that_breaks_an_invariant_is_not_loaded_and_says_which(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game, seats, phase, options), breaks, where, words = BROKEN[name]
    state = position(game, seats, phase, **options)
    path = tmp_path / "broken.json"
    scenario = {"name": "broken", "game": game, "state": state}
    path.write_text(json.dumps(scenario))
    assert athanor(capsys, "scenario", path).out == "passed: broken\n"
    breaks(state)
    path.write_text(json.dumps(scenario))
    said = athanor(capsys, "scenario", path)
    assert (said.code, said.err) == (2, "")
    assert said.out.startswith(f"not a scenario: {path}: at {where}"), said.out
    assert f"this is no state of {game}: " in said.out
    assert words in said.out, said.out
    assert said.out.count("\n") == 1
