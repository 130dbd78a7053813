"""Goes for the jin markers, and on the way shoots and charges where the odds are good.

1. It plays the card first that can work a marker at once, then those that can strike or shoot, then the nearest to
   a marker that is not its own.
2. Of its orders it takes the one that is worth most by itself: a marker, then what an attack costs the enemy less
   what it costs itself, then the way to a marker. Around what stands in the way it finds a way.
3. In combat it plays the card that does best against the enemy's cards, all alike likely.

It looks one order ahead, and knows the odds exactly (`Board`). What things are worth is in points of the army.
"""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any, Final

from arena.games.alkemy import odds
from arena.games.alkemy.authors import Board, act, run, walk

Document = dict[str, Any]
MARKER: Final = 60.0
"""What it is worth to work a marker."""
NEAR: Final = 100
"""From here a marker can be worked."""
MARKER_RADIUS: Final = 50
ON_THE_WAY: Final = 0.02
"""What a hundredth of an inch nearer to a marker is worth."""
STRAIGHT: Final = 0.7
"""Of an allowance: whoever gets that far in a straight line looks for no way around."""
ACTION_POINT: Final = 1.0
OUT: Final = 0.5
"""A figure that is put out of action costs this part of its points more than its boxes."""
AGAIN: Final = 30.0
"""What a reactivation has to promise."""
SMALL: Final = {"stand": 20.0, "harvest": 6.0, "prepare": 5.0, "concentrate": 2.0}


def choose(ask: Any) -> Any:
    if ask.question == "army":
        return Random(ask.welcome.entropy).randrange(len(ask.legal))
    answer = ANSWERS.get(ask.question)
    return answer(Player(ask.view), ask.legal) if answer else {"default": {}}


class Player:
    def __init__(self, view: Document) -> None:
        self.view = view
        self.board = Board(view)
        self.foes: dict[int, list[int]] = {}
        for pair in view["combats"]:
            self.foes.setdefault(pair["a"], []).append(pair["b"])
            self.foes.setdefault(pair["b"], []).append(pair["a"])
        self.goals = self._goals()
        self.attacks: dict[tuple[int, int, bool], float] = {}

    def _goals(self) -> dict[int, int]:
        """By figure the marker that it goes for: not its own, and one that no other goes for, if there is."""
        board, found = self.board, dict[int, int]()
        goals = [place for place, marker in enumerate(self.view["markers"]) if marker["control"] != board.seat]
        ways = sorted((board.gap_to_marker(one, goal), one, goal) for one in board.mine for goal in goals)
        for _, one, goal in ways:
            if one not in found and goal not in found.values():
                found[one] = goal
        for _, one, goal in ways:
            found.setdefault(one, goal)
        return found

    # --- what things are worth

    def loss(self, figure: int, dom: odds.Chances[int]) -> float:
        """What these DOM cost the figure's seat."""
        one = self.board.figure(figure)
        boxes, left = one.profile.boxes, one.profile.boxes - one.marked
        parts = sum(
            float(chance) * (min(amount, left) / boxes + (OUT if amount >= left else 0.0))
            for amount, chance in dom.items()
        )
        return parts * one.profile.cost

    def of_cards(self, own: int, other: int, card: str, against: str, charge: bool = False) -> float:
        exchange = self.board.exchange(own, other, card, against, charge)
        return self.loss(other, exchange.dealt) - self.loss(own, exchange.taken)

    def of_attack(self, own: int, other: int, charge: bool) -> float:
        """With a Normal attack, which the enemy answers in kind or parries, if it can."""
        found = self.attacks.get((own, other, charge))
        if found is None:
            answers = ("normal", "parry") if self.board.figure(other).ap else ("inactive",)
            gains = [self.of_cards(own, other, "normal", against, charge) for against in answers]
            self.attacks[own, other, charge] = found = sum(gains) / len(gains)
        return found

    def of_shot(self, shooter: int, target: int, aimed: bool | None = None) -> float:
        covered = self.board.covers(shooter, target)
        saved = float(odds.cover(self.board.figure(target).profile.size)) if covered else 0.0
        return (1.0 - saved) * self.loss(target, self.board.shot(shooter, target, aimed).dom)

    def of_order(self, order: Document) -> float:
        ((name, given),) = order.items()
        figure = given["figure"]
        if name in ("walk", "run"):
            return self.of_way(figure, given["path"][-1], 2 if name == "run" else 1)
        if name == "control":
            return MARKER
        if name == "shoot":
            return self.of_shot(figure, given["target"]) - ACTION_POINT
        if name in SMALL:
            return SMALL[name]
        target = given["target"] if name == "fight" else given["targets"][0]
        return self.of_attack(figure, target, name == "charge") - ACTION_POINT

    def of_way(self, figure: int, end: Document, cost: int) -> float:
        goal = self.goals.get(figure)
        if goal is None or figure in self.foes or self.far(figure) <= NEAR:
            return -ACTION_POINT
        marker, one = self.view["markers"][goal], self.board.figure(figure)
        far = hypot(end["x"] - marker["x"], end["y"] - marker["y"]) - one.profile.radius - MARKER_RADIUS
        in_time = MARKER / 2 if far <= NEAR and one.ap - cost >= 2 else 0.0
        return ON_THE_WAY * (self.far(figure) - max(far, NEAR)) + in_time - ACTION_POINT * cost

    def far(self, figure: int) -> int:
        """From the marker that it goes for."""
        return self.board.gap_to_marker(figure, self.goals[figure])

    def promise(self, figure: int) -> float:
        """What the figure could do at once, if its card is played."""
        board, one = self.board, self.board.figure(figure)
        if figure not in board.mine or not one.ap:
            return 0.0
        far = self.far(figure) if figure in self.goals else 0
        if figure in self.goals and one.ap >= 2 and far <= NEAR:
            return 2 * MARKER
        attacks = [self.of_attack(figure, enemy, False) for enemy in self.foes.get(figure, ())]
        if not attacks:
            seen = [enemy for enemy in board.enemies if board.sees(figure, enemy)]
            near = [enemy for enemy in seen if board.gap(figure, enemy) <= one.profile.charge]
            attacks = [] if one.charged else [self.of_attack(figure, enemy, True) for enemy in near]
            if one.profile.ranged is not None:
                attacks += [self.of_shot(figure, enemy) for enemy in seen]
        return 1.0 + 1000.0 / (100.0 + far) + 3.0 * max([0.0, *attacks])


