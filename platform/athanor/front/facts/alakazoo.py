"""The tables and the pictures of Alakazoo's rules page, from the engine's data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from arena.games.alakazoo import material
from arena.games.alakazoo.deeds import DEEDS
from arena.games.alakazoo.game import AlakazooGame
from arena.games.alakazoo.material import (
    ABILITIES,
    CREATURES,
    FACE_AT,
    FACES,
    KEEPERS,
    KEEPERS_OF,
    MAGICIANS,
    MAGICIANS_OF,
    PAGE_NAMES,
    PARTS,
    TOMMY,
    TOMMY_COPIES,
    WIDTH,
)
from arena.games.alakazoo.position import PHASES
from arena.games.alakazoo.scoring import REASONS
from arena.kernel.vocabulary import key_of
from athanor.front.facts import moments, rulings
from athanor.front.facts.alakazoo_events import EVENTS

CELL: Final = 84


class Place(NamedTuple):
    """A position of a portal in a picture."""

    x: int
    y: int
    part: str
    runes: Sequence[tuple[str, bool]]
    """Of an empty position: each rune's kind, and whether a token lies on it."""
    creature: str
    """Of the spell there; empty: none."""
    own: bool


class Portal(NamedTuple):
    told: str
    """What lies there, for the test that compares it with the scenario."""
    places: Sequence[Place]
    words: str


def portal(creature: str, told: str) -> Portal:
    """`told` has a word a position: `dragon` for a spell of it, or 0 and 1 for the two runes, covered or not."""
    kinds = [FACES[face] for face in FACE_AT[CREATURES.index(creature)]]
    places = []
    for place, word in enumerate(told.split()):
        spell = word if word in CREATURES else ""
        runes = [] if spell else [(kinds[2 * place + rune], word[rune] == "1") for rune in range(2)]
        x, y = place % WIDTH * CELL, place // WIDTH * CELL
        places.append(Place(x, y, PARTS[place].replace("-", " "), runes, spell, spell == creature))
    spells = ", ".join(f"{each.part} {each.creature}" for each in places if each.creature)
    covered = sum(covered for each in places for _, covered in each.runes)
    return Portal(
        told, places, f"The {creature}'s portal. Spells: {spells or 'none'}. Tokens on runes: {covered}."
    )


class Slots(NamedTuple):
    """A keeper's slots in a picture."""

    magic: int
    dark: int
    slots: Sequence[tuple[int, str]]


def keeper(magic: int, dark: int) -> Slots:
    kinds = ["magic"] * magic + ["dark"] * dark
    kinds += [""] * (material.keeper_slots(2) - len(kinds))
    return Slots(magic, dark, [(place * 34, kind) for place, kind in enumerate(kinds)])


TOMMY_EFFECTS: Final[Mapping[str, str]] = {
    "tommy-yawn": "everybody returns all dark tokens",
    "tommy-shadow": "everybody takes a dark token (AZ-34, AZ-35)",
    "tommy-gift": "whoever has a free slot gets a magic token there, while the supply lasts",
    "tommy-toll": "whoever has a magic token on the keeper returns one",
    "tommy-gnaw": "everybody returns the token from the covered rune of the lowest number, if there is one",
    "tommy-sweep": "all columns are discarded; then each gets one card, from left to right",
    "tommy-muddle": "everybody with cards in hand passes one at random to the next seat, all at once: a draw of"
    " the stream tommy on the hand in the order of AZ-3; alone, nothing happens",
    "tommy-stir": "deck and discard pile are shuffled together, in the order of AZ-141, with the stream deck",
    "tommy-small-hands": "hands hold one card less at the end of a turn (AZ-83)",
    "tommy-big-hands": "and one card more",
    "tommy-cold-portals": "portals hold one token less (AZ-82)",
    "tommy-warm-portals": "and one token more",
    "tommy-lost-die": "one die less can be rolled",
    "tommy-dear-keepers": "an action of the keeper costs one magic token more",
    "tommy-tall-shelves": "columns hold one card more",
    "tommy-loud-crowd": "being first at a position brings one point more (AZ-80)",
}

