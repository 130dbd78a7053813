"""Looks at the table as it lies, and at nothing beyond its own next card.

Of the legal plays it takes, in this order:
1. the one that adds fewest points to its round, as if the round ended now. A colour in which it has the majority
   costs nothing, and one that is given or taken away by the play counts;
2. the one that adds most to the others' rounds (a majority taken from one of them);
3. the highest card, into the fullest cauldron: what is big is got rid of while there is room, and what is small
   is kept for when there is none.
"""

from __future__ import annotations

from typing import Any

OVERFLOW_ABOVE = 13
POISON_VALUE = 4
COLOURS = ("red", "blue", "purple")
KINDS = (*COLOURS, "poison")


def choose(ask: Any) -> int:
    view = ask.view
    seat = ask.seat
    taken = [counts(player.get("taken", ())) for player in view["players"]]
    now = points(taken)
    best, best_key = 0, None
    for place, action in enumerate(ask.legal):
        card = action["play"]["card"]
        cauldron = view["cauldrons"][action["play"]["cauldron"]]
        after = now
        if cauldron["sum"] + value(card) > OVERFLOW_ABOVE:
            swallowed = counts(cauldron["cards"])
            own = {kind: taken[seat][kind] + swallowed[kind] for kind in KINDS}
            after = points([own if other == seat else row for other, row in enumerate(taken)])
        mine = after[seat] - now[seat]
        theirs = sum(after) - sum(now) - mine
        key = (-mine, theirs, value(card), cauldron["sum"])
        if best_key is None or key > best_key:
            best, best_key = place, key
    return best


def value(card: str) -> int:
    return POISON_VALUE if card == "poison" else int(card[-1])


def counts(cards: Any) -> dict[str, int]:
    found = dict.fromkeys(KINDS, 0)
    for card in cards:
        found[card.split("-")[0]] += 1
    return found


def points(taken: list[dict[str, int]]) -> list[int]:
    """What each seat's taken cards cost, if the round ended now."""
    scores = [2 * row["poison"] for row in taken]
    for colour in COLOURS:
        column = [row[colour] for row in taken]
        most = max(column)
        for seat, count in enumerate(column):
            if count < most or column.count(most) > 1:
                scores[seat] += count
    return scores
