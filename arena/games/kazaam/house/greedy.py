"""Takes the action that helps most by itself, and looks at nothing but the table and its own hand.

1. A tile that it can pay is played, the most valuable first; but the ninth only where that ends well.
2. Of the tiles in hand that still have a place it aims at the one that lacks fewest units: the torso takes what
   that lacks, and tiles without a place are extracted, those first that yield what it lacks.
3. Else it gets a tile: by a leg, from the fullest hand, or from the deck. It refreshes when enough lies face down.
4. Its tail strikes the leader, face-down tiles first. Its head answers what is aimed at itself.
"""

from __future__ import annotations

from typing import Any

ROWS = """insect MS MSSRF MF MSU MUDD MRD MUF MRRU MDF head
fire SR MSRRU MS SRD SDFF SUF MSD SUUD MSF torso
wood RU SRUUD SR RUF MMRF MRD SRF RDDF MSR tail
fur UD RUDDF RU MUD MSSU SUF MRU MUFF SRU head
reptile DF MUDFF UD SDF SRRD MRD SUD MMSD RUD torso
bone MF MMSDF DF MRF RUUF SUF RDF SSRF UDF tail
stone MD MMSUU UF MRU SUDF MUF MSD MRRD RUF head"""
PARTS = ("left-ear", "head", "right-ear", "left-hand", "torso", "right-hand", "left-leg", "tail", "right-leg")
INGREDIENTS = ("mercury", "sulphur", "mandrake", "unicorn-horn", "dragon-blood", "phoenix-feather")
LETTERS = "MSRUDF"
FAVOURITES = {
    "severus": ("mercury", "insect"),
    "balthasar": ("sulphur", "fire"),
    "cordula": ("mandrake", "wood"),
    "minerva": ("unicorn-horn", "fur"),
    "lazarus": ("dragon-blood", "reptile"),
    "ottilia": ("phoenix-feather", "bone"),
}
POINTS = {part: 2 if part in ("head", "torso", "tail") else 1 for part in PARTS}
REFRESHED = {"head": 9, "torso": 16, "tail": 7, "hand": 12, "leg": 10, "ear": 1}
"""What it is worth to have a tile of a kind face up again."""

SYMBOLS: dict[str, dict[str, int]] = {}
for row in ROWS.splitlines():
    homunculus, *shown, doubled = row.split()
    for part, letters in zip(PARTS, shown, strict=True):
        counts = {name: letters.count(letter) for letter, name in zip(LETTERS, INGREDIENTS, strict=True)}
        symbols = {name: count for name, count in counts.items() if count}
        SYMBOLS[f"{homunculus}-{part}"] = symbols
        if part == doubled:
            SYMBOLS[f"{homunculus}-{part}-2"] = symbols


def part_of(tile: str) -> str:
    return tile.split("-", 1)[1].removesuffix("-2")


def choose(ask: Any) -> int:
    table = Table(ask.view, ask.seat)
    worth = [table.worth(action) for action in ask.legal]
    return max(range(len(worth)), key=worth.__getitem__)