MAGICIAN_EFFECTS: Final[Mapping[str, str]] = {
    "archivist": "its hand may keep one card more",
    "warden": "its portal may keep one token more",
    "hoarder": "too many cards bring it no dark token (AZ-83)",
    "furnace": "too many tokens bring it no dark token (AZ-82)",
    "charmed": "the first die of a turn without a matching rune brings it no dark token (AZ-47)",
    "dreamer": "after a rest a magic token goes into a free slot",
    "sleeper": "after a turn lost to dark tokens (AZ-38) two magic tokens go into free slots",
    "merchant": "trade and trade_two bring it no dark token",
    "envoy": "barter brings it no dark token",
    "gleaner": "redraw draws one card more than was discarded",
    "weaver": "at the end a point, with two lines of three different creatures (AZ-91) or more",
    "breeder": "at the end a point, with two lines of one creature (AZ-90) or more",
    "devotee": "at the end a point, with five spells of the portal's own creature or more",
}

KEEPER_EFFECTS: Final[Mapping[str, tuple[str, str]]] = {
    "recall": (
        '{"recall": {"discard": "dragon-head", "card": "hydra-tail"}}',
        "discard a card of your hand, take a spell that lay in the discard pile before",
    ),
    "kindle": ('{"kindle": {"rune": 3}}', "a magic token of the supply goes on an uncovered rune of yours"),
    "shift": ('{"shift": {"from_rune": 3, "to_rune": 12}}', "a token of your portal moves to an uncovered rune"),
    "cleanse": ('{"cleanse": {}}', "return one dark token"),
    "study": ('{"study": {}}', "draw two cards"),
    "sweep": ('{"sweep": {"column": 2}}', "discard a column that has cards, and lay two new ones there"),
    "pluck": ('{"pluck": {"card": "hydra-tail"}}', "take one card of a column"),
    "borrow": (
        '{"borrow": {"give": "dragon-head", "card": "hydra-tail"}}',
        "exchange a card of your hand for one in a column, which it replaces",
    ),
    "hoard": ('{"hoard": {}}', "take magic tokens until your slots are full or the supply is empty"),
    "snatch": ('{"snatch": {"seat": 1}}', "move a magic token from that keeper to yours, and take a dark token"),
    "curse": ('{"curse": {"seat": 1}}', "give one of your dark tokens to a keeper with fewer than three (AZ-34)"),
    "extinguish": (
        '{"extinguish": {"seat": 1, "rune": 3}}',
        "a token on that portal goes back to the supply; take a dark token",
    ),
    "swindle": (
        '{"swindle": {"seat": 1, "give": "dragon-head"}}',
        "give a card of your hand, get one of theirs at random (as AZ-60)",
    ),
}
"""An action, and what it does."""


ACTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "choose_portal": ('{"choose_portal": {"portal": "dragon"}}', "unknown-portal portal-taken"),
    "pick": ('{"pick": {"card": "dragon-head"}}', "not-in-pack"),
    "enrol": ('{"enrol": {"magician": "warden", "keeper": "kindle"}}', "not-offered"),
    "keep": ('{"keep": {"page": "basilisk-dragon"}}', "not-offered"),
    "rest": ('{"rest": {}}', ""),
    "roll": ('{"roll": {"dice": 2}}', "dice-count"),
    "take": ('{"take": {"column": 0}}', "no-such-column empty-column"),
    "redraw": ('{"redraw": {"cards": ["dragon-head", "hydra-tail"]}}', "wrong-count repeated-card not-in-hand"),
    "fetch": ('{"fetch": {"discard": "dragon-head", "card": "hydra-tail"}}', "not-in-hand not-in-columns"),
    "trade": (
        '{"trade": {"seat": 1, "creature": "hydra", "give": "dragon-head"}}',
        "bad-seat protected unknown-creature not-in-hand empty-hand",
    ),
    "revise": ('{"revise": {"card": "dragon-head"}}', "not-in-hand no-own-spell"),
    "barter": (
        '{"barter": {"seat": 1, "part": "head"}}',
        "bad-seat protected unknown-part no-own-spell no-their-spell",
    ),
    "swap_column": ('{"swap_column": {"card": "dragon-head"}}', "not-in-columns no-own-spell"),
    "swap_discard": ('{"swap_discard": {"card": "dragon-head"}}', "not-in-discard no-own-spell"),
    "fetch_two": (
        '{"fetch_two": {"discard": ["dragon-head", "dragon-tail"], "cards": ["hydra-head", "hydra-tail"]}}',
        "wrong-count repeated-card not-in-hand repeated-card not-in-columns",
    ),
    "trade_two": (
        '{"trade_two": {"seat": 1, "creature": "hydra", "give": ["dragon-head", "dragon-tail"]}}',
        "bad-seat protected unknown-creature wrong-count repeated-card not-in-hand empty-hand",
    ),
    "recall": (KEEPER_EFFECTS["recall"][0], "not-in-hand not-in-discard"),
    "kindle": (KEEPER_EFFECTS["kindle"][0], "no-such-rune rune-closed rune-covered"),
    "shift": (
        KEEPER_EFFECTS["shift"][0],
        "no-such-rune rune-not-covered no-such-rune rune-closed rune-covered",
    ),
    "cleanse": (KEEPER_EFFECTS["cleanse"][0], "no-dark-token"),
    "study": (KEEPER_EFFECTS["study"][0], ""),
    "sweep": (KEEPER_EFFECTS["sweep"][0], "no-such-column empty-column"),
    "pluck": (KEEPER_EFFECTS["pluck"][0], "not-in-columns"),
    "borrow": (KEEPER_EFFECTS["borrow"][0], "not-in-hand not-in-columns"),
    "hoard": (KEEPER_EFFECTS["hoard"][0], ""),
    "snatch": (KEEPER_EFFECTS["snatch"][0], "bad-seat protected no-magic-token"),
    "curse": (KEEPER_EFFECTS["curse"][0], "bad-seat protected no-dark-token dark-full"),
    "extinguish": (KEEPER_EFFECTS["extinguish"][0], "bad-seat protected no-such-rune rune-not-covered"),
    "swindle": (KEEPER_EFFECTS["swindle"][0], "bad-seat protected not-in-hand empty-hand"),
    "activate": (
        '{"activate": {"face": "sun", "rune": 12}}',
        "no-such-die no-such-rune rune-closed rune-covered rune-mismatch supply-empty",
    ),
    "store": ('{"store": {}}', "no-such-die no-free-slot supply-empty"),
    "miss": ('{"miss": {"face": "moon"}}', "no-such-die die-usable"),
    "give": ('{"give": {"cards": ["hydra-head"]}}', "wrong-count repeated-card not-in-hand wrong-creature"),
    "place": (
        '{"place": {"cards": ["dragon-head"]}}',
        "repeated-card not-in-hand repeated-part position-filled runes-not-active",
    ),
    "trim": ('{"trim": {"runes": [0, 12]}}', "wrong-count no-such-rune rune-not-covered"),
    "discard": ('{"discard": {"cards": ["dragon-head"]}}', "wrong-count repeated-card not-in-hand"),
}
"""An example of each action, and what is checked of it after the checks that all have, in their order."""


class Special(NamedTuple):
    name: str
    action: str
    effect: str
    alone: bool
    """Whether it is dealt in the solo mode."""


class ActionRow(NamedTuple):
    name: str
    action: str
    phase: str
    checks: Sequence[str]


def _actions() -> list[ActionRow]:
    """In the order of the rule book; the phase is the engine's."""
    rows = []
    for kind, deed in DEEDS.items():
        name = key_of(kind)
        action, checks = ACTIONS[name]
        rows.append(ActionRow(name, action, PHASES[deed.phase], checks.split()))
    return rows


def _portals() -> list[tuple[str, list[tuple[str, str]]]]:
    rows = []
    for creature, faces in zip(CREATURES, FACE_AT, strict=True):
        kinds = [FACES[face] for face in faces]
        rows.append((creature, list(zip(kinds[::2], kinds[1::2], strict=True))))
    return rows


