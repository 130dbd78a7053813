"""Kazaam as the rule book words it, plainly: to hold the engine's games against.

Written from KZ-17 to KZ-92 and from nothing else; of the engine's it uses the data files alone. A position is the
state document. `Plain.act` does to it what an action says, draws from a source of chance of its own, writes down
the events, and raises `Wrong` with the code of the first check of section 17 that fails.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from arena.kernel.chance import Chance

Document = dict[str, Any]


def table(name: str) -> Document:
    return tomllib.loads((files("arena.games.kazaam") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


DATA = table("tiles")
TILES: dict[str, Document] = {tile["id"]: tile for tile in DATA["tile"]}
ORDER = {tile: place for place, tile in enumerate(TILES)}
PARTS: dict[str, Document] = {part["id"]: part for part in DATA["part"]}
INGREDIENTS = [ingredient["id"] for ingredient in DATA["ingredient"]]
ALCHEMISTS = {alchemist["id"]: alchemist for alchemist in table("alchemists")["alchemist"]}
ANSWERS = {"cancel": "reaction", "pass": "reaction", "take": "leg-choice", "decline": "leg-choice"}
COUNTED = ("draw", "play", "use", "extract", "refresh")


class Wrong(Exception):
    """A refusal; its argument is the code."""


def wrong(code: str, holds: bool) -> None:
    if holds:
        raise Wrong(code)


def kind_of(part: str) -> str:
    return str(PARTS[part]["kind"])


def shown(tile: str) -> dict[str, int]:
    """What a tile shows, by ingredient."""
    return {name: TILES[tile]["ingredients"].count(name) for name in INGREDIENTS}


class Plain:
    def __init__(self, state: Document, chance: Chance) -> None:
        self.state, self.chance = state, chance
        self.events: list[Document] = []

    def act(self, seat: int, action: Document) -> None:
        ((name, said),) = action.items()
        state = self.state
        wrong("game-over", state["phase"] == "over")
        wrong("not-your-turn", seat not in state["to_act"])
        wrong("wrong-phase", state["phase"] != ANSWERS.get(name, "turn"))
        wrong("no-actions-left", name in COUNTED and state["actions_left"] == 0)
        state["ply"] += 1  # whoever is refused throws this position away
        state["actions_left"] -= name in COUNTED
        self.seat, self.own = seat, state["players"][seat]
        getattr(self, f"do_{name}")(**said)

    def tell(self, event: str, **fields: Any) -> None:
        self.events.append({event: fields})

    # --- the five actions, sections 6 to 10

    def do_draw(self, discard: str = "") -> None:
        state, hand = self.state, self.own["hand"]
        may = state["options"]["full_hand"] == "discard-first" and len(hand) == 6
        wrong("no-discard", bool(discard) and not may)
        wrong("hand-full", len(hand) == 6 and not discard)
        wrong("not-in-hand", bool(discard) and discard not in hand)
        wrong("deck-empty", not state["deck"] and not state["discard"])
        if discard:
            hand.remove(discard)
            state["discard"].append(discard)
            self.tell("discarded", seat=self.seat, tile=discard, source="hand")
        if not state["deck"]:
            state["deck"], state["discard"] = state["discard"], []
            self.chance.shuffle("reshuffle", state["deck"])
            self.tell("reshuffled", count=len(state["deck"]))
        hand.append(state["deck"].pop(0))
        self.tell("drew", seat=self.seat)
        self.tell("drew_tile", seat=self.seat, tile=hand[-1], to=[self.seat])
        self.settled()

    def do_play(self, tile: str) -> None:
        units, board = self.own["ingredients"], self.own["board"]
        wrong("not-in-hand", tile not in self.own["hand"])
        part = TILES[tile]["part"]
        wrong("part-in-play", part in board)
        wrong("cannot-pay", any(units[name] < due for name, due in shown(tile).items()))
        paid = {name: due for name, due in shown(tile).items() if due}
        self.move(paid, units, self.state["supply"])
        self.own["hand"].remove(tile)
        board[part] = {"tile": tile, "face": "up"}
        self.tell("played", seat=self.seat, part=part, tile=tile, paid=paid)
        if len(board) == 9 and self.state["options"]["kazaam"] == "automatic":
            self.over("kazaam", self.seat)
        else:
            self.settled()

    def do_extract(self, tile: str) -> None:
        supply = self.state["supply"]
        wrong("not-in-hand", tile not in self.own["hand"])
        due = shown(tile)
        due[ALCHEMISTS[self.own["alchemist"]]["ingredient"]] += 1
        gained = {name: min(number, supply[name]) for name, number in due.items() if number and supply[name]}
        self.move(gained, supply, self.own["ingredients"])
        self.own["hand"].remove(tile)
        self.state["discard"].append(tile)
        self.tell("extracted", seat=self.seat, tile=tile, gained=gained)
        self.settled()

    def do_refresh(self) -> None:
        board = self.own["board"]
        down = [part for part in PARTS if part in board and board[part]["face"] == "down"]
        wrong("nothing-face-down", not down)
        for part in down:
            board[part]["face"] = "up"
        self.tell("refreshed", seat=self.seat, parts=down)
        self.settled()

    def do_use(self, part: str, **aim: Any) -> None:
        board = self.own["board"]
        wrong("head-is-reaction", kind_of(part) == "head")
        wrong("no-such-part", part not in board)
        wrong("face-down", board[part]["face"] == "down")
        wrong("hand-full", kind_of(part) in ("hand", "leg") and len(self.own["hand"]) == 6)
        getattr(self, f"check_{kind_of(part)}", self.check_other)(part, aim)
        self.turn_down(part, aim)

    def do_end_turn(self) -> None:
        self.pass_on()

    def do_kazaam(self) -> None:
        wrong("kazaam-is-automatic", self.state["options"]["kazaam"] == "automatic")
        wrong("not-complete", len(self.own["board"]) < 9)
        self.over("kazaam", self.seat)

    # --- abilities, section 11

    def check_other(self, part: str, aim: Document) -> None:
        """An ear or a hand."""
        target = aim.setdefault("target", 0)
        wrong("bad-target", target == self.seat or target >= self.state["seats"])
        wrong("target-hand-empty", not self.state["players"][target]["hand"])

    def check_leg(self, part: str, aim: Document) -> None:
        wrong("discard-empty", not self.state["discard"])

    def check_torso(self, part: str, aim: Document) -> None:
        supply, take = self.state["supply"], aim.setdefault("take", {})
        left = sum(supply.values())
        wrong("supply-empty", left == 0)
        too_many = any(number > supply[name] for name, number in take.items())
        wrong("bad-take", sum(take.values()) != min(3, left) or too_many)

    def check_tail(self, part: str, aim: Document) -> None:
        target = aim.setdefault("target", 0)
        wrong("bad-target", target >= self.state["seats"])
        wrong("tail-targets-itself", (target, aim["target_part"]) == (self.seat, part))
        wrong("no-target-tile", aim["target_part"] not in self.state["players"][target]["board"])

    def effect_ear(self, user: int, aim: Document) -> None:
        seen = self.state["players"][user]["seen"]
        tiles = sorted(self.state["players"][aim["target"]]["hand"], key=ORDER.__getitem__)
        look = {"seat": aim["target"], "ply": self.state["ply"], "tiles": tiles}
        looks = [old for old in seen["hands"] if old["seat"] != aim["target"]]
        seen["hands"] = sorted([*looks, look], key=lambda one: int(one["seat"]))
        self.tell("looked", seat=user, target=aim["target"])
        self.tell("saw_hand", seat=user, target=aim["target"], tiles=tiles, to=[user])
        self.settled()

    def effect_hand(self, user: int, aim: Document) -> None:
        hand = self.state["players"][aim["target"]]["hand"]
        tile = hand.pop(self.chance.draw("steal", len(hand)))
        self.state["players"][user]["hand"].append(tile)
        self.tell("stole", seat=user, target=aim["target"])
        self.tell("stole_tile", seat=user, target=aim["target"], tile=tile, to=[user, aim["target"]])
        self.settled()

    def effect_leg(self, user: int, aim: Document) -> None:
        tiles = sorted(self.state["discard"], key=ORDER.__getitem__)
        self.state["players"][user]["seen"]["discard"] = {"ply": self.state["ply"], "tiles": tiles}
        self.tell("searched", seat=user)
        self.tell("saw_discard", seat=user, tiles=tiles, to=[user])
        self.state.update(phase="leg-choice", to_act=[user])

    def effect_torso(self, user: int, aim: Document) -> None:
        self.move(aim["take"], self.state["supply"], self.state["players"][user]["ingredients"])
        self.tell("gained", seat=user, ingredients=aim["take"])
        self.settled()

    def effect_tail(self, user: int, aim: Document) -> None:
        seat, part = aim["target"], aim["target_part"]
        board = self.state["players"][seat]["board"]
        tile = board[part]["tile"]
        if board[part]["face"] == "up":
            board[part]["face"] = "down"
            self.tell("flipped", seat=seat, part=part, tile=tile, face="down")
        else:
            del board[part]
            self.state["discard"].append(tile)
            self.tell("discarded", seat=seat, tile=tile, source="board")
        self.settled()

    def do_take(self, tile: str) -> None:
        wrong("not-in-discard", tile not in self.state["discard"])
        self.state["discard"].remove(tile)
        self.own["hand"].append(tile)
        self.tell("took", seat=self.seat)
        self.tell("took_tile", seat=self.seat, tile=tile, to=[self.seat])
        self.settled()

    def do_decline(self) -> None:
        self.tell("declined", seat=self.seat)
        self.settled()

    # --- the head, section 12

    def turn_down(self, part: str, aim: Document) -> None:
        self.own["board"][part]["face"] = "down"
        self.state["pending"].append({"seat": self.seat, "part": part, **aim})
        self.tell("used", seat=self.seat, part=part, tile=self.own["board"][part]["tile"], **aim)
        self.ask()

    def do_cancel(self) -> None:
        self.turn_down("head", {})

    def do_pass(self) -> None:
        self.tell("passed", seat=self.seat)
        self.ask()

    def ask(self) -> None:
        """KZ-67, step by step."""
        pending = self.state["pending"]
        while pending:
            top = pending[-1]
            asked = self.next_asked(top)
            if asked is not None:
                top["at"] = asked
                self.state.update(phase="reaction", to_act=[asked])
                self.tell("asked", seat=asked)
                return
            pending.pop()
            if top["part"] != "head":
                getattr(self, f"effect_{kind_of(top['part'])}")(top["seat"], top)
                return
            under = pending.pop()
            self.tell("cancelled", seat=under["seat"], part=under["part"])
        self.settled()

    def next_asked(self, top: Document) -> int | None:
        seats: int = self.state["seats"]
        seat: int = top["at"] if "at" in top else top["seat"]
        while (seat := (seat + 1) % seats) != top["seat"]:
            head = self.state["players"][seat]["board"].get("head", {"face": "none"})
            concerned = self.state["options"]["head_scope"] == "any" or self.aimed_at(top) == seat
            if head["face"] == "up" and concerned:
                return seat
        return None

    def aimed_at(self, top: Document) -> int | None:
        """KZ-62."""
        match kind_of(top["part"]):
            case "ear" | "hand":
                return int(top["target"])
            case "tail":
                return None if top["target"] == top["seat"] else int(top["target"])
            case "head":
                return int(self.state["pending"][-2]["seat"])
        return None

    # --- turns, the end and the scores, sections 5, 14 and 15

    def settled(self) -> None:
        """An action is over: KZ-20, KZ-75."""
        state = self.state
        state.update(phase="turn", to_act=[state["turn"]])
        complete = len(state["players"][state["turn"]]["board"]) == 9
        if state["actions_left"] == 0 and not (complete and state["options"]["kazaam"] == "spoken"):
            self.pass_on()

    def pass_on(self) -> None:
        state = self.state
        last = state["turn"] == state["seats"] - 1
        if last and state["round"] == state["options"]["round_limit"]:
            self.over("round-limit", None)
            return
        turn = (state["turn"] + 1) % state["seats"]
        state.update(phase="turn", turn=turn, to_act=[turn], actions_left=3, round=state["round"] + last)
        self.tell("turn", seat=turn, round=state["round"])

    def over(self, reason: str, completed: int | None) -> None:
        parts = [self.scored(player, seat == completed) for seat, player in enumerate(self.state["players"])]
        scores = [sum(part[name] for name in ("parts", "same", "favourite", "completion")) for part in parts]
        places = [(score, part["face_up"], part["ingredients"]) for score, part in zip(scores, parts, strict=True)]
        ranks = [1 + sum(other > own for other in places) for own in places]
        result: Document = {"scores": scores, "ranks": ranks, "reason": reason, "breakdown": parts}
        if completed is not None:
            result["completed_by"] = completed
        self.state.update(phase="over", to_act=[], pending=[], actions_left=0, result=result)
        self.tell("ended", **result)

    def scored(self, player: Document, completed: bool) -> Document:
        lying = list(player["board"].values())
        up = [item["tile"] for item in lying if item["face"] == "up"]
        counted = [item["tile"] for item in lying] if self.state["options"]["favourite_bonus"] == "all" else up
        favourite = ALCHEMISTS[player["alchemist"]]["homunculus"]
        one = len({TILES[tile]["homunculus"] for tile in up}) == 1
        return {
            "parts": sum(PARTS[TILES[tile]["part"]]["points"] for tile in up),
            "same": len(up) if one else 0,
            "favourite": sum(TILES[tile]["homunculus"] == favourite for tile in counted),
            "completion": 4 if completed else 0,
            "face_up": len(up),
            "ingredients": sum(player["ingredients"].values()),
        }

    @staticmethod
    def move(units: dict[str, int], giver: dict[str, int], taker: dict[str, int]) -> None:
        for name, number in units.items():
            giver[name] -= number
            taker[name] += number
