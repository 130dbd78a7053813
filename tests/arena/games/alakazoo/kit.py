"""Alakazoo's part of the contract tests. It reads documents and shares no code with the engine's rules."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from arena.contract.kit import Kit
from arena.games.alakazoo.material import CREATURES, FACES, KEEPERS, MAGICIANS, PAGE_NAMES, PARTS
from arena.kernel.seats import Viewer
from tests.arena.games.alakazoo import invariants
from tests.arena.games.alakazoo.wandering import choice
from tests.arena.games.folders import GOLDEN, SCENARIOS

Document = dict[str, Any]

SEATS = range(-1, 5)
RUNES = range(-1, 19)
UNIVERSE: list[Document] = [
    *({"choose_portal": {"portal": portal}} for portal in (*CREATURES, "toad", "")),
    *({"enrol": {"magician": one, "keeper": other}} for one in MAGICIANS for other in (*KEEPERS, "toad")),
    *({"keep": {"page": page}} for page in (*PAGE_NAMES, "dragon-basilisk")),
    *({name: {}} for name in ("rest", "store", "cleanse", "study", "hoard")),
    *({"roll": {"dice": dice}} for dice in range(-1, 5)),
    *({name: {"column": column}} for name in ("take", "sweep") for column in range(-1, 5)),
    *({name: {"seat": seat}} for name in ("snatch", "curse") for seat in SEATS),
    *({"barter": {"seat": seat, "part": part}} for seat in SEATS for part in (*PARTS, "wing")),
    *({"extinguish": {"seat": seat, "rune": rune}} for seat in SEATS for rune in RUNES),
    *({"kindle": {"rune": rune}} for rune in RUNES),
    *({"activate": {"face": face, "rune": rune}} for face in (*FACES, "cloud") for rune in RUNES),
    *({"miss": {"face": face}} for face in (*FACES, "cloud")),
    *({name: {"cards": []}} for name in ("redraw", "give", "place", "discard")),
    {"trim": {"runes": []}},
    {"fetch": {}},
    {"fetch_two": {}},
    {"trade": {"seat": 1, "creature": "toad", "give": "dragon-head"}},
    {"swap_column": {"card": "tommy-yawn"}},
]


def proposals(state: Document) -> Iterator[Document]:
    """Of this state every other action that could be legal, and many that are not."""
    spells = [f"{creature}-{part}" for creature in state["creatures"] for part in PARTS]
    columns = [card for column in state["columns"] for card in column["cards"]]
    for seat in state["to_act"]:
        player = state["players"][seat]
        hand = player["hand"]
        if state["phase"] == "draft":
            yield from ({"pick": {"card": card}} for card in spells)
        elif state["phase"] == "action":
            yield from of_the_turn(state, hand, spells)
            for discard in pairs(hand):
                yield from ({"fetch_two": {"discard": discard, "cards": cards}} for cards in pairs(columns))
            for fro in range(18):
                yield from ({"shift": {"from_rune": fro, "to_rune": to}} for to in range(18))
        elif state["phase"] == "trim":
            covered = [
                2 * place + rune
                for place, position in enumerate(player["positions"])
                for rune in (0, 1)
                if position["covered"][rune]
            ]
            yield from ({"trim": {"runes": runes}} for runes in subsets(covered))
        for cards in subsets(hand):
            yield from ({name: {"cards": cards}} for name in ("redraw", "give", "place", "discard"))


def of_the_turn(state: Document, hand: list[str], spells: list[str]) -> Iterator[Document]:
    for card in spells:
        yield from ({name: {"card": card}} for name in ("revise", "swap_column", "swap_discard", "pluck"))
        for held in hand:
            yield from ({name: {"discard": held, "card": card}} for name in ("fetch", "recall"))
            yield {"borrow": {"give": held, "card": card}}
    for seat in range(state["seats"]):
        for held in hand:
            yield {"swindle": {"seat": seat, "give": held}}
            yield from ({"trade": {"seat": seat, "creature": name, "give": held}} for name in CREATURES)
        for two in pairs(hand):
            yield from ({"trade_two": {"seat": seat, "creature": name, "give": two}} for name in CREATURES)


def pairs(items: list[str]) -> list[list[str]]:
    return [list(pair) for pair in combinations(items, 2)]


def subsets(items: list[Any]) -> list[list[Any]]:
    return [list(some) for size in range(len(items) + 1) for some in combinations(items, size)]


# --- what a viewer may not know (AZ-176)

QUIET = ("dice", "give", "place", "trim", "discard")
"""Phases of whose answers the rest of the turn draws nothing, and asks no hand but those in it."""


def exchanged(state: Document, viewer: Viewer, random: Random) -> Document:
    """Hidden things change places, as far as the next action cannot tell the viewer of them.

    While an action is chosen anything may follow: there only the deck below what can be drawn, and pages.
    Whether spells can be placed is told to all: a hand of the seat on turn stays.
    """
    twin = copy.deepcopy(state)
    phase, players = twin["phase"], twin["players"]
    heaps: list[list[str]] = []
    if phase in QUIET or phase in ("university", "book"):
        pending = twin["pending"] or {}
        kept = {viewer, twin["turn"], pending.get("other")} if phase in QUIET else {viewer}
        heaps = [player["hand"] for seat, player in enumerate(players) if seat not in kept]
        deck_from = 0
    elif phase == "draft":
        to_the_left = None if viewer is None else (viewer - 1) % twin["seats"]
        heaps = [player["hand"] for seat, player in enumerate(players) if seat != viewer]
        heaps += [player["pack"] for seat, player in enumerate(players) if seat not in (viewer, to_the_left)]
        deck_from = 8
    else:
        deck_from = 40 if twin["options"]["tommy"] else 12
    deck = twin["deck"][deck_from:]
    shuffle_spells([*heaps, deck], random)
    if phase in QUIET:
        random.shuffle(deck)
    twin["deck"][deck_from:] = deck
    if phase == "university":
        shuffle_offers(twin, viewer, "school", "magicians", "magician", random)
        shuffle_offers(twin, viewer, "school", "keepers", "keeper", random)
    if twin["options"]["book"] != "off":
        shuffle_pages(twin, viewer, random)
    return twin


def entirely_exchanged(state: Document, viewer: Viewer, random: Random) -> Document:
    """Everything hidden changes places, whatever may follow (invariant 18)."""
    twin = copy.deepcopy(state)
    others = [player for seat, player in enumerate(twin["players"]) if seat != viewer]
    heaps = [twin["deck"], *(player[name] for player in others for name in ("hand", "pack"))]
    picks = [[player["pick"]] for player in others]
    deal = twin["pending"]
    if deal is not None:
        # The creature asked for is public, and so is that there was a choice: both sides of the deal stay.
        heaps = [
            heap
            for heap in heaps
            if all(heap is not twin["players"][seat]["hand"] for seat in (deal["seat"], deal["other"]))
        ]
    if twin["phase"] in ("place", "discard"):  # that there is something to place is public
        heaps = [heap for heap in heaps if heap is not twin["players"][twin["turn"]]["hand"]]
    shuffle_spells([*heaps, *(pick for pick in picks if pick != [""])], random)
    random.shuffle(twin["deck"])
    for player, (pick,) in zip(others, picks, strict=True):
        player["pick"] = pick
    return twin


def is_spell(card: str) -> bool:
    return not card.startswith("tommy-")


def shuffle_spells(heaps: list[list[str]], random: Random) -> None:
    """The spells of the heaps change places; Tommy's cards stay where they are."""
    cards = [card for heap in heaps for card in heap if is_spell(card)]
    random.shuffle(cards)
    for heap in heaps:
        heap[:] = [cards.pop() if is_spell(card) else card for card in heap]