def _places() -> list[list[tuple[str, int, int]]]:
    cells = [(part, 2 * place, 2 * place + 1) for place, part in enumerate(PARTS)]
    return [cells[row : row + WIDTH] for row in range(0, len(cells), WIDTH)]


def _tommy(permanent: bool) -> list[tuple[str, int, str]]:
    first = material.FIRST_TOMMY
    return [
        (card, TOMMY_COPIES.count(first + number), TOMMY_EFFECTS[card])
        for number, card in enumerate(TOMMY)
        if material.IS_PERMANENT[number] == permanent
    ]


def _seats() -> list[tuple[int, int, int, int, int, int]]:
    """By number of seats: creatures in the box and in play, spells, magic tokens at the start, slots."""
    rows = []
    for seats in material.SEATS:
        box = material.creatures_in_box(seats)
        there = len(CREATURES) - box
        start, slots = material.start_magic(seats), material.keeper_slots(seats)
        rows.append((seats, box, there, there * len(PARTS), start, slots))
    return rows


BEFORE_PLACING: Final = "00 00 00 00 10 00 11 00 00"
AFTER_PLACING: Final = "00 00 00 00 11 00 basilisk 00 00"
THREE_PLACED: Final = "00 basilisk 00 00 griffin 00 00 basilisk 00"
CROWDED: Final = "10 10 11 10 10 10 10 00 00"
TRIMMED: Final = "00 10 11 10 10 10 00 00 00"
SCORED: Final = "basilisk basilisk basilisk basilisk dragon griffin dragon dragon 10"
MIXED: Final = "griffin hydra unicorn hydra unicorn dragon unicorn griffin 00"
WON: Final = "basilisk unicorn unicorn unicorn basilisk unicorn basilisk unicorn unicorn"
BOOKED: Final = "basilisk basilisk basilisk dragon griffin griffin 00 00 00"


def alakazoo() -> Mapping[str, object]:
    game = AlakazooGame()
    return {
        **rulings.of(game),
        "material": material,
        "usual": material.figures(()),
        "solo": {"slots": material.keeper_slots(1), "creatures": len(CREATURES) - material.creatures_in_box(1)},
        "spells": len(CREATURES) * len(PARTS),
        "creatures": CREATURES,
        "runes": FACES[1:],
        "faces": list(enumerate(FACES)),
        "pairs": len(list(combinations(FACES[1:], 2))),
        "parts": [part.replace("-", " ") for part in PARTS],
        "places": _places(),
        "portals": _portals(),
        "seats": _seats(),
        "abilities": ABILITIES,
        "solo_abilities": [ABILITIES[number] for number in material.SOLO_ABILITIES],
        "tommy_once": _tommy(permanent=False),
        "tommy_always": _tommy(permanent=True),
        "tommy_cards": len(TOMMY_COPIES),
        "magicians": [
            (name, MAGICIAN_EFFECTS[name], number in MAGICIANS_OF[True]) for number, name in enumerate(MAGICIANS)
        ],
        "keeper_cards": [
            Special(name, *KEEPER_EFFECTS[name], number in KEEPERS_OF[True]) for number, name in enumerate(KEEPERS)
        ],
        "actions": _actions(),
        "events": [(name, event, when) for name, (event, when) in EVENTS.items()],
        "phases": PHASES,
        "reasons_of_many": REASONS[False],
        "reasons_alone": REASONS[True],
        "turn": moments.turn(game.name, seats=2, seed=bytes([1]) * 32, number=10),
        "pages": PAGE_NAMES,
        "bounds": [(seats, game.longest(seats, {})) for seats in game.seats],
        "pictures": {
            "before": portal("basilisk", BEFORE_PLACING),
            "after": portal("basilisk", AFTER_PLACING),
            "placed": portal("basilisk", THREE_PLACED),
            "crowded": portal("basilisk", CROWDED),
            "trimmed": portal("basilisk", TRIMMED),
            "scored": portal("basilisk", SCORED),
            "mixed": portal("griffin", MIXED),
            "won": portal("basilisk", WON),
            "booked": portal("basilisk", BOOKED),
            "full_keeper": keeper(3, 0),
            "one_dark": keeper(2, 1),
            "two_dark": keeper(1, 2),
        },
    }
