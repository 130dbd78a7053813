"""A bot that is a Python function in this process: for house bots of local games, never for a stranger's code."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.referee import faults
from arena.referee.asking import Ask, Over, Welcome
from arena.referee.conduct import Answer, Failed, Out, Refusal, Reply


@dataclass(frozen=True, slots=True)
class Functions:
    """What a bot's file defines: `choose(ask)`, and optionally `welcome(welcome)` and `over(over)`."""

    choose: Callable[[Any], Any]
    welcome: Callable[[Any], Any] | None = None
    over: Callable[[Any], Any] | None = None


class NoBot(ValueError):
    """A Python file that defines no bot."""


def functions_of(path: Path) -> Functions:
    """A fresh instance of the bot in a file: its module-level state is its own."""
    names = runpy.run_path(str(path), run_name="athanor_bot_file")
    choose = names.get("choose")
    if not callable(choose):
        raise NoBot(f"{path} defines no function choose(ask)")
    return Functions(choose, names.get("welcome"), names.get("over"))


class InProcessPlayer:
    """A player that calls functions."""

    def __init__(self, functions: Functions) -> None:
        self.startup = 0.0
        self.functions = functions
        self._ask: Ask | None = None

    async def welcome(self, welcome: Welcome) -> Failed | None:
        return greet(self.functions, welcome)

    async def ask(self, ask: Ask) -> Reply:
        self._ask = ask
        return chosen(self.functions.choose, ask)

    async def refused(self, refusal: Refusal) -> Reply:
        assert self._ask is not None
        return chosen(self.functions.choose, self._ask)

    async def over(self, over: Over) -> None:
        part(self.functions, over)

    async def close(self) -> None:
        """Nothing was opened."""

    def cpu(self) -> float | None:
        return None

    def waited(self) -> float | None:
        return None


def greet(functions: Functions, welcome: Welcome) -> Failed | None:
    if functions.welcome is not None:
        try:
            functions.welcome(welcome)
        except Exception as error:
            return Failed(Out.NEVER_READY, faults.RAISED.failed(error=described(error)).detail)
    return None


def chosen(choose: Callable[[Any], Any], ask: Ask) -> Reply:
    try:
        return Answer(ask.number, choose(ask))
    except Exception as error:
        return faults.RAISED.failed(error=described(error))


def part(functions: Functions, over: Over) -> None:
    if functions.over is not None:
        try:
            functions.over(over)
        except Exception:
            # The match is over: what a bot does with the news changes nothing.
            return


def described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
