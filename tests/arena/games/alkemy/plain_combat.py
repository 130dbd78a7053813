"""One combat of Alkemy as the rule book words it, plainly: to hold the engine's against.

Written from AK-20 to AK-33, AK-131 to AK-165, AK-238 and AK-280 to AK-298 and from nothing else. Figures are the
dictionaries of a state document, profiles those of the data file. Whoever plays draws dice and chooses answers by
one source of chance and writes down what was drawn and answered, so that the engine can be led the same way.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from itertools import combinations
from typing import Any

Document = dict[str, Any]
Die = tuple[int, str]


def table(name: str) -> Document:
    return tomllib.loads((files("arena.games.alkemy") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


DICE = table("dice")
FACES: dict[str, list[Die]] = {
    die["colour"]: [(face["number"], face["symbol"]) for face in die["faces"]] for die in DICE["die"]
}
COLUMN = {frozenset(column["pair"]): column["index"] for column in DICE["column"]}
CARDS = {card["id"]: card for card in DICE["card"]}
PROFILES = {profile["id"]: profile for profile in table("profiles")["profile"]}
SCIMITAR = (4, 4, 5, 5, 6, 6)
ATTACKS = ("brutal", "normal", "quick")
TIMES = 21  # AK-27, AK-152: once, and 20 times again


class Fighter:
    def __init__(self, number: int, document: Document) -> None:
        self.number = number
        self.at = document
        self.profile = PROFILES[document["profile"]]

    def effect(self, kind: str) -> Document | None:
        return next((one for one in self.at["effects"] if one["kind"] == kind), None)

    def drop(self, kind: str) -> None:
        self.at["effects"] = [one for one in self.at["effects"] if one["kind"] != kind]

    def has(self, skill: str) -> bool:
        return skill in self.profile["skills"] or any(skill in one["grants"] for one in self.at["effects"])

    @property
    def in_play(self) -> bool:
        return bool(self.at["status"] == "board")

    @property
    def boxes(self) -> int:
        return sum(self.profile["life"])

    @property
    def colour(self) -> str:
        white, yellow, _ = self.profile["life"]
        if self.at["marked"] < white:
            return "white"
        return "yellow" if self.at["marked"] < white + yellow else "red"

    @property
    def com(self) -> int:
        return 2 if self.effect("fluidity") else int(self.profile["com"])

    @property
    def defence(self) -> int:
        if self.effect("knocked"):
            return 8
        return 9 if self.effect("fluidity") else int(self.profile["def"])

    @property
    def malus(self) -> int:
        return len(self.at["afraid_of"]) + bool(self.effect("poison"))

    @property
    def scimitar(self) -> bool:
        return self.effect("scimitar") is not None

    @property
    def wind(self) -> bool:
        return self.effect("winds-influence") is not None

    def tough(self) -> int:
        own = next((int(one.split(":")[1]) for one in self.profile["skills"] if one.startswith("tough:")), 0)
        return own + bool(self.effect("prayer"))

    def has_rolled_com(self) -> None:
        """AK-238, AK-284."""
        self.at["immunity_lost"] = self.at["immunity_lost"] or self.has("diplomatic-immunity")
        for kind in ("angelus", "fluidity", "oil"):
            one = self.effect(kind)
            if one and not one["lasting"]:
                self.drop(kind)
            elif one and kind == "fluidity":
                one["hit"] = True


class Combat:
    """`fight` by the first of the two; `contact` says whether their bases touch: else they are within an inch."""

    def __init__(self, one: Fighter, other: Fighter, contact: bool, chance: random.Random) -> None:
        self.one, self.other, self.contact, self.chance = one, other, contact, chance
        self.drawn: dict[str, list[int]] = {"dice": [], "ties": [], "fate": []}
        self.answers: list[tuple[int, Document]] = []
        self.both_inactive = False

    def draw(self, stream: str, k: int) -> int:
        self.drawn[stream].append(self.chance.randrange(k))
        return self.drawn[stream][-1]

    def answer(self, fighter: Fighter, document: Document) -> None:
        self.answers.append((fighter.at["seat"], document))

    # --- dice

    def roll(self, fighter: Fighter, net: int) -> list[Die]:
        return [FACES[fighter.colour][self.draw("dice", 6)] for _ in range(2 + min(abs(net), 2))]

    def total(self, fighter: Fighter, net: int, stat: int) -> int:
        """AK-23 to AK-26."""
        numbers = sorted((number for number, _ in self.roll(fighter, net)), reverse=net > 0)
        return sum(numbers[:2]) + stat

    def read(self, striker: Fighter, target: Fighter, dice: Sequence[Die], shift: int) -> int:
        """AK-29, AK-30: the DOM of two dice."""
        row = striker.profile["dom"]
        if striker.scimitar:
            row = SCIMITAR
        elif striker.has("alchemic-weapon") and "alchemy" in target.profile:
            row = striker.profile["dom_alchemist"]
        column = COLUMN[frozenset(symbol for _, symbol in dice)] + shift - striker.wind
        return int(row[max(0, min(column, 5))])

    # --- cards

    def can_strike(self, one: Fighter) -> bool:
        return self.contact or one.has("reach")

    def works(self, fighter: Fighter, against: Fighter, skill: str) -> bool:
        return fighter.has(skill) and not against.has("clairvoyant")

    def master(self, fighter: Fighter, against: Fighter) -> bool:
        return self.works(fighter, against, "master-combat") and not fighter.at["master_used"]

    def allowed(self, fighter: Fighter, against: Fighter) -> list[str]:
        """AK-137, AK-138."""
        if fighter.effect("knocked") or not (fighter.at["ap"] or self.master(fighter, against)):
            return ["inactive"]
        barred = (fighter.effect("apathy") or {}).get("card")
        attacks = self.can_strike(fighter) and not fighter.at["failed_charge"]
        return [card for card in ATTACKS if attacks and card != barred] + ["parry", "inactive"]

    def card_of(self, fighter: Fighter, against: Fighter) -> str:
        allowed = self.allowed(fighter, against)
        fate = fighter.effect("fate")
        attacks = [card for card in ("quick", "brutal", "normal") if card in allowed]
        if fate and attacks:
            return fate["card"] if fate["card"] in attacks else attacks[self.draw("fate", len(attacks))]
        if len(allowed) == 1:
            return allowed[0]
        card = self.chance.choice(allowed)
        self.answer(fighter, {"card": {"card": card}})
        return card

    def feinted(self, fighter: Fighter, against: Fighter, card: str) -> str:
        """AK-286."""
        if card == "inactive" or not self.works(fighter, against, "feint"):
            return card
        use = self.chance.random() < 0.4
        self.answer(fighter, {"feint": {"use": use}})
        return "inactive" if use else card

    def play(self, fighter: Fighter, against: Fighter, card: str) -> None:
        """Pays for the card; what playing it ends, ends."""
        if card == "inactive":
            return
        if self.master(fighter, against):
            fighter.at["master_used"] = True
        else:
            fighter.at["ap"] -= 1
        for kind, so in (("apathy", CARDS[card]["attack"]), ("angelus", True)):
            one = fighter.effect(kind)
            if one and so and one["lasting"]:
                one["hit"] = True
            elif one and so and kind == "apathy":
                fighter.drop(kind)

    def expert(self, fighter: Fighter, against: Fighter, card: str) -> int:
        has = {one for one in CARDS if fighter.has(f"expert-{one}")}
        if fighter.effect("angelus"):
            has.add("normal" if "brutal" in has else "brutal")
        return int(card in has and not against.has("clairvoyant"))

    # --- the exchange

    def run(self) -> None:
        one, other = self.one, self.other
        card, against = self.card_of(one, other), self.card_of(other, one)
        card = self.feinted(one, other, card)
        against = self.feinted(other, one, against)
        self.play(one, other, card)
        self.play(other, one, against)
        self.both_inactive = card == against == "inactive"
        turns = [(one, other, card, against), (other, one, against, card)]
        if CARDS[card]["attack"] and CARDS[against]["attack"]:
            for turn in turns if self.first_is(one, other, card, against) else reversed(turns):
                self.attack(*turn)
        for striker, target, own, its in turns:
            if CARDS[own]["attack"] and its == "parry":
                self.against_parry(striker, target, own)
            elif CARDS[own]["attack"] and its == "inactive":
                self.attack(striker, target, own, its)

    def first_is(self, one: Fighter, other: Fighter, card: str, against: str) -> bool:
        """AK-27, AK-140."""
        sides = [
            (who, CARDS[own]["ref_dice"] - who.malus - who.wind, who.profile["ref"])
            for who, own in ((one, card), (other, against))
        ]
        for _ in range(TIMES):
            first, second = (self.total(*side) for side in sides)
            if first != second:
                return first > second
            if sides[0][2] != sides[1][2]:
                return bool(sides[0][2] > sides[1][2])
        return self.draw("ties", 2) == 0

    def attack(self, striker: Fighter, target: Fighter, card: str, against: str) -> None:
        beats = CARDS[card].get("beats") == against
        shift = CARDS[card]["column_shift"]
        if self.blow(striker, target, self.expert(striker, target, card) + beats, shift):
            self.combo(striker, target, shift)

    def combo(self, striker: Fighter, target: Fighter, shift: int) -> None:
        if striker.has("combo"):
            self.blow(striker, target, 0, shift - (not striker.has("deadly-dance")))

    def blow(self, striker: Fighter, target: Fighter, bonus: int, shift: int) -> bool:
        """AK-31, AK-145: whether it hits."""
        if not (striker.in_play and target.in_play):
            return False
        net = bonus + striker.scimitar - striker.malus
        dice, com, need, oiled = self.roll(striker, net), striker.com, target.defence, striker.effect("oil")

        def worth(pair: tuple[Die, ...]) -> tuple[bool, int, int]:
            total = pair[0][0] + pair[1][0] + com
            hits = total >= need
            return hits, self.read(striker, target, pair, shift) if hits else 0, total

        kept = tuple(sorted(dice)[:2]) if net <= 0 else max(combinations(dice, 2), key=worth)
        hits, dom, _ = worth(kept)
        striker.has_rolled_com()
        if hits:
            self.wound(striker, target, dom + bool(oiled))
        return hits

    def against_parry(self, striker: Fighter, parrier: Fighter, card: str) -> None:
        """AK-141, AK-152, AK-294."""
        shift = CARDS[card]["column_shift"]
        may_reroll = self.works(parrier, striker, "flawless")
        oiled, com, own = striker.effect("oil"), striker.com, parrier.com
        bonus = 1 + self.expert(parrier, striker, "parry") + parrier.scimitar - parrier.malus
        for _ in range(TIMES):
            total, dom = self.attack_roll(striker, parrier, card)
            if may_reroll:
                may_reroll = False
                use = self.chance.random() < 0.5
                self.answer(parrier, {"reroll": {"use": use}})
                if use:
                    total, dom = self.attack_roll(striker, parrier, card)
            answer = self.total(parrier, bonus, own)
            if answer != total or com != own:
                wins = total > answer or (total == answer and com > own)
                break
        else:
            wins = self.draw("ties", 2) == 0
        striker.has_rolled_com()
        parrier.has_rolled_com()
        if wins:
            self.wound(striker, parrier, dom + bool(oiled))
            self.combo(striker, parrier, shift)
            return
        if answer - total >= 5 and parrier.has("temple-veteran"):
            parrier.at["ap"] = min(parrier.profile["ap"], parrier.at["ap"] + 1)
        if answer - total >= 3 and self.can_strike(parrier):
            self.blow(parrier, striker, 0, 0)

    def attack_roll(self, striker: Fighter, parrier: Fighter, card: str) -> tuple[int, int]:
        """AK-32: total and DOM."""
        shift = CARDS[card]["column_shift"]
        net = self.expert(striker, parrier, card) + striker.scimitar - striker.malus
        dice = self.roll(striker, net)
        if net <= 0:
            low = sorted(dice)[:2]
            return low[0][0] + low[1][0] + striker.com, self.read(striker, parrier, low, shift)
        offers: dict[tuple[int, int], list[int]] = {}
        for i, j in combinations(range(len(dice)), 2):
            total = dice[i][0] + dice[j][0] + striker.com
            offers.setdefault((total, self.read(striker, parrier, (dice[i], dice[j]), shift)), [i, j])
        best = [
            one
            for one in offers
            if not any(other[0] >= one[0] and other[1] >= one[1] for other in offers if other != one)
        ]
        if len(best) == 1:
            return best[0]
        kept = self.chance.choice(best)
        self.answer(striker, {"keep": {"dice": offers[kept]}})
        return kept

    # --- damage

    def wound(self, striker: Fighter, target: Fighter, dom: int) -> None:
        """AK-164, of a blow."""
        tough = 0 if striker.has("piercing-combat") else target.tough()
        oil = striker.effect("oil")
        if oil:
            oil["hit"] = True
        self.tick(target, max(1, dom - tough) if tough else dom)
        if not target.in_play:
            return
        if striker.has("poison"):
            target.drop("poison")
            target.at["effects"].append(effect_of("poison", striker.number))
        if self.contact:
            thorns = target.effect("thorns")
            back = thorns["dom"] if thorns else 0
            self.tick(striker, back + (target.has("hemotoxic") and target.colour != "white"))

    def tick(self, fighter: Fighter, amount: int) -> None:
        if amount <= 0:
            return
        at = fighter.at
        at["marked"] = min(fighter.boxes, at["marked"] + amount)
        for kind in ("fluidity", "prayer", "scimitar", "thorns"):
            one = fighter.effect(kind)
            if one and (kind == "prayer" or (kind == "fluidity" and not one["lasting"])):
                fighter.drop(kind)
            elif one:
                one["hit"] = True
        if at["marked"] == fighter.boxes:
            at.update(status="out", ap=0, effects=[], afraid_of=[])
            for either in (self.one, self.other):
                either.at["afraid_of"] = []
        elif not fighter.scimitar:
            at["concentration"] = max(0, at["concentration"] - 1)


def effect_of(kind: str, by: int, **fields: Any) -> Document:
    plain = {"card": "", "lasting": False, "hit": False, "radius": 0, "dom": 0, "grants": []}
    return {"kind": kind, "by": by, **plain, **fields}
