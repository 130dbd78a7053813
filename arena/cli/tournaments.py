"""athanor tournaments: what there is, how one stands, and taking part in it with a bot."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.cli.connection import Site, logged_in
from arena.cli.remote import table
from arena.cli.trouble import printable

EPILOG = """\
example: athanor tournaments
example: athanor tournaments show friday-cup-2
example: athanor tournaments enter friday-cup-2 my-bot
example: athanor tournaments check-in friday-cup-2 my-bot
example: athanor tournaments withdraw friday-cup-2 my-bot

To take part the token must be one that may `tournament`; your account page makes it. Entering, withdrawing and
checking in twice is the same as once.
exit code: 0 listed or done, 1 the site refuses or cannot be reached, 2 not logged in.
"""
LISTED: Final = 12
"""Rows of standings that `show` prints, unless all are asked for."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.set_defaults(do=_list, all=False)
    parser.add_argument("--json", action="store_true", help="print JSON")
    actions = parser.add_subparsers(metavar="WHAT", title="what")
    for name, (about, do, of_a_bot) in ACTIONS.items():
        action = actions.add_parser(
            name, help=about, description=about, epilog=EPILOG, formatter_class=parser.formatter_class
        )
        action.set_defaults(do=do)
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
        if do is not _list:
            action.add_argument("tournament", metavar="TOURNAMENT", help="its name, as in its address")
        if of_a_bot:
            action.add_argument("bot", metavar="BOT", help="one of your bots")
        if do is _withdraw:
            action.add_argument("--yes", action="store_true", help="also where something is lost by it")
        if do is _show:
            action.add_argument("--all", action="store_true", help="everybody in the standings")


def run(arguments: argparse.Namespace) -> int:
    do: Callable[[Site, argparse.Namespace], Any] = arguments.do
    document = do(Site(logged_in()), arguments)
    if arguments.json:
        print(json.dumps(document))
    return 0


def _list(site: Site, arguments: argparse.Namespace) -> Any:
    rows = site.get("/tournaments")
    if arguments.json:
        return rows
    if not rows:
        print("there is no tournament: on the site anybody can plan one")
    table(
        ("tournament", "title", "game", "state", "starts (UTC)", "entrants"),
        [
            (row["slug"], row["title"][:40], row["game"], _state(row), _when(row["starts_at"]), _entrants(row))
            for row in rows
        ],
    )
    return rows


def _show(site: Site, arguments: argparse.Namespace) -> Any:
    here = f"/tournaments/{arguments.tournament}"
    row = site.get(here)
    entries, rounds = site.get(f"{here}/entries"), site.get(f"{here}/pairings")
    stages = site.get(f"{here}/standings")["stages"]
    if arguments.json:
        return {**row, "entries": entries, "rounds": rounds, "stages": stages}
    print(f"{printable(row['title'])}: {row['game']}. {printable(row['sentence'])}")
    print(f"{_state(row)}; {_entrants(row)} entrants; starts {_when(row['starts_at'])} UTC{_next(row)}")
    if row["reason"]:
        print(printable(row["reason"]))
    for condition in row["conditions"]:
        print(f"it takes {printable(condition)}")
    if row["champion"]:
        print(f"won by {printable(row['champion'])}")
    if rounds and any(not pairing["how"] for pairing in rounds[0]["pairings"]):
        print(f"\nstage {rounds[0]['stage']}, round {rounds[0]['number']}:")
        table(("pairing", "players", "points"), [_pairing(one) for one in rounds[0]["pairings"]])
    if stages:
        lines = stages[-1]["rows"]
        print(f"\nstandings of stage {stages[-1]['stage']}:")
        shown = lines if arguments.all else lines[:LISTED]
        table(("place", "bot", "points", "won", "tied", "lost"), [_standing(one) for one in shown])
        if len(shown) < len(lines):
            print(f"... and {len(lines) - len(shown)} more: --all shows everybody")
    elif entries:
        print()
        table(("entrant", "state"), [(entry["key"], entry["state"]) for entry in entries])
    return row


def _state(row: Mapping[str, Any]) -> str:
    return "pairing" if row["pairing_since"] else str(row["state"])


def _when(moment: str) -> str:
    return moment[:16].replace("T", " ")


def _entrants(row: Mapping[str, Any]) -> str:
    waiting = f", {row['waiting']} waiting" if row["waiting"] else ""
    return f"{row['entrants']} of {row['capacity']}{waiting}"


def _next(row: Mapping[str, Any]) -> str:
    for name, words in (("tells_at", "results"), ("next_round_at", "next round"), ("check_in_at", "check-in")):
        if row[name] and not row["finished_at"]:
            return f"; {words} {_when(row[name])} UTC"
    return ""


def _pairing(one: Mapping[str, Any]) -> tuple[str, str, str]:
    points = ", ".join(one["points"]) + ("" if one["how"] else " (open)")
    return one["key"], ", ".join(one["players"]), points


def _standing(one: Mapping[str, Any]) -> tuple[str, ...]:
    gone = " (disqualified)" if one["disqualified"] else " (withdrawn)" if one["withdrawn"] else ""
    figures = (one["points"], one["won"], one["tied"], one["lost"])
    return str(one["place"] or "-"), f"{one['entrant']}{gone}", *map(str, figures)


def _enter(site: Site, arguments: argparse.Namespace) -> Any:
    return _told(site.put(_entry(arguments)), arguments)


def _withdraw(site: Site, arguments: argparse.Namespace) -> Any:
    confirmed = {"confirm": "true"} if arguments.yes else {}
    return _told(site.delete(_entry(arguments), **confirmed), arguments)


def _check_in(site: Site, arguments: argparse.Namespace) -> Any:
    return _told(site.post(f"{_entry(arguments)}/check-in"), arguments)


def _entry(arguments: argparse.Namespace) -> str:
    return f"/tournaments/{arguments.tournament}/entries/{arguments.bot}"


WORDS: Final = {"waiting": "on the waiting list", "left-out": "left out", "playing": "playing"}


def _told(entry: dict[str, Any], arguments: argparse.Namespace) -> Any:
    if not arguments.json:
        state = WORDS.get(entry["state"], entry["state"])
        checked = " and checked in" if entry["checked_in_at"] else ""
        print(f"{printable(entry['key'])} is {state}{checked}")
    return entry


ACTIONS: Final[Mapping[str, tuple[str, Callable[[Site, argparse.Namespace], Any], bool]]] = {
    "list": ("what runs, what comes, what was", _list, False),
    "show": ("how one stands", _show, False),
    "enter": ("enter one of your bots", _enter, True),
    "withdraw": ("take it out again", _withdraw, True),
    "check-in": ("say that it is there, where that is asked for", _check_in, True),
}
