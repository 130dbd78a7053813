"""A match of Alkemy told by hand: every kind of event at least once, in an order that could be.

Played matches do not have all of them; what a page says of each kind, and draws, has to be seen all the same. The
story is a list of what each action made happen.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from athanorpb.codec import document_of, message_of
from athanorpb.v1 import game_pb2

STORY = Path(__file__).with_name("alkemy-story.json")


def replay() -> dict[str, Any]:
    """A document as replay.json gives it. Each event fits the protocol."""
    options = {"turn_limit": 8, "points": 180, "armies": []}
    return {
        "header": {"game": "alkemy", "options": options, "seats": [{"bot": "ada/jade"}, {"bot": "bea/avalon"}]},
        "names": ["Ada's Jade", "Bea's Avalon"],
        "events": [
            {"ply": ply, "to": None, "event": document_of(message_of(event, game_pb2.Event, "alkemy"))}
            for ply, events in enumerate(json.loads(STORY.read_text()))
            for event in events
        ],
        "actions": [],
        "times": [],
        "accounts": [{"out": "", "out_ply": 0}, {"out": "", "out_ply": 0}],
        "result": {"scores": [3, 0], "ranks": [1, 2], "reason": "victory-points"},
    }
