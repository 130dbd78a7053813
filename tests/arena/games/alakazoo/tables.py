"""Positions to test on: only what matters is said, everything else is filled in so that the state is valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.games.alakazoo.game import AlakazooGame
from arena.games.alakazoo.material import ABILITIES, CREATURES, KEEPERS, MAGICIANS, PARTS
from arena.games.alakazoo.state import AlakazooState
from arena.kernel.chance import Scripted
from arena.kernel.game import Document
from tests.arena.games.acting import Acting

GAME = AlakazooGame()
SEED = bytes(32)
PLAYED = Acting(GAME)
act, acts, refused, legal = PLAYED.act, PLAYED.acts, PLAYED.refused, PLAYED.legal
IN_PLAY = {1: 3, 2: 4, 3: 5, 4: 6}
"""How many creatures, by number of seats."""
SINGLE_USE = ("yawn", "shadow", "gift", "toll", "gnaw", "sweep", "muddle", "stir")
TOMMY = [
    *(f"tommy-{name}" for name in SINGLE_USE for _ in range(2)),
    *(f"tommy-{name}" for name in ("small-hands", "big-hands", "cold-portals", "warm-portals", "lost-die")),
    *(f"tommy-{name}" for name in ("dear-keepers", "tall-shelves", "loud-crowd")),
]


def player(
    spells: Iterable[str] = (),
    hand: Iterable[str] = (),
    covered: Iterable[int] = (),
    *,
    magic: int = 0,
    dark: int = 0,
    points: int = 0,
    portal: str = "",
    abilities: Sequence[str] = (),
    magician: str = "",
    keeper: str = "",
    page: str = "",
) -> Document:
    """A seat: the spells on its portal, its hand, its covered runes, the tokens of its keeper."""
    placed = {spell.split("-", 1)[1]: spell for spell in spells}
    tokens = set(covered)
    return {
        "portal": portal,
        "positions": [
            {"spell": placed.get(part, ""), "covered": [2 * place in tokens, 2 * place + 1 in tokens]}
            for place, part in enumerate(PARTS)
        ],
        "hand": list(hand),
        "pack": [],
        "pick": "",
        "magic": magic,
        "dark": dark,
        "abilities": list(abilities),
        "points": points,
        "school": {"magicians": [], "keepers": [], "magician": magician, "keeper": keeper},
        "book": {"pages": [], "page": page},
    }


def document(
    *players: Document,
    options: Mapping[str, Any] | None = None,
    creatures: Sequence[str] = (),
    columns: Sequence[Sequence[str]] = (),
    deck: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    active: Sequence[str] = (),
    gone: Sequence[str] = (),
    **counters: Any,
) -> Document:
    """A state of these players; `deck` names its top cards. An empty one sends all other cards to the discard."""
    seats = len(players)
    settled = GAME.settle(seats, options or {})
    named = [ability for each in players for ability in each["abilities"]]
    unused = {
        "abilities": [ability for ability in ABILITIES[::-1] if ability not in named],
        **{
            kind: [card for card in cards if all(card != each["school"][kind] for each in players)]
            for kind, cards in (("magician", MAGICIANS[7::-1]), ("keeper", KEEPERS[8::-1]))
        },
    }
    players = tuple(_completed(each, seat, settled, seats, unused) for seat, each in enumerate(players))
    in_play = creatures or _creatures([each["portal"] for each in players], seats)
    lying = [list(column) for column in (*columns, (), (), (), ())[:4]]
    open_cards = [*active, *gone]
    placed = [*discard, *(deck or ()), *open_cards, *(card for column in lying for card in column)]
    for each in players:
        placed += [*each["hand"], *(position["spell"] for position in each["positions"])]
    spells = [f"{creature}-{part}" for creature in CREATURES if creature in in_play for part in PARTS]
    rest = [spell for spell in spells if spell not in placed]
    if settled["tommy"]:
        rest += _more_of_tommy(placed, seats)
    turn = counters.get("turn", 0)
    whole: Document = {
        "game": "alakazoo",
        "options": settled,
        "seats": seats,
        "phase": "action",
        "to_act": [turn],
        "ply": 40,
        "result": None,
        "drawn": {"setup": 12, "deck": 60, "keepers": 4, "dice": 20, "steal": 2},
        "round": 5,
        "turn": turn,
        "finisher": -1,
        "creatures": sorted(in_play),
        "magic_supply": 30 - sum(each["magic"] + _tokens(each) for each in players),
        "dark_supply": 12 - sum(each["dark"] for each in players),
        "deck": [] if deck is not None and not deck else [*(deck or ()), *rest],
        "discard": [*discard, *(rest if deck is not None and not deck else ())],
        "columns": [{"cards": cards} for cards in lying],
        "dice": [],
        "pending": None,
        "players": list(players),
        **counters,
    }
    if settled["tommy"]:
        whole["tommy"] = {"active": list(active), "gone": list(gone)}
    if settled["university"]:
        whole.setdefault("charm_used", False)
    return whole


def _tokens(each: Document) -> int:
    return sum(sum(position["covered"]) for position in each["positions"])


def _completed(
    each: Document, seat: int, settled: Document, seats: int, unused: Mapping[str, list[str]]
) -> Document:
    """Portals, abilities and cards of the expansions, where none are named: each seat has others."""
    full = {**each, "portal": each["portal"] or CREATURES[seat]}
    if not full["abilities"]:
        full["abilities"] = ["swap-column", "swap-discard"] if seats == 1 else [unused["abilities"].pop(0)]
    if settled["university"]:
        full["school"] = dict(each["school"])
        for kind in ("magician", "keeper"):
            full["school"][kind] = each["school"][kind] or unused[kind].pop()
    else:
        del full["school"]
    if settled["book"] == "off":
        del full["book"]
    elif not full["book"]["page"]:
        full["book"] = {"pages": [], "page": f"{full['portal']}-{CREATURES[IN_PLAY[seats] - 1]}"}
    return full


def _creatures(portals: Sequence[str], seats: int) -> list[str]:
    others = [creature for creature in CREATURES if creature not in portals]
    return [*portals, *others[: IN_PLAY[seats] - seats]]


def _more_of_tommy(placed: Sequence[str], seats: int) -> list[str]:
    """As many of Tommy's cards as are missing to three a seat."""
    rest = list(TOMMY)
    named = [card for card in placed if card.startswith("tommy-")]
    for card in named:
        rest.remove(card)
    return rest[: 3 * seats - len(named)]


