"""A bot that plays any legal action. `choose` is called for every decision, in order, within one match.

ask.view      what your seat sees, as a dictionary
ask.legal     the actions you may take: a list of dictionaries
ask.events    what happened since you were last asked
ask.clock     milliseconds: bank left, charged for your previous answer, most that this answer may take
ask.welcome   the match: game, options, seats, your seat, entropy

Return one of ask.legal, or simply its index. What you print to stderr is your bot's log; nobody else sees it.
"""

from random import Random
from typing import Any

chance = Random()


def welcome(welcome: Any) -> None:
    """Told once, before the first ask. With the match's own entropy the same match plays the same again."""
    chance.seed(welcome.entropy)


def choose(ask: Any) -> int:
    return chance.randrange(len(ask.legal))
