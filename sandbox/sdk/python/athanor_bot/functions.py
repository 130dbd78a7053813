"""What a bot's file defines, and how a file is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any, NamedTuple

NAME = "athanor_bot_file"
"""The name a bot's file is imported under: that of the file may be one of the standard library's."""


class NoBot(Exception):
    """A file, or what was handed to `run`, that is no bot; the text says what to do."""


class Functions(NamedTuple):
    choose: Callable[[Any], Any]
    welcome: Callable[[Any], Any] | None = None
    over: Callable[[Any], Any] | None = None

    @staticmethod
    def of(choose: object, welcome: object = None, over: object = None) -> Functions:
        if not callable(choose):
            raise NoBot(f"choose must be a function of one argument, the ask; it is {choose!r:.80}")
        for name, function in (("welcome", welcome), ("over", over)):
            if function is not None and not callable(function):
                raise NoBot(f"{name} must be a function or be left out; it is {function!r:.80}")
        return Functions(choose, welcome, over)  # type: ignore[arg-type]


def of_file(path: str | os.PathLike[str]) -> Functions:
    """Runs the file, with the files beside it importable, and takes its functions."""
    if not os.path.isfile(path):
        raise NoBot(f"there is no file {path}: the command of bot.toml names a file of the bundle")
    # Last, so that a bot called random.py does not stand in for the standard library's module.
    sys.path.append(os.path.dirname(os.path.realpath(path)))
    spec = spec_from_file_location(NAME, path)
    if spec is None or spec.loader is None:
        raise NoBot(f"{path} is no Python file: its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise NoBot(f"{path} defines no function choose(ask): that is what is called for every decision")
    return Functions.of(module.choose, getattr(module, "welcome", None), getattr(module, "over", None))
