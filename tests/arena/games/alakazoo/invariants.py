"""Section 23 in the book's own words, on documents alone: it shares no code with the engine's rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arena.games.alakazoo.material import CREATURES, PARTS
from tests.arena.games.alakazoo.tables import only

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
    tall = "tommy-tall-shelves" in document.get("tommy", {}).get("active", ())
    assert all(len(column["cards"]) <= 4 + tall for column in document["columns"])  # 9
    check_phase(document)
    check_tommy(document)
    for held in kinds_of_cards(document):
        assert len(set(held)) == len(held)  # 21


def check_limits(document: Document) -> None:
    """7 and 8, of the base game."""
    for seat, player in enumerate(document["players"]):
        if seat != document["turn"]:
            assert tokens_on(player) <= 6
            assert len(player["hand"]) <= 4
        assert tokens_on(player) + len(document["dice"]) <= 9
        assert len(player["hand"]) <= 8


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


def check_step(before: Document, action: Document, after: Document, facts: list[Document]) -> None:
    """5, 6, 9 and 19: what holds from one position to the next."""
    assert after["ply"] == before["ply"] + 1
    crowd = 1 if after["options"]["tommy"] else 0
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        assert len(spells_on(new)) >= len(spells_on(old))  # 5
        placed = [each for each in only(facts, "placed") if each["seat"] == seat]
        finished = [each for each in only(facts, "finished") if each["seat"] == seat]
        assert 0 <= new["points"] - old["points"] <= (2 + crowd) * len(placed) + len(finished)  # 6
    if "take" in action and not after["options"]["tommy"]:
        assert len(after["columns"][action["take"]["column"]]["cards"]) <= 1  # 9
    if "trade" in action or "trade_two" in action:  # 19
        assert [len(each["hand"]) for each in before["players"]] == [
            len(each["hand"]) for each in after["players"]
        ]


def check_game(last: Document, facts: list[Document]) -> None:
    """13 and 14, and the bound of AZ-170: what holds of a whole game, of which these are all the events."""
    seats, result = last["seats"], last["result"]
    assert last["ply"] <= 6 * seats + 7 * seats * last["options"]["round_limit"]
    turns = Counter(each["seat"] for each in only(facts, "turn"))
    assert len(set(turns.values())) == 1  # 13
    assert set(turns) == set(range(seats))
    judged = only(facts, "judged")
    assert facts[-1] == {"ended": result}
    if seats == 1:
        assert judged == []
        assert result["scores"] == [int(result["reason"] == "won")]
        return
    assert [each["seat"] for each in judged] == list(range(seats))
    for each, player in zip(judged, last["players"], strict=True):  # 14
        assert each["same"] + each["different"] <= 6
        assert each["pure"] <= 1
        assert each["book"] <= 3
        assert each["points"] == player["points"]
        assert each["total"] == sum(each[part] for part in ("points", *PARTS_OF_SCORE))
    assert result["scores"] == [each["total"] for each in judged]
    keys = [(each["total"], each["tie"]) for each in judged]
    assert result["ranks"] == [1 + sum(other > key for other in keys) for key in keys]


PARTS_OF_SCORE = ("same", "different", "pure", "book", "school")
