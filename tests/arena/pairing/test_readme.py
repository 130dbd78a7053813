"""The guide of `arena/pairing/README.md` calls what there is, with what it takes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from arena import pairing
from tests import blocks
from tests.arena.pairing import kit


def test_every_call_of_the_guide_is_one() -> None:
    """Line by line as it stands, on a tournament in its second round."""
    (guide,) = blocks.of_kind("python calls")
    settings = kit.settings(pairing.Swiss(3))
    begun = kit.entered(settings, 8)
    kit.settle(begun, start=True)
    for wanted in begun.wanted():
        kit.play(begun, wanted, kit.better_number(wanted))
    kit.settle(begun)
    events = list(begun.events)
    names: dict[str, Any] = {name: getattr(pairing, name) for name in pairing.__all__}
    names |= {
        "settings": settings,
        "events": events,
        "game": SimpleNamespace(seats=range(2, 7)),
        "event": pairing.Withdrawn("p8"),
        "key": begun.wanted()[0].pairing,
        "stage": 1,
    }
    lines = [line.partition("#")[0].strip() for line in guide.text.splitlines() if line.strip()]
    assert len(lines) >= 12
    for line in lines:
        run(line, names)
    assert names["tournament"].phase is pairing.Phase.PLAYING


def run(line: str, names: dict[str, Any]) -> None:
    # What follows a comma and begins with a dot is another attribute of the same.
    first, *others = line.split(", .")
    owner = first.partition(".")[0]
    for one in (first, *(f"{owner}.{other}" for other in others)):
        exec(compile(one, "README.md", "exec"), names)
