"""bot.toml: what an author says about a bot.

name = "Greedy Gus"
game = "poison"                     # or games = ["poison", "stones"]
runtime = "python"
command = ["python3", "main.py"]    # may be left out where main.py is what is run
build = ["python3", "train.py"]     # optional: run once, without a network, over the bundle's files
protocol = "stdio"                  # or "grpc"
"""

from __future__ import annotations

import difflib
import json
import shlex
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from athanor_contract.bundle.faults import BundleFault, Code, shown
from athanor_contract.runtimes import (
    ALIASES,
    PROTOCOLS,
    RUNTIMES,
    SUFFIXES,
    Protocol,
    Runtime,
    default_build,
    default_command,
    runtime_named,
    runtime_of_file,
)

FILE: Final = "bot.toml"
LONGEST_FILE: Final = 8 * 1024
"""Bytes: a key of tens of thousands of parts would take the reader of TOML, which is ours, many seconds."""
LONGEST_NAME: Final = 40
MOST_WORDS: Final = 50
A_GAME: Final = "poison"
"""An example, where it is not known which games there are."""
KEYS: Final = ("name", "game", "games", "runtime", "command", "build", "protocol")


@dataclass(frozen=True, slots=True)
class Manifest:
    name: str
    games: tuple[str, ...]
    """Empty for a single source file, which does not say: whoever hands it in does."""
    runtime: str
    command: tuple[str, ...]
    build: tuple[str, ...] | None
    protocol: Protocol


def manifest_of(files: Mapping[str, bytes], games: Collection[str] | None) -> Manifest:
    """What the bot.toml among the files says; `games` are the known ones, None: any. Raises BundleFault."""
    said = _parsed(files[FILE])
    for key in said:
        if key not in KEYS and (near := difflib.get_close_matches(key, KEYS, 1, 0.75)):
            raise _bad(f"{shown(key)} is no key of it: did you mean {near[0]}?")
    runtime = _runtime(said)
    build = _words(said, "build", required=False)
    command, spoken, by_itself = _command(said, runtime, files, build)
    return Manifest(
        name=_name(said),
        games=_games(said, games),
        runtime=runtime.name,
        command=command,
        build=build or by_itself,
        protocol=_protocol(said, spoken),
    )


def manifest_of_source(file: str, source: bytes, runtime: Runtime) -> Manifest:
    """What a single source file stands for."""
    command, protocol = default_command(runtime, file, source)
    build = default_build(runtime, file, source, [file])
    name = file.rpartition(".")[0].replace("_", " ").strip()[:LONGEST_NAME]
    return Manifest(name or "bot", (), runtime.name, command, build, protocol)


def written(manifest: Manifest) -> bytes:
    """The manifest as a bot.toml that reads as the same manifest."""
    lines = [f"name = {_quoted(manifest.name)}", f"games = {_quoted(list(manifest.games))}"]
    lines += [f"runtime = {_quoted(manifest.runtime)}", f"command = {_quoted(list(manifest.command))}"]
    if manifest.build is not None:
        lines.append(f"build = {_quoted(list(manifest.build))}")
    lines.append(f"protocol = {_quoted(manifest.protocol)}")
    return ("\n".join(lines) + "\n").encode()


def _quoted(value: str | list[str]) -> str:
    """TOML's basic strings and lists of them are written as JSON's are."""
    return json.dumps(value, ensure_ascii=True)