# --- the questions


def hand(player: Player, legal: Any) -> Document:
    best: Document = {"pass": {}} if any("pass" in action for action in legal) else {"default": {}}
    most = 0.0
    for action in legal:
        worth = 0.0
        if "activate" in action:
            card = player.view["cards"][action["activate"]["card"]]
            worth = max(player.promise(figure) for figure in card["figures"])
        elif "reactivate" in action:
            worth = player.promise(action["reactivate"]["figure"]) - AGAIN
        if worth > most:
            best, most = action, worth
    return best


def orders(player: Player, legal: Any) -> Document:
    best: Document = {"end": {}}
    most = 0.0 if best in legal else float("-inf")
    acts = [action for action in legal if "act" in action]
    for action in [*acts, *ways(player, legal.templates, acts)]:
        worth = sum(player.of_order(order) for order in action["act"]["orders"])
        if worth > most:
            best, most = action, worth
    return best


def ways(player: Player, templates: Any, acts: list[Document]) -> list[Document]:
    """Around what is in the way, for each figure that gets nowhere in a straight line."""
    found = []
    for template in templates:
        name, figure = template["order"], template["figure"]
        if name not in ("walk", "run") or figure not in player.goals or figure in player.foes:
            continue
        straight = ON_THE_WAY * STRAIGHT * min(template["allowance"], max(0, player.far(figure) - NEAR))
        moves = [action["act"]["orders"][0][name] for action in acts if name in action["act"]["orders"][0]]
        cost = 2 if name == "run" else 1
        if any(
            player.of_way(figure, move["path"][-1], cost) + ACTION_POINT * cost >= straight
            for move in moves
            if move["figure"] == figure
        ):
            continue
        way = player.board.way_to_marker(figure, player.goals[figure], name)
        if way:
            found.append(act((walk if name == "walk" else run)(figure, way)))
    return found


def card(player: Player, legal: Any) -> Document:
    asked = player.view["question"]["card"]
    allowed = {choice["seat"]: choice["cards"] for choice in asked["choices"]}
    attacker, defender, charge = asked["attacker"], asked["defender"], asked["mode"] == "charge"
    attacks = attacker in player.board.mine
    answers = allowed[1 - player.board.seat]

    def worth(own: str) -> float:
        gains = [
            player.of_cards(attacker, defender, own, other, charge)
            if attacks
            else -player.of_cards(attacker, defender, other, own, charge)
            for other in answers
        ]
        return sum(gains) / len(gains) - (ACTION_POINT if own != "inactive" else 0.0)

    return {"card": {"card": max(allowed[player.board.seat], key=worth)}}


def reaction(kind: str) -> Any:
    def react(player: Player, legal: Any) -> Document:
        """Shoots back where that is worth more than the action point."""
        figure = player.view["question"][kind]["figure"]
        best: Document = {"react": {"none": {}}}
        most = 2 * ACTION_POINT
        for action in legal:
            if "shoot" in action["react"]:
                worth = sum(player.of_shot(figure, at, False) for at in action["react"]["shoot"]["at"])
                if worth > most:
                    best, most = action, worth
        return best

    return react


ANSWERS: Final = {
    "hand": hand,
    "orders": orders,
    "card": card,
    "react_shot": reaction("react_shot"),
    "react_charge": reaction("react_charge"),
}
