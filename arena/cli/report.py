"""What `athanor play` prints of a series: the table, what went wrong with bots, or all of it as JSON."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.cli.logs import end_of, shown_note
from arena.cli.standings import Played, standings, table
from arena.cli.trouble import printable
from arena.kernel.options import as_word

if TYPE_CHECKING:
    from arena.cli.series import Series
    from arena.referee.conduct import Corrected

MOST_TOLD: Final = 10
"""Of the disqualifications, and of the illegal answers that were corrected: those that are told one by one."""
MOST_NOTES: Final = 5
"""Of a bot's last ones, beside the end of its log."""


def document(series: Series, sandbox: str, matches: Sequence[Played], interrupted: bool) -> str:
    """The whole series, as --json prints it."""
    names = [bot.name for bot in series.bots]
    return json.dumps(
        {
            "game": series.game.name,
            "options": dict(series.options),
            "clock": dataclasses.asdict(series.clock),
            "seed": series.seed.hex(),
            "deals": series.deals,
            "rotate": series.rotate,
            "sandbox": sandbox,
            "interrupted": interrupted,
            "bots": [standing.document() for standing in standings(names, matches)],
            "matches": [
                {**dataclasses.asdict(match), "seats": [names[bot] for bot in match.seats]} for match in matches
            ],
        },
        indent=2,
    )


def print_report(series: Series, matches: Sequence[Played], logs: bool = True) -> None:
    """The table to stdout; faults of bots, each with the end of its log once, to stderr.

    Without `logs` only the faults: what the bots said was printed as it came.
    """
    for line in faults([bot.name for bot in series.bots], matches, logs):
        print(line, file=sys.stderr)
    print(", ".join((series.game.name, *_chosen(series), f"seed {series.seed.hex()}")))
    if not matches:
        print("no match was played to its end")
        return
    print("\n".join(table(standings([bot.name for bot in series.bots], matches))))
    if series.replay_path is not None:
        where = matches[0].replay if series.total == 1 else Path(matches[0].replay).parent
        print(f"replays: {where}")


def faults(names: Sequence[str], matches: Sequence[Played], logs: bool = True) -> Iterator[str]:
    """Who was disqualified and why, and which illegal answers were corrected."""
    heard = set() if logs else set(names)
    out = [(match, seat) for match in matches for seat, why in enumerate(match.outs) if why]
    for match, seat in out[:MOST_TOLD]:
        name = names[match.seats[seat]]
        detail = printable(match.details[seat])
        yield f"deal {match.deal}, {name} was disqualified: {match.outs[seat]}: {detail}"
        yield from _told_log(name, match, seat, heard)
    yield from _and_more(len(out), "disqualifications")
    corrected = [
        (match, seat, one) for match in matches for seat, told in enumerate(match.corrected) for one in told
    ]
    for match, seat, one in corrected[:MOST_TOLD]:
        name = names[match.seats[seat]]
        yield f"deal {match.deal}, {name} gave an illegal answer and could correct it: {_worded(one)}"
        if one.answer == {}:
            # What is no action of the game cannot be sent; its library has written to the log what it was.
            yield from _told_log(name, match, seat, heard)
    yield from _and_more(len(corrected), "illegal answers that were corrected")


def _worded(one: Corrected) -> str:
    given = json.dumps(one.answer, ensure_ascii=False) if one.answer != {} else "what is no action of the game"
    return (
        f"ask {one.ask} ({printable(one.question)}), {printable(given):.200}: {one.code}: {printable(one.reason)}"
    )


def _told_log(name: str, match: Played, seat: int, heard: set[str]) -> Iterator[str]:
    """The end of a bot's log and its last notes, of its first time: the line of its program that is to blame."""
    if not match.logs or name in heard:
        return
    log = match.logs[seat]
    for line in (*end_of(log.stderr), *map(shown_note, log.notes[-MOST_NOTES:])):
        heard.add(name)
        yield f"  {name}: {line}"


def _and_more(count: int, what: str) -> Iterator[str]:
    if count > MOST_TOLD:
        yield f"... and {count - MOST_TOLD} more {what}; --json has all"


def _chosen(series: Series) -> list[str]:
    """The options that are not what they are by themselves."""
    defaults = series.game.options
    return [
        f"{name} {as_word(value)}" for name, value in series.options.items() if value != defaults[name].default
    ]
