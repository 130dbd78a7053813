"""A process of ours becomes the bot: in its own interpreter, where that can do as well as a new one.

What is imported here is imported before any bot of Python: little, and nothing that it would not need itself.
"""

from __future__ import annotations

# Not `signal`, whose names of numbers take longer to make than all that is done here.
import _signal  # type: ignore[import-not-found]
import faulthandler
import os
import runpy
import sys
from collections.abc import Sequence
from types import ModuleType, TracebackType
from typing import NoReturn


def become(command: Sequence[str]) -> NoReturn:
    if (arguments := arguments_here(command)) is None:
        execute(command)
    try:
        interpret(arguments)
    except SystemExit:
        raise
    except BaseException as error:
        # As the interpreter would have it: without us in the traceback.
        error.__traceback__ = _below(error)
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)
    sys.exit(0)


def arguments_here(command: Sequence[str]) -> list[str] | None:
    """What follows the interpreter's name, where this process can do as well as a new one: None elsewhere."""
    program = _found(command[0])
    if program is None or os.path.realpath(program) != os.path.realpath(sys.executable):
        return None
    arguments = list(command[1:])
    if is_safe := arguments[:1] == ["-P"]:
        arguments = arguments[1:]
    is_module = arguments[:1] == ["-m"] and len(arguments) > 1
    if not is_module and not (arguments and _is_source(arguments[0])):
        return None
    if not is_safe:
        first = os.getcwd() if is_module else os.path.dirname(os.path.realpath(arguments[0]))
        if _overshadows(first):
            return None
        # A safe path cannot be made unsafe again; this is what it would have held first.
        sys.path.insert(0, first)
    return arguments


def _is_source(name: str) -> bool:
    """Whatever else an interpreter takes, as a zip or what is compiled, a new one shall tell apart."""
    return not name.startswith("-") and name.endswith(".py") and os.path.isfile(name)


def _found(program: str) -> str | None:
    places = [program] if "/" in program else [os.path.join(folder, program) for folder in os.get_exec_path()]
    return next((place for place in places if os.path.isfile(place) and os.access(place, os.X_OK)), None)


def _overshadows(folder: str) -> bool:
    """Whether a file there would be imported instead of a module that was imported already."""
    known = {name.partition(".")[0] for name in sys.modules}
    return any(name.partition(".")[0] in known for name in os.listdir(folder))


def interpret(arguments: list[str]) -> None:
    # What `athanor_bot.stack` does, without the import of an SDK that the bot may do without.
    faulthandler.register(_signal.SIGQUIT, all_threads=False)
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        run(os.path.abspath(arguments[0]))


def run(script: str) -> None:
    """As the interpreter's own first file. What was the main module lives as long as this runs."""
    first = sys.modules["__main__"]
    main_module = ModuleType("__main__")
    main_module.__file__ = script
    sys.modules["__main__"] = main_module
    try:
        with open(script, "rb") as source:
            # By its own rules: those of this module's `from __future__` are not the bot's.
            code = compile(source.read(), script, "exec", dont_inherit=True)
        exec(code, vars(main_module))
    finally:
        del first


def execute(command: Sequence[str]) -> NoReturn:
    serving = sys.modules.get("athanor_bot.serving")
    while serving is not None and serving.early:
        serving.early.pop().withdrawn()
    from athanor_adapter.begin import heed_signals

    heed_signals()
    try:
        os.execvp(command[0], list(command))
    except OSError as error:
        from athanor_adapter.failing import sentence

        print(sentence("the command", command[0], error), file=sys.stderr, flush=True)
        os._exit(127)


def _below(error: BaseException) -> TracebackType | None:
    """The traceback from where the bot's own code begins."""
    found = error.__traceback__
    while found is not None and found.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
        found = found.tb_next
    return found
