"""The tables of the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.kernel.seatings import series_length, set_size
from arena.orders.ladders import all_plans
from arena.orders.queues import LEFT_TO_OTHERS
from arena.orders.verdicts import BUILD_SECONDS
from arena.orders.verdicts import MESSAGES as VERDICTS
from arena.rating import Environment
from arena.referee.clock import IDLE_FREE
from arena.referee.conduct import STRIKES, Out
from arena.referee.faults import FAULTS, GONE
from arena.referee.sentences import at_ask, exit_code, sentence
from athanor.front.facts.conversation import lines
from athanor.ladders import matchmaker
from athanor.ladders.guarantees import GUARANTEES
from athanor.ladders.models import Ladder
from athanor.ladders.services import clock_of
from athanor_contract.bundle import names, reader
from athanor_contract.bundle.faults import Code
from athanor_contract.bundle.manifest import KEYS, LONGEST_NAME
from athanor_contract.limits import server
from athanor_contract.limits.sandbox import BUILD_LIMITS, MIB, Limits
from athanor_contract.runtimes import RUNTIMES
from athanorpb.farm.values import Clock
from athanorpb.isolation import Isolation

Context = Mapping[str, object]


class Limit(NamedTuple):
    name: str
    """Of the field in `Limits`, or of the bound in `limits.server`."""
    value: str
    meaning: str
    build: str = ""
    """Of a build, where that is another."""


UNITS: Mapping[str, int] = {"KiB": 1024, "MiB": MIB}


def _limit(name: str, meaning: str, unit: str = "") -> Limit:
    """Of a sandbox."""
    value, build = (
        f"{getattr(one, name) / UNITS.get(unit, 1):g} {unit}".strip() for one in (Limits(), BUILD_LIMITS)
    )
    return Limit(name, value, meaning, "" if build == value else build)


def _wire_limit(name: str, meaning: str, unit: str = "") -> Limit:
    """Of what a server may send."""
    return Limit(name, f"{getattr(server, name) / UNITS.get(unit, 1):,.0f} {unit}".strip(), meaning)


LIMITS: tuple[Limit, ...] = (
    _limit("memory", "of memory, everything the bot runs together; more, and it is killed", "MiB"),
    _limit("cores", "processor at a time"),
    _limit("processes", "processes and threads"),
    _limit("open_files", "open files a process"),
    _limit("file_size", "the largest file it can write", "MiB"),
    _limit("tmp", "in /tmp, in memory, gone with the match; the only place it can write to", "MiB"),
    _limit("output", "kept of what it prints to stderr, its head and its tail", "KiB"),
)
WIRE_LIMITS: tuple[Limit, ...] = (
    _wire_limit("MESSAGE", "one message", "KiB"),
    _wire_limit("MESSAGES", "messages to one question, notes included"),
    _wire_limit("BYTES", "to one question, of whatever kind", "MiB"),
    _wire_limit("FRAMES", "HTTP/2 frames to one question"),
    _wire_limit("CONTROL_FRAMES", "of them without a message: PING, SETTINGS, WINDOW_UPDATE and the like"),
    _wire_limit("HEADERS", "headers or trailers at a time", "KiB"),
)


class Row(NamedTuple):
    code: str
    meaning: str


UPLOAD_REFUSALS = (
    Row("too-big", "The file is larger than an upload may be. Leave out build products and training data."),
    Row(
        "no-game",
        "A single source file does not say which game it plays: name it beside the file. Only a new version of "
        "a bot may leave it out: it plays what the version before it plays.",
    ),
    Row("unknown-game", "No game has this name. The refusal lists those there are."),
    Row("bad-name", "A bot's name needs at least one letter a to z or digit: its address is made from it."),
    Row("not-found", "You named a bot of yours that is not there. Leave it out to have one made."),
    Row("retired", "This bot is retired, for good. Upload under another name."),
    Row(
        "same-again",
        "These very files, for these games, are a version of this bot already: make that one current, or change "
        "something.",
    ),
    Row("bad-syntax", "A Python file that would be run, or imported, cannot be compiled. It costs no upload."),
    Row("too-many-bots", "You have as many bots as there may be. Upload a version of one, or retire one."),
    Row("too-many-pending", "Several of your uploads are still being checked. Wait for one of them."),
    Row(
        "storage-full",
        "Your bundles take as much room as an author may have. Leave out training data, or ask the operator.",
    ),
    Row(
        "too-many-refused",
        "Reading your refused uploads has taken all the time that there is for it within an hour.",
    ),
    Row("too-many-uploads", "You have uploaded as many versions within 24 hours as there may be."),
    Row("not-accepted", "Only an accepted version can be made current."),
)
"""What `athanor.bots.services` refuses by itself; a test reads its source and compares."""


BUNDLE_FAULTS: Mapping[Code, str] = {
    Code.EMPTY: "There is nothing in the file. Upload a zip or a source file.",
    Code.TOO_BIG: "The file, one of those in it, or all of them together have more bytes than they may.",
    Code.TOO_MANY_FILES: "Pack data into fewer files.",
    Code.NOT_AN_ARCHIVE: "It is neither a zip, the only archive taken, nor a source file that can be run here.",
    Code.NOT_TEXT: "A source file must be saved as UTF-8.",
    Code.DAMAGED: "The zip contradicts itself: pack it again.",
    Code.ENCRYPTED: "The zip, or a file in it, is encrypted: pack it without a password.",
    Code.UNKNOWN_COMPRESSION: "Pack with the usual methods of zip, stored or deflated.",
    Code.HIDDEN_DATA: "There are bytes in the zip that belong to none of its files: pack it again.",
    Code.PATH_OUTSIDE: "A name in the zip leads out of it. Use names like bot.py or data/book.txt.",
    Code.BAD_NAME: "A file's name has other signs than letters, digits, dot, dash and underscore, or is too long.",
    Code.TOO_DEEP: "A file lies in too many folders.",
    Code.DUPLICATE: "Two files have one name, or would have on some systems: leave one out.",
    Code.NOT_A_FILE: "The zip holds a link or a device. Put the file itself there.",
    Code.NO_BOT_TOML: "There is no bot.toml at the top of the zip. Pack the folder's content, or add one.",
    Code.BAD_BOT_TOML: "The message says which line of bot.toml cannot be used, and what it may be.",
    Code.UNKNOWN_RUNTIME: "The runtime is none of those that are here; the message lists them.",
    Code.UNKNOWN_GAME: "A game in bot.toml is none of those that are here; the message lists them.",
    Code.MISSING_FILE: "The command names a file that is not in the bundle.",
}


def protocol() -> Context:
    return {"lines": lines(), "clock": Clock(), "wire_limits": WIRE_LIMITS}


def clock() -> Context:
    here = [(ladder.title, clock_of(ladder)) for ladder in _open_ladders()]
    return {
        "idle_free": IDLE_FREE,
        "columns": [field.name for field in fields(Clock)],
        "clocks": [_clock_row(title, one) for title, one in here],
    }


def _clock_row(title: str, one: Clock) -> dict[str, object]:
    return {"title": title, "times": [getattr(one, field.name) for field in fields(Clock)]}


EXAMPLE = f"{sentence(at_ask(3, 'play', 4), GONE.says)}; its program ended with {exit_code(139)}"
"""Of a bot that died of its own mistake while it was asked."""


def conduct() -> Context:
    return {
        "strikes": STRIKES,
        "faults": [{"out": out, "rows": [fault for fault in FAULTS if fault.out is out]} for out in Out],
        "example": EXAMPLE,
        "games": [{"game": game, "codes": _refusals(game)} for game in GAMES.values()],
    }


def _refusals(game: Any) -> list[Row]:
    return [Row(code, game.why(code)) for code in game.refusals]


def checks() -> Context:
    words = {
        "seconds": BUILD_SECONDS,
        **dict.fromkeys(("startup", "bank", "increment", "move_cap"), "…"),
        "game": "the game",
        "detail": "…",
    }
    return {
        "uploads": UPLOAD_REFUSALS,
        "faults": [Row(code.value, meaning) for code, meaning in BUNDLE_FAULTS.items()],
        "verdicts": [Row(code, sentence.format(**words)) for code, sentence in VERDICTS.items()],
        "a_day": settings.UPLOADS_A_DAY,
        "pending": settings.UPLOADS_PENDING,
        "bots": settings.BOTS_A_USER,
    }


def bundles() -> Context:
    return {
        "runtimes": list(RUNTIMES.values()),
        "keys": KEYS,
        "longest_name": LONGEST_NAME,
        "largest": min(settings.UPLOAD_BYTES, reader.MOST_BYTES),
        "largest_file": names.MOST_BYTES_A_FILE,
        "largest_content": names.MOST_BYTES,
        "most_files": names.MOST_FILES,
        "build_seconds": BUILD_SECONDS,
    }


def sandbox() -> Context:
    return {"limits": LIMITS, "runtimes": list(RUNTIMES.values())}


def storage() -> Context:
    return {"keeps": settings.KEEP_REPLAYS, "keeps_logs": settings.KEEP_LOGS}


def ratings() -> Context:
    environment = Environment()
    # Of the ladders that a new site begins with the first is rated.
    return {"environment": environment, "newcomer": environment.newcomer(), "ladder": all_plans()[0].slug}


def _open_ladders() -> QuerySet[Ladder]:
    return Ladder.objects.filter(open=True)


def ladders() -> Context:
    return {
        "ladders": _open_ladders(),
        "solo": [(ladder, GAMES[ladder.game].measures) for ladder in _open_ladders() if ladder.is_solo],
        "newcomer": matchmaker.NEWCOMER,
        "newcomers": settings.NEWCOMERS,
        "backlog": settings.BACKLOG,
        "challenges": settings.CHALLENGES_AN_HOUR,
        "levels": [(level.value, GUARANTEES[level]) for level in reversed(Isolation)],
        "left_for": LEFT_TO_OTHERS,
        "house": {game.title: list(house_bots(name)) for name, game in GAMES.items()},
        "sets": [
            {"bots": bots, "matches": set_size(bots), "series": series_length(bots)}
            for bots in range(2, max(game.seats.stop for game in GAMES.values()))
        ],
    }
