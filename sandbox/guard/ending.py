"""How a bot's connection comes to its end: whose fault, and one sentence."""

from athanor_contract.limits import server as limits

CLOSED = "closed"
"""Its stream ended in good order."""
DEAD = "dead"
"""It broke off."""
MALFORMED = "malformed"
"""It said what is no message, or too much."""
OURS = "ours"
"""Not the bot's fault."""
HUNG_UP = b"h"
"""Told to whoever started a guard, before the referee is told: its bot is at the other end no more."""


class Ended(Exception):
    def __init__(self, fault: str, detail: str) -> None:
        super().__init__(fault, detail)
        self.fault = fault
        self.detail = detail


def printable(words: bytes, most: int = limits.DETAIL) -> str:
    """What a server said, as one line that can be shown to a person."""
    text = words[: 4 * most].decode("utf-8", "replace")
    line = " ".join(text.split())
    line = "".join([letter if letter.isprintable() else "?" for letter in line])
    return line if len(line) <= most else line[: most - 3] + "..."


def document(ended: Ended) -> bytes:
    """As JSON, by hand: its module would double the time that a guard takes to start."""
    return f'{{"fault":"{ended.fault}","detail":"{_escaped(ended.detail)}"}}'.encode()


def _escaped(text: str) -> str:
    text = printable(text.encode("utf-8", "replace"))
    return text.replace("\\", "\\\\").replace('"', '\\"')
