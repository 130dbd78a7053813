"""athanor login, upload, bots, logs, challenge, matches: the site's API from the shell.

Each command is an object of this module with `configure` and `run`. What the site refuses is said in the site's
own words, as on its pages.
"""

from __future__ import annotations

import argparse
import getpass
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from arena.cli.connection import Login, Site, address, logged_in, remember
from arena.cli.trouble import FAILED, Trouble, content_of, printable

POLL: Final = 1.0
WAIT: Final = 900.0
NUMBER: Final = re.compile("-?[0-9]{1,18}")
OPEN: Final = ("uploaded", "checking")


class Remote(NamedTuple):
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


# --- login


def _configure_login(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
example: athanor login http://127.0.0.1:8000

Make a token on your account page; it is asked for, or read from standard input, and never shown.
exit code: 0 logged in, 1 the site refuses the token or cannot be reached, 2 no address of a site.
"""
    parser.add_argument("site", metavar="URL", help="where the site is")


def _login(arguments: argparse.Namespace) -> int:
    site = address(arguments.site)
    token = (getpass.getpass("API token: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()
    if not token:
        raise Trouble("no token was given: make one on your account page, and paste it here")
    login = Login(site, token)
    me = Site(login).get("/me")
    path = remember(login)
    print(f"logged in to {site} as {printable(me['username'])} (kept in {path})")
    return 0


# --- upload


def _configure_upload(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
example: athanor upload my_bot.py --game poison
example: athanor upload my-bot/ --bot my-bot

A folder or a zip with bot.toml, or a single source file. bot.toml says which games it plays; for a single file
--game does, once for each. A new version of a bot plays what its newest version plays, unless one of them says
otherwise.
exit code: 0 accepted, 1 refused (the reason and the log are printed), 2 nothing that can be uploaded.
"""
    parser.add_argument("path", metavar="PATH", type=Path, help="a folder, a .zip or a source file")
    parser.add_argument("--bot", default="", help="one of your bots (default: the bundle's own name)")
    parser.add_argument(
        "--game", action="append", default=[], help="what a single source file plays; may be repeated"
    )
    parser.add_argument("--no-ladders", action="store_true", help="accept it, but do not let it play yet")
    parser.add_argument("--no-wait", action="store_true", help="do not wait until it is checked")
    parser.add_argument("--json", action="store_true", help="print the version as JSON")


def _upload(arguments: argparse.Namespace) -> int:
    filename, content = _bundle_at(arguments.path)
    site = Site(logged_in())
    fields = {
        "bot": arguments.bot,
        "games": ",".join(arguments.game),
        "joins": "false" if arguments.no_ladders else "true",
    }
    made = site.upload("/uploads", filename, content, fields)
    slug, version = made["bot"], made["version"]
    if not arguments.json:
        which = f"version {version['number']} of {made['owner']}/{slug}, playing {', '.join(version['games'])}"
        print(f"uploaded as {which}; it is now checked", flush=True)
    if not arguments.no_wait:
        version = _decided(site, slug, version)
    if arguments.json:
        print(json.dumps(version))
    elif version["state"] not in OPEN:
        _tell(site, f"{made['owner']}/{slug}", version)
    return FAILED if version["state"] == "refused" else 0


def _bundle_at(path: Path) -> tuple[str, bytes]:
    """The name and the bytes to send; a folder is packed first. Raises Trouble."""
    from athanor_contract.bundle import MOST_BYTES, BundleFault, of_path, pack

    if not path.is_dir():
        content = content_of(path, MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            most = MOST_BYTES // (1024 * 1024)
            raise Trouble(f"{path} is larger than the {most} MiB of any bundle: leave out data (too-big)", FAILED)
        return path.name, content
    try:
        return f"{path.resolve().name}.zip", pack(of_path(path))
    except BundleFault as fault:
        raise Trouble(f"{fault.message} ({fault.code})", FAILED) from fault


def _decided(site: Site, slug: str, version: dict[str, Any]) -> dict[str, Any]:
    """The version once its check has ended. Raises Trouble."""
    until = time.monotonic() + WAIT
    while version["state"] in OPEN:
        if time.monotonic() > until:
            raise Trouble(f"it is still being checked; `athanor bots {slug}` says when it has ended", FAILED)
        time.sleep(POLL)
        version = site.get(f"/me/bots/{slug}/versions/{version['number']}")
    return version


def _tell(site: Site, bot: str, version: dict[str, Any]) -> None:
    if version["state"] == "accepted":
        print(f"accepted: {printable(version['message'])}" if version["message"] else "accepted")
        page = f"{site.login.site}/bots/{bot}/"
        if version["is_current"]:
            print(f"it plays from now on: {page} shows how it does")
        else:
            print(f"it is not the version that plays; its page makes it so: {page}")
        return
    slug = bot.partition("/")[2]
    print(f"refused: {printable(version['message'])} ({printable(version['reason'])})")
    if version["has_log"]:
        print(_lines(site.get(f"/me/bots/{slug}/versions/{version['number']}/log")["log"]))


# --- bots


def _configure_bots(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
example: athanor bots
example: athanor bots my-bot

exit code: 0 listed, 1 the site refuses or cannot be reached, 2 not logged in.
"""
    parser.add_argument("bot", nargs="?", default="", metavar="BOT", help="the versions of this one")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _bots(arguments: argparse.Namespace) -> int:
    site = Site(logged_in())
    if arguments.bot:
        owner = site.get("/me")["username"]
        page = site.get(f"/bots/{owner}/{arguments.bot}")
        if arguments.json:
            print(json.dumps(page))
            return 0
        for place in page["places"]:
            print(_place(place))
        table(
            ("version", "state", "uploaded", "what the check said"),
            [
                (
                    f"{row['number']}{' (plays)' if row['is_current'] else ''}",
                    row["state"],
                    row["uploaded_at"][:16].replace("T", " "),
                    row["message"][:60],
                )
                for row in page["versions"]
            ],
        )
        return 0
    rows = site.get("/me/bots")
    if arguments.json:
        print(json.dumps(rows))
        return 0
    if not rows:
        print("you have no bots yet: `athanor new` writes one, `athanor upload` brings it here")
    table(
        ("bot", "plays version", "games"),
        [
            (row["slug"], "retired" if row["retired"] else str(row["current"] or "none"), ", ".join(row["games"]))
            for row in rows
        ],
    )
    return 0


def _place(place: dict[str, Any]) -> str:
    return (
        f"{place['ladder']}: rank {place['rank']} of {place['of']}, rating {place['exposure']:z.1f} "
        f"({place['mu']:z.1f} ± {3 * place['sigma']:.1f}), {place['games']} matches"
    )


# --- logs


def _configure_logs(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
example: athanor logs my-bot              the build and check of its newest version
example: athanor logs my-bot --version 3
example: athanor logs my-bot --match k3v9zq2mtw    what it wrote to stderr in that match

exit code: 0 printed, 1 there is none or the site refuses, 2 not logged in.
"""
    parser.add_argument("bot", metavar="BOT", help="one of your bots")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--version", type=int, default=0, metavar="N", help="of this version")
    which.add_argument("--match", default="", metavar="ID", help="of this match")


def _logs(arguments: argparse.Namespace) -> int:
    site = Site(logged_in())
    owner = site.get("/me")["username"]
    if arguments.match:
        print(_lines(_match_log(site, owner, arguments.bot, arguments.match)))
        return 0
    number = arguments.version
    if not number:
        versions = site.get(f"/bots/{owner}/{arguments.bot}")["versions"]
        if not versions:
            raise Trouble(f"{arguments.bot} has no version yet", FAILED)
        number = versions[0]["number"]
    version = site.get(f"/me/bots/{arguments.bot}/versions/{number}")
    print(f"version {number}: {version['state']}" + (f", {version['reason']}" if version["reason"] else ""))
    if version["message"]:
        print(printable(version["message"]))
    print(_lines(site.get(f"/me/bots/{arguments.bot}/versions/{number}/log")["log"]))
    return 0


def _match_log(site: Site, owner: str, bot: str, match: str) -> str:
    seats = site.get(f"/matches/{match}")["match"]["seats"]
    mine = [seat["seat"] for seat in seats if (seat["owner"], seat["slug"]) == (owner, bot)]
    if not mine:
        raise Trouble(f"{bot} did not sit in match {match}", FAILED)
    logs = [site.get(f"/matches/{match}/seats/{seat}/log")["log"] for seat in mine]
    return "\n".join(logs)


# --- challenge


def _configure_challenge(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
example: athanor challenge poison ada/my-bot house/poison-greedy house/poison-counting

The match is not rated. Your own bots can play older versions: ada/my-bot@2.
exit code: 0 ordered, 1 the site refuses or cannot be reached, 2 not logged in.
"""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("bots", metavar="BOT", nargs="+", help="author/bot, by seat; one of them is yours")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument(
        "--rotate",
        action="store_true",
        help="play the deal as a duplicate set: 2 bots 2 matches, 3: 6, 4: 4, 5: 10, 6: 6",
    )
    parser.add_argument("--json", action="store_true", help="print the ids as JSON")


def _challenge(arguments: argparse.Namespace) -> int:
    site = Site(logged_in())
    wish = {
        "game": arguments.game,
        "bots": arguments.bots,
        "options": _options(arguments.option),
        "rotate": arguments.rotate,
    }
    made = site.post("/challenges", wish)["matches"]
    if arguments.json:
        print(json.dumps(made))
        return 0
    for match in made:
        print(f"ordered: {site.login.site}/matches/{match}/")
    return 0


def _options(words: Sequence[str]) -> dict[str, bool | int | str]:
    given: dict[str, bool | int | str] = {}
    for name, value in map(_option, words):
        if name in given:
            raise Trouble(f"--option {name} is given twice: leave one of them out")
        given[name] = value
    return given


def _option(word: str) -> tuple[str, bool | int | str]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise Trouble(f"--option {word}: write NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if NUMBER.fullmatch(value) else value


# --- matches


def _configure_matches(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """\
example: athanor matches --bot ada/my-bot --limit 10
example: athanor matches --ladder poison

exit code: 0 listed, 1 the site refuses or cannot be reached, 2 not logged in.
"""
    parser.add_argument("--bot", default="", help="author/bot: all matches of this one")
    parser.add_argument("--against", default="", help="author/bot: those in which this one sat too")
    parser.add_argument("--ladder", default="", help="finished matches of a ladder")
    parser.add_argument("--game", default="", help="finished matches of a game")
    parser.add_argument("--limit", type=int, default=20, help="how many (default: 20, at most 100)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _matches(arguments: argparse.Namespace) -> int:
    rows = Site(logged_in()).get(
        "/matches",
        bot=arguments.bot,
        against=arguments.against,
        ladder=arguments.ladder,
        game=arguments.game,
        limit=arguments.limit,
    )["rows"]
    if arguments.json:
        print(json.dumps(rows))
        return 0
    table(
        ("match", "when", "state", "game", "bots by rank"),
        [
            (
                row["public_id"],
                (row["ended_at"] or row["ordered_at"])[:16].replace("T", " "),
                row["state"],
                row["game"],
                ", ".join(_seat(seat) for seat in sorted(row["seats"], key=lambda seat: seat["rank"] or 0)),
            )
            for row in rows
        ],
    )
    return 0


def _seat(seat: dict[str, Any]) -> str:
    rank = f"{seat['rank']}. " if seat["rank"] else ""
    return f"{rank}{seat['owner']}/{seat['slug']}" + (f" ({seat['out']})" if seat["out"] else "")


# --- what is printed


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    shown = [[printable(cell) for cell in row] for row in rows]
    if not shown:
        return
    widths = [max(len(row[place]) for row in (heads, *shown)) for place in range(len(heads))]
    for row in (heads, *shown):
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _lines(text: str) -> str:
    """A log with its lines, and nothing that a terminal would obey."""
    return "\n".join(printable(line.expandtabs()) for line in text.splitlines())


login = Remote(_configure_login, _login)
upload = Remote(_configure_upload, _upload)
bots = Remote(_configure_bots, _bots)
logs = Remote(_configure_logs, _logs)
challenge = Remote(_configure_challenge, _challenge)
matches = Remote(_configure_matches, _matches)