def shuffle_offers(twin: Document, viewer: Viewer, what: str, offered: str, kept: str, random: Random) -> None:
    """What others were offered, but for what some have kept already: the next answer may show it."""
    others = [player[what] for seat, player in enumerate(twin["players"]) if seat != viewer]
    free = [card for each in others for card in each[offered] if card != each[kept]]
    random.shuffle(free)
    for each in others:
        each[offered] = [card if card == each[kept] else free.pop() for card in each[offered]]


def shuffle_pages(twin: Document, viewer: Viewer, random: Random) -> None:
    """Pages of others, where no end of the game is near that would show them."""
    near = twin["finisher"] >= 0 or twin["round"] >= twin["options"]["round_limit"] - 1
    nearly_full = any(
        sum(position["spell"] != "" for position in player["positions"]) >= 5 for player in twin["players"]
    )
    if near or nearly_full or twin["phase"] == "over":
        return
    books = [player["book"] for seat, player in enumerate(twin["players"]) if seat != viewer]
    if twin["phase"] == "book":
        shuffle_offers(twin, viewer, "book", "pages", "page", random)
    elif all(book["page"] for book in books):
        pages = [book["page"] for book in books]
        random.shuffle(pages)
        for book, page in zip(books, pages, strict=True):
            book["page"] = page


KIT = Kit(
    name="alakazoo",
    scenario_folder=SCENARIOS / "alakazoo",
    golden_folder=GOLDEN / "alakazoo",
    universe=UNIVERSE,
    views=[(3, {"tommy": True, "university": True, "book": "bonus"}), (1, {})],
    exchanged=exchanged,
    invariants=invariants,
    subjects="book deeds dicing exchanges guards phases piles placing refilling specials tokens university",
    rules=[
        *range(1, 99),
        *range(100, 111),
        *range(120, 131),
        *range(140, 151),
        *range(160, 169),
        *(170, 171, 175, 176, 177, 180, 181),
    ],
    proposals=proposals,
    scenarios=133,
    examples=12,
    expansions=[
        {"round_limit": 12, **one}
        for one in ({"book": "bonus"}, {"book": "goal"}, {"tommy": True}, {"university": True})
    ],
    choice=choice,
)
