"""A bot without any library: it reads a line of JSON and prints a line of JSON. So can a bot in any language.

You are told                                     you say
{"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}
                                                 {"ready": {}}
{"event": {...}}                                 nothing; it happened
{"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}
                                                 the index of a legal action, or an action itself
{"refused": {"code", "reason", "strikes_left"}}  another answer to the same ask
{"over": {"result"}}                             nothing; it is over
"""

import json
import random
import sys
from typing import Any


def main() -> None:
    ask: Any = None
    for line in sys.stdin:
        ((kind, body),) = json.loads(line).items()
        if kind == "welcome":
            random.seed(body["entropy"])
            say({"ready": {}})
        elif kind == "ask":
            ask = body
            say(decide(ask))
        elif kind == "refused":
            print(f"refused: {body['reason']}", file=sys.stderr)
            say(0)


def decide(ask: Any) -> Any:
    """One of the legal actions, or simply its index."""
    return random.choice(ask["legal"]["actions"])


def say(what: Any) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main()