class Table:
    def __init__(self, view: Any, seat: int) -> None:
        self.view: dict[str, Any] = view
        self.seat = seat
        self.me = view["players"][seat]
        self.board = self.me["board"]
        self.purse = self.me["ingredients"]
        self.favourite, self.homunculus = FAVOURITES[self.me["alchemist"]]
        placed = [tile for tile in self.me["hand"] if part_of(tile) not in self.board]
        placed.sort(key=lambda tile: (sum(self.lacking(tile).values()), -self.value(tile)))
        # For each free part the tile of the hand that is nearest to be played.
        self.wanted: dict[str, str] = {}
        for tile in placed:
            self.wanted.setdefault(part_of(tile), tile)
        self.aim = next(iter(self.wanted.values()), None)

    def lacking(self, tile: str) -> dict[str, int]:
        return {
            name: count - self.purse[name] for name, count in SYMBOLS[tile].items() if count > self.purse[name]
        }

    def value(self, tile: str) -> int:
        return POINTS[part_of(tile)] + tile.startswith(self.homunculus)

    def worth(self, action: Any) -> float:
        ((name, given),) = action.items()
        rate = getattr(self, "pass_" if name == "pass" else name)
        return float(rate(**given))

    # what each action is worth

    def kazaam(self) -> float:
        return 1000

    def play(self, tile: str) -> float:
        ninth = len(self.board) == len(PARTS) - 1 and self.view["options"]["kazaam"] == "automatic"
        if ninth and not self.finishes_well(tile):
            return -1
        return 100 + 10 * self.value(tile) + sum(SYMBOLS[tile].values()) + (200 if ninth else 0)

    def finishes_well(self, tile: str) -> bool:
        mine = self.score(self.seat) + self.value(tile) + 4
        others = [self.score(seat) for seat in range(self.view["seats"]) if seat != self.seat]
        return sum(other >= mine for other in others) <= len(others) // 2

    def score(self, seat: int) -> int:
        player = self.view["players"][seat]
        favourite = FAVOURITES[player["alchemist"]][1]
        up = [(part, placed["tile"]) for part, placed in player["board"].items() if placed["face"] == "up"]
        points: int = sum(POINTS[part] + tile.startswith(favourite) for part, tile in up)
        return points + (len(up) if len({tile.split("-")[0] for _, tile in up}) == 1 else 0)

    def extract(self, tile: str) -> float:
        gained = dict(SYMBOLS[tile])
        gained[self.favourite] = gained.get(self.favourite, 0) + 1
        gained = {name: min(count, self.view["supply"][name]) for name, count in gained.items()}
        lacking = self.lacking(self.aim) if self.aim and self.aim != tile else {}
        useful = sum(min(count, lacking.get(name, 0)) for name, count in gained.items())
        kept = self.wanted.get(part_of(tile)) == tile
        return (22 if kept else 42) + 4 * useful + sum(gained.values()) - (20 if tile == self.aim else 0)

    def use(self, part: str, target: int = 0, target_part: str = "", take: dict[str, int] | None = None) -> float:
        kind = part.split("-")[-1]
        if kind == "torso":
            lacking = self.lacking(self.aim) if self.aim else {}
            useful = sum(min(count, lacking.get(name, 0)) for name, count in (take or {}).items())
            rarity = sum(count * (6 - min(6, self.purse[name])) for name, count in (take or {}).items()) / 20
            return float(44 + 6 * useful + rarity)
        if kind == "tail":
            return self.tail(target, target_part)
        room = 6 - len(self.me["hand"])
        if kind == "hand":
            return 40 + 2 * self.view["players"][target]["hand_count"] + self.hunger() if room > 1 else 5
        if kind == "leg":
            return 41 + min(self.view["discard_count"], 8) + self.hunger() if room > 1 else 5
        return 2

    def tail(self, target: int, target_part: str) -> float:
        if target == self.seat:
            return -5
        board = self.view["players"][target]["board"]
        leads = len(board) == max(
            len(player["board"]) for seat, player in enumerate(self.view["players"]) if seat != self.seat
        )
        down = board[target_part]["face"] == "down"
        return 20 + 3 * len(board) * leads + 6 * POINTS[target_part] * (2 if down else 1)

    def draw(self, discard: str | None = None) -> float:
        if discard is not None:
            return 10 - self.value(discard)
        return 40 + self.hunger()

    def hunger(self) -> float:
        """For tiles: the more, the fewer of the hand have a place."""
        return 9 - 5 * len(self.wanted)

    def refresh(self) -> float:
        down = [part.split("-")[-1] for part, placed in self.board.items() if placed["face"] == "down"]
        return 12 + sum(REFRESHED[kind] for kind in down)

    def end_turn(self) -> float:
        return 1

    def take(self, tile: str) -> float:
        if part_of(tile) in self.board:
            return 2 + sum(SYMBOLS[tile].values())
        better = part_of(tile) not in self.wanted
        return 20 + 10 * better + 3 * self.value(tile) - 2 * sum(self.lacking(tile).values())

    def decline(self) -> float:
        return 0

    def cancel(self) -> float:
        """A hand or a tail that is aimed at itself, and a head that would cancel its own ability."""
        *under, top = self.view["pending"]
        aimed = under[-1]["seat"] if top["part"] == "head" else top.get("target", -1)
        return 2 if aimed == self.seat and not top["part"].endswith("ear") else 0

    def pass_(self) -> float:
        return 1