def table(*players: Document, chance: Mapping[str, Sequence[int]] | None = None, **more: Any) -> AlakazooState:
    return GAME.load(document(*players, **more), Scripted(chance or {}, SEED))


def new(seats: int = 3, chance: Mapping[str, Sequence[int]] | None = None, **options: Any) -> AlakazooState:
    return GAME.new(seats, options, Scripted(chance or {}, SEED)).state


def identity(size: int) -> list[int]:
    """The draws of a shuffle that changes nothing."""
    return list(range(size - 1, 0, -1))


def drafted(state: AlakazooState) -> list[Document]:
    """Plays the draft to its end, every seat with its first card; the events of its last answer."""
    events: list[Document] = []
    while state.question(0) == "draft":
        for seat in state.to_act:
            events = act(state, seat, legal(state, seat)[0])
    return events


def keys(events: Sequence[Document]) -> list[str]:
    return [next(iter(event)) for event in events]


def only(events: Sequence[Document], name: str) -> list[Document]:
    return [event[name] for event in events if name in event]


REST: Document = {"rest": {}}
STORE: Document = {"store": {}}
PLACE_NOTHING: Document = {"place": {"cards": []}}


def roll(dice: int) -> Document:
    return {"roll": {"dice": dice}}


def activate(face: str, rune: int) -> Document:
    return {"activate": {"face": face, "rune": rune}}


def miss(face: str) -> Document:
    return {"miss": {"face": face}}


def take(column: int) -> Document:
    return {"take": {"column": column}}


def place(*cards: str) -> Document:
    return {"place": {"cards": list(cards)}}


def fetch(discard: str, card: str) -> Document:
    return {"fetch": {"discard": discard, "card": card}}


def trade(seat: int, creature: str, give: str) -> Document:
    return {"trade": {"seat": seat, "creature": creature, "give": give}}


def barter(seat: int, part: str) -> Document:
    return {"barter": {"seat": seat, "part": part}}


def nine(creature: str) -> list[str]:
    return [f"{creature}-{part}" for part in PARTS]
