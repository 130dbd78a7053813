"""The port of the referee: one bot of one match, wherever it runs.

1. `welcome` tells it about the match; it returns when the bot is ready.
2. `ask` puts a question, after telling what the seat saw happen since the last one.
3. `refused` tells back an illegal answer and waits for another one to the same ask.
4. `over` tells the result. 5. `close` is always called, once, whatever came before.

The driver bounds each wait by a deadline and cancels it then. A bot's failure is a value (`Failed`);
anything raised is a fault of ours and makes the match void.
"""

from __future__ import annotations

from typing import Protocol

from arena.referee.asking import Ask, Over, Welcome
from arena.referee.conduct import Failed, Refusal, Reply


class Player(Protocol):
    startup: float
    """Milliseconds that its start took before `welcome`: they count towards the start-up budget."""

    async def welcome(self, welcome: Welcome) -> Failed | None: ...

    async def ask(self, ask: Ask) -> Reply: ...

    async def refused(self, refusal: Refusal) -> Reply: ...

    async def over(self, over: Over) -> None: ...

    async def close(self) -> None: ...

    def cpu(self) -> float | None:
        """Milliseconds of CPU time that the bot has used in all; None: not measured, wall time is charged."""

    def waited(self) -> float | None:
        """Milliseconds that its answers were waited for in all, measured beside the bot; None: nobody does."""


class Absent:
    """The player of a bot that could not be started: never ready."""

    def __init__(self, failed: Failed, startup: float = 0.0) -> None:
        self.startup = startup
        self._failed = failed

    async def welcome(self, welcome: Welcome) -> Failed | None:
        return self._failed

    async def ask(self, ask: Ask) -> Reply:
        return self._failed

    async def refused(self, refusal: Refusal) -> Reply:
        return self._failed

    async def over(self, over: Over) -> None:
        """Nobody is there to hear it."""

    async def close(self) -> None:
        """Nothing was opened."""

    def cpu(self) -> float | None:
        return None

    def waited(self) -> float | None:
        return None
