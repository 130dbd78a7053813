"""Section 23 in the book's own words, on documents: it shares no code with the rules, but for the geometry, which
has tests of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

from arena.games.alkemy.geometry import Part, csq, disc, polygon
from arena.games.alkemy.material import PROFILES
from arena.games.alkemy.sight import covers, elevation, sees_between
from arena.games.alkemy.table import Base, Table, Terrain
from tests.arena.games.alkemy.boards import BOARD, turned

Document = dict[str, Any]
AT_REST = {"army", "terrain", "component", "deploy", "initiative", "first", "hand", "orders"}
"""Questions with nothing left to be resolved behind them (AK-321)."""
ENDING = {"effect", "combat_ends", "score", "turn_ends", "turn_begins", "game_over"}
"""What is told after the second pass in a row (AK-79, AK-86)."""
SPENT = {"run", "charge"}
"""Orders after which a figure makes no more movement (AK-100, AK-115)."""


def check(document: Document) -> None:
    """What holds in every position."""
    table = table_of(document)
    check_places(document, table)
    check_pairs(document, table)
    for figure in document["figures"]:
        check_figure(figure)
    assert (document["result"] is None) == bool(document["to_act"])
    if kind_of(document) in AT_REST:
        assert document["agenda"] == []
    check_sight(table)


def kind_of(document: Document) -> str | None:
    return next((key for key in document["question"] or {} if key != "seats"), None)


def table_of(document: Document) -> Table:
    pieces = [[part_of(part) for part in piece["parts"]] for piece in document["terrain"]]
    bases = []
    for number, figure in enumerate(document["figures"]):
        if figure["status"] == "board":
            profile = PROFILES[figure["profile"]]
            bases.append(
                Base(number, figure["seat"], figure["x"], figure["y"], profile.radius, profile.size),
            )
    return Table(Terrain(pieces), bases)


def part_of(part: Document) -> Part:
    if part["disc"] is None:
        corners = tuple((corner["x"], corner["y"]) for corner in part["polygon"])
        return polygon(part["kind"], part["size"], part["height"], corners)
    round_ = part["disc"]
    return disc(part["kind"], part["size"], part["height"], round_["x"], round_["y"], round_["r"])


def gap(a: Base, b: Base) -> int:
    """AK-37."""
    return max(0, csq((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.radius - b.radius)


def check_places(document: Document, table: Table) -> None:
    """Bases never overlap; each lies on the board, and in nothing that bars its way."""
    walls = [
        part
        for piece in table.terrain.pieces
        for part in piece
        if part.kind == "water" or (part.kind == "obstructing" and part.size >= 3)
    ]
    for base in table.bases.values():
        assert base.radius <= base.x <= BOARD - base.radius
        assert base.radius <= base.y <= BOARD - base.radius
        for wall in walls:
            assert not wall.closer(base.x, base.y, base.x, base.y, base.radius)
    for one, other in combinations(table.bases.values(), 2):
        apart = (one.x - other.x) ** 2 + (one.y - other.y) ** 2
        assert apart >= (one.radius + other.radius) ** 2, "bases never overlap"


def check_pairs(document: Document, table: Table) -> None:
    """Level enemies in contact fight; who fights are enemies of which one can strike the other (AK-125)."""
    pairs = [(pair["a"], pair["b"]) for pair in document["combats"]]
    assert pairs == sorted(set(pairs))
    for a, b in pairs:
        assert a < b
        assert a in table.bases
        assert b in table.bases
    for one, other in combinations(table.bases.values(), 2):
        between = gap(one, other)
        heights = [elevation(table.terrain, base.x, base.y) for base in (one, other)]
        level = abs(heights[0] - heights[1]) <= 100
        fighting = (one.figure, other.figure) in pairs
        if level and between <= 10 and one.seat != other.seat:
            assert fighting
        if fighting:
            assert one.seat != other.seat
            assert level
            reaching = any(has_reach(document["figures"][base.figure]) for base in (one, other))
            assert between <= (100 if reaching else 10)
    for number, figure in enumerate(document["figures"]):
        for feared in figure["afraid_of"]:
            assert tuple(sorted((number, feared))) in pairs  # AK-128


def has_reach(figure: Document) -> bool:
    granted = [skill for effect in figure["effects"] for skill in effect["grants"]]
    return "reach" in PROFILES[figure["profile"]].skills or "reach" in granted


def check_figure(figure: Document) -> None:
    profile = PROFILES[figure["profile"]]
    assert 0 <= figure["ap"] <= profile.ap
    assert 0 <= figure["marked"] <= profile.boxes
    assert (figure["marked"] == profile.boxes) == (figure["status"] == "out")
    assert figure["status"] != "out" or figure["ap"] == 0
    assert figure["status"] == "board" or figure["effects"] == figure["afraid_of"] == []
    assert 0 <= figure["concentration"] <= 4
    assert 0 <= figure["components"] <= 12
    assert 0 <= figure["stones"] <= (profile.alchemy.stones if profile.alchemy else 0)
    assert figure["charged"] or not figure["failed_charge"]
    assert len(set(figure["prepared"])) == len(figure["prepared"])
    assert 0 <= figure["marksman_used"] <= profile.values.get("marksman", 0)
    kinds = [effect["kind"] for effect in figure["effects"]]
    assert len(set(kinds)) == len(kinds)  # AK-236


def check_sight(table: Table) -> None:
    """Sight is mutual, and nothing changes when the board is turned by 180 degrees; nor does cover."""
    around = turned(table)
    for one, other in combinations(table.bases.values(), 2):
        opposite = around.bases[one.figure], around.bases[other.figure]
        seen = sees_between(table, one, other)
        assert seen == sees_between(table, other, one)
        assert seen == sees_between(around, *opposite)
        assert covers(table, one, other) == covers(around, *opposite)


def check_step(before: Document, action: Document, after: Document, facts: list[Document]) -> None:
    """What holds from one position to the next."""
    kinds = Counter(kind for fact in facts for kind in fact)
    assert after["ply"] == before["ply"] + 1
    for one, other in zip(before["figures"], after["figures"], strict=False):
        assert one["status"] != "out" or other["status"] == "out", "out is final"
        assert one["status"] != "board" or other["status"] != "reserve"
        assert other["stones"] <= one["stones"]
        assert one["profile"] == other["profile"]
        assert other["marked"] >= one["marked"] or kinds["heal"], "only Walosi Kiss unticks boxes"
    assert len(after["figures"]) == len(before["figures"]) or not before["figures"]
    if len(after["tokens"]) < len(before["tokens"]):
        assert len(before["tokens"]) - len(after["tokens"]) == kinds["harvest"] == 1
    controls = [[one["control"] for one in each["markers"]] for each in (before, after)]
    assert sum(a != b for a, b in zip(*controls, strict=True)) <= kinds["marker"]
    scored = sum(after["victory_points"]) - sum(before["victory_points"])
    assert scored == kinds["score"] <= kinds["turn_ends"] <= 1
    for name, count in after["drawn"].items():
        assert count >= before["drawn"][name]


def check_game(last: Document, facts: list[Document]) -> None:
    """What holds of a whole game, of which these are all the events."""
    assert last["ply"] <= last["options"]["ply_limit"] + 1  # AK-6, AK-303: never between two sealed answers
    assert last["turn"] <= last["options"]["turn_limit"]
    told = Told(last)
    for fact in facts:
        ((kind, given),) = fact.items()
        told.take(kind, given)
    told.check(last)
    result = last["result"]
    assert "game_over" in facts[-1]
    assert facts[-1]["game_over"] == {key: result[key] for key in ("scores", "ranks", "reason")}
    assert result["scores"] == last["victory_points"]


class Told:
    """The table as the events alone tell it, with what they may not tell."""

    def __init__(self, last: Document) -> None:
        self.figures = last["figures"]
        self.cards = last["cards"]
        self.ticked: Counter[int] = Counter()
        self.out: set[int] = set()
        self.places: dict[int, Document] = {}
        self.controls: list[int | None] = [None] * len(last["markers"])
        self.points = [0, 0]
        self.tokens = 0
        self.turn = 0
        self.passes = 0
        self.scored = False
        self.new_turn()

    def new_turn(self) -> None:
        self.charges: Counter[int] = Counter()
        self.harvests: Counter[int] = Counter()
        self.prepared: defaultdict[int, list[str]] = defaultdict(list)
        self.moves_left: dict[int, int] = {}
        """Of figures that have run or charged."""
        self.controlling: set[int] = set()

    def take(self, kind: str, given: Document) -> None:
        if kind != "pass":
            assert self.passes < 2 or kind in (
                "effect",
                "combat_ends",
                "score",
                "turn_ends",
                "turn_begins",
                "game_over",
            )
        taking = getattr(self, f"take_{kind}", None)
        if taking is not None:
            taking(given)

    def take_turn_begins(self, given: Document) -> None:
        self.turn += 1
        assert given["turn"] == self.turn
        self.scored = False
        self.passes = 0
        self.new_turn()

    def take_pass(self, given: Document) -> None:
        self.passes += 1
        assert self.passes <= 2

    def take_activate(self, given: Document) -> None:
        self.passes = 0

    def take_reactivate(self, given: Document) -> None:
        self.passes = 0

    def take_orders(self, given: Document) -> None:
        for order in given["orders"]:
            ((name, parameters),) = order.items()
            figure = parameters["figure"]
            if name in SPENT:
                assert self.moves_left.get(figure) is None
                self.moves_left[figure] = 1
            self.charges[figure] += name == "charge"
            assert self.charges[figure] <= 1, "a figure charges at most once a turn"
            if name == "control":
                self.controlling.add(figure)

    def take_charge_annulled(self, given: Document) -> None:
        self.charges[given["figure"]] -= 1
        del self.moves_left[given["figure"]]

    def take_order_lost(self, given: Document) -> None:
        if not self.charges[given["figure"]]:
            self.moves_left.pop(given["figure"], None)

    def take_move(self, given: Document) -> None:
        figure = given["figure"]
        if figure in self.moves_left:
            assert self.moves_left[figure] == 1, "no more movement after a charge or a run"
            self.moves_left[figure] = 0
        self.moved_to(figure, given["from"], given["to"])

    def take_pushed(self, given: Document) -> None:
        self.moved_to(given["figure"], given["from"], given["to"])

    def moved_to(self, figure: int, start: Document, end: Document) -> None:
        assert figure not in self.out
        assert self.places[figure] == start
        self.places[figure] = end

    def take_deploy(self, given: Document) -> None:
        figures = self.cards[given["card"]]["figures"]
        for figure, place in zip(figures, given["positions"], strict=True):
            assert figure not in self.places
            self.places[figure] = place

    def take_damage(self, given: Document) -> None:
        figure = given["figure"]
        assert figure not in self.out
        assert given["amount"] > 0
        self.ticked[figure] = min(self.boxes(figure), self.ticked[figure] + given["amount"])

    def take_heal(self, given: Document) -> None:
        assert 0 < given["amount"] <= self.ticked[given["figure"]]
        self.ticked[given["figure"]] -= given["amount"]

    def take_out_of_action(self, given: Document) -> None:
        assert given["figure"] not in self.out
        assert self.ticked[given["figure"]] == self.boxes(given["figure"])
        self.out.add(given["figure"])

    def boxes(self, figure: int) -> int:
        return PROFILES[self.figures[figure]["profile"]].boxes

    def take_component(self, given: Document) -> None:
        self.tokens += 1

    def take_harvest(self, given: Document) -> None:
        self.tokens -= 1
        self.harvests[given["figure"]] += 1
        assert self.harvests[given["figure"]] == 1, "at most one token a figure a turn"

    def take_prepare(self, given: Document) -> None:
        assert given["formula"] not in self.prepared[given["figure"]], "no formula twice a turn"
        self.prepared[given["figure"]].append(given["formula"])

    def take_marker(self, given: Document) -> None:
        seat = self.figures[given["figure"]]["seat"]
        assert given["figure"] in self.controlling
        held = self.controls[given["marker"]]
        assert held != seat
        self.controls[given["marker"]] = given["control"]
        assert given["control"] == (seat if held is None else None)

    def take_score(self, given: Document) -> None:
        assert not self.scored
        self.scored = True
        self.points[given["seat"]] += 1
        assert given["points"] == 1

    def take_roll(self, given: Document) -> None:
        dice, kept = given["dice"], given["kept"]
        assert 2 <= len(dice) <= 4
        assert len(kept) == len(set(kept)) == 2
        assert given["total"] == given["stat"] + sum(dice[place]["number"] for place in kept)
        colours = {die["colour"] for die in dice}
        assert len(colours) == 1 or "one-eyed" in PROFILES[self.figures[given["figure"]]["profile"]].skills

    def check(self, last: Document) -> None:
        for number, figure in enumerate(last["figures"]):
            assert figure["marked"] == self.ticked[number]
            assert (figure["status"] == "out") == (number in self.out)
            assert (figure["status"] == "reserve") == (number not in self.places)
            if number in self.places:
                assert {"x": figure["x"], "y": figure["y"]} == self.places[number]
        assert [marker["control"] for marker in last["markers"]] == self.controls
        assert last["victory_points"] == self.points
        assert len(last["tokens"]) == self.tokens
        assert last["turn"] == self.turn
