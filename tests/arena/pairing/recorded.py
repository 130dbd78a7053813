"""Two large tournaments with all that happened in them, as `tests/golden/pairing/` holds them.

    python -m tests.arena.pairing.recorded         # plays and writes them anew: a minute, for py4swiss

Results are drawn by skill from a fixed seed, so that a new recording differs only where the pairing does. In the
Swiss some leave and one comes back.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from math import exp
from pathlib import Path
from random import Random
from typing import Any

from arena.pairing import (
    DoubleElimination,
    Entered,
    Entrant,
    Settings,
    Stage,
    Swiss,
    Tiebreak,
    Tournament,
    Unit,
    Wanted,
    Withdrawn,
    final_standings,
    read_event,
    read_settings,
    to_document,
)
from arena.pairing.events import Event
from tests.arena.pairing import kit

FOLDER = Path(__file__).parents[2] / "golden" / "pairing"
SWISS = "swiss-512"
DOUBLE = "double-elimination-256"
TIE_BREAKS = (Tiebreak.HEAD_TO_HEAD, Tiebreak.BUCHHOLZ_CUT, Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER)


@dataclass(frozen=True)
class Recording:
    settings: Settings
    events: list[Event]
    order: list[list[Any]]
    """The final standings: place, entrant, points of its last stage."""


def order_of(tournament: Tournament) -> list[list[Any]]:
    return [
        [row.place, row.entrant, str(row.row.points) if row.row else "0"] for row in final_standings(tournament)
    ]


def read(name: str) -> Recording:
    document = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    events = [read_event(one) for one in document["events"]]
    return Recording(read_settings(document["settings"]), events, document["order"])


def write(name: str, tournament: Tournament) -> None:
    document = {
        "settings": to_document(tournament.settings),
        "events": [to_document(event) for event in tournament.events],
        "order": order_of(tournament),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, separators=(",", ":")).encode()
    (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(text, mtime=0))


def by_skill(chance: Random) -> kit.Result:
    def result(wanted: Wanted) -> list[int]:
        first, second = (int(player[1:]) for player in wanted.seating)
        dice = chance.random()
        if dice < 0.08:
            return [1, 1]
        wins = 1 / (1 + exp((first - second) / 120))
        return [1, 2] if (dice - 0.08) / 0.92 < wins else [2, 1]

    return result


def swiss() -> Tournament:
    settings = Settings((Stage(Swiss(9), tie_breaks=TIE_BREAKS),), seed=kit.SEED)
    tournament = kit.entered(settings, 512)
    result = by_skill(Random(512))
    kit.settle(tournament, start=True)
    while not tournament.over:
        for one in tournament.wanted():
            kit.play(tournament, one, result(one))
        match tournament.stages[0].regular_rounds:
            case 3:
                for leaver in ("p7", "p100", "p512"):
                    tournament.apply(Withdrawn(leaver, "left"))
            case 5:
                tournament.apply(Entered(Entrant("p100", rating=40.0)))
                tournament.apply(Withdrawn("p13", "two accounts", disqualified=True))
            case _:
                pass
        kit.settle(tournament)
    return tournament


def double() -> Tournament:
    settings = Settings((Stage(DoubleElimination(), Unit(3, best_of=True)),), seed=kit.SEED)
    return kit.play_through(kit.entered(settings, 256), by_skill(Random(256)))


def main() -> None:
    write(SWISS, swiss())
    write(DOUBLE, double())


if __name__ == "__main__":
    main()