def _bad(problem: str) -> BundleFault:
    return BundleFault(Code.BAD_BOT_TOML, f"{FILE}: {problem}")


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > LONGEST_FILE:
        raise _bad(f"it has {len(content)} bytes: {LONGEST_FILE} are the most")
    try:
        return tomllib.loads(content.decode().removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise _bad(f"it is not UTF-8 text at byte {error.start}: save it as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise _bad(f'it is not TOML ({shown(str(error), 120)}): write lines like name = "My bot"') from error


def _name(said: Mapping[str, Any]) -> str:
    name = said.get("name")
    if name is None:
        raise _bad('it has no name: add name = "My bot"')
    if not isinstance(name, str) or not name.strip():
        raise _bad(f'the name is {shown(name)}: it must be a text such as "My bot"')
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise _bad(f"the name {shown(name)} has {len(name)} letters: {LONGEST_NAME} are the most")
    if not name.isprintable():
        raise _bad(f"the name {shown(name)} holds a character that cannot be shown: leave it out")
    return name


def _games(said: Mapping[str, Any], known: Collection[str] | None) -> tuple[str, ...]:
    if "game" in said and "games" in said:
        raise _bad('it has both game and games: keep game = "..." for one, or games = [...] for several')
    if "game" not in said and "games" not in said:
        raise _bad(f'it names no game: add game = "{_example(known)}"')
    value = said.get("games", said.get("game"))
    games = [value] if isinstance(value, str) else value
    if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
        raise _bad(
            f'the game is {shown(value)}: it must be a name such as "{_example(known)}", or a list of names'
        )
    for game in games:
        if known is not None and game not in known:
            raise BundleFault(
                Code.UNKNOWN_GAME,
                f"{FILE}: {shown(game)} is no game here{_near(game, known)}; there are:"
                f" {', '.join(sorted(known))}",
            )
    return tuple(dict.fromkeys(games))


def _example(known: Collection[str] | None) -> str:
    return min(known) if known else A_GAME


def _runtime(said: Mapping[str, Any]) -> Runtime:
    name = said.get("runtime")
    if name is None:
        raise _bad(f'it names no runtime: add runtime = "python" (there are: {", ".join(RUNTIMES)})')
    runtime = runtime_named(name) if isinstance(name, str) else None
    if runtime is None:
        near = _near(name, [*RUNTIMES, *ALIASES]) if isinstance(name, str) else ""
        raise BundleFault(
            Code.UNKNOWN_RUNTIME,
            f"{FILE}: {shown(name)} is no runtime here{near}; there are: {', '.join(RUNTIMES)}",
        )
    return runtime


def _near(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name.lower(), list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""


def _command(
    said: Mapping[str, Any], runtime: Runtime, files: Mapping[str, bytes], build: tuple[str, ...] | None
) -> tuple[tuple[str, ...], Protocol, tuple[str, ...] | None]:
    """The command, what it speaks, and how its language is built where the author does not say."""
    words = _words(said, "command", required=False)
    main = words[0] if words is not None and len(words) == 1 and runtime_of_file(words[0]) is runtime else None
    if words is None:
        main = next((name for name in runtime.mains if name in files), None)
        if main is None and not (build and runtime.is_compiled and not _names_a_file(runtime)):
            raise _bad(_no_main(runtime))
    if main in files or words is None:
        source = files.get(main or "", b"")
        command, spoken = default_command(runtime, main or "", source)
        return command, spoken, None if build else default_build(runtime, main or "", source, files)
    if build is None:
        for word in words:
            _check_is_there(word, files)
    return words, "grpc" if "athanor_bot" in words else "stdio", None


def _names_a_file(runtime: Runtime) -> bool:
    """Whether it is run by something of its main file, as Java by its class."""
    return any("{" in word for word in runtime.command)


def _no_main(runtime: Runtime) -> str:
    mains = " or ".join(runtime.mains)
    if runtime.is_compiled:
        how = "build = [...] and command = [...] that say how yours is built and run"
    else:
        how = f'command = ["{runtime.program}", "FILE{runtime.suffix}"]'
    return f"it has no command, and the bundle no {mains}: add {how}"


def _check_is_there(word: str, files: Mapping[str, bytes]) -> None:
    """A word that looks like a source file of the bundle has to be one; a build may still make it."""
    name = word.removeprefix("./").removeprefix("/bot/")
    if word.startswith("-") or not name.endswith(tuple(SUFFIXES)) or name in files:
        return
    near = difflib.get_close_matches(name, list(files), 1)
    raise BundleFault(
        Code.MISSING_FILE,
        f"{FILE}: the command names {shown(word)}, which is not in the bundle"
        + (f": did you mean {near[0]}?" if near else f"; it holds: {', '.join(sorted(files)[:10])}"),
    )


def _words(said: Mapping[str, Any], key: str, *, required: bool) -> tuple[str, ...] | None:
    value = said.get(key)
    if value is None and not required:
        return None
    try:
        words = shlex.split(value) if isinstance(value, str) else value
    except ValueError as error:
        raise _bad(
            f"the {key} {shown(value)} has a quote that is not closed: write it as a list of words"
        ) from error
    if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
        raise _bad(f'the {key} is {shown(value)}: it must be a list of words such as ["python3", "main.py"]')
    if len(words) > MOST_WORDS or any("\0" in word for word in words):
        raise _bad(f"the {key} is too long, or holds a NUL: {MOST_WORDS} words are the most")
    return tuple(words)


def _protocol(said: Mapping[str, Any], otherwise: Protocol) -> Protocol:
    value = said.get("protocol", otherwise)
    for protocol in PROTOCOLS:
        if value == protocol:
            return protocol
    raise _bad(f'the protocol is {shown(value)}: it must be "stdio" (lines of JSON) or "grpc"')
