"""athanor play GAME BOT BOT... : local matches."""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.clocks import HELP as CLOCK_HELP
from arena.cli.clocks import check_seats, clock_changes, clock_on, ladder_of
from arena.cli.trouble import FAILED, INTERRUPTED, Trouble

if TYPE_CHECKING:
    from arena.cli.series import Series
    from arena.cli.standings import Played
    from arena.cli.stands import Stand

EXAMPLE = """\
examples:
  athanor play poison random greedy counting --games 100 --rotate
  athanor play poison ./my_bot.py greedy --games 10 --replay replays/
  athanor play poison thinking greedy --option variant=draw-five --option taken=hidden
  athanor play poison ./my_bot.py greedy greedy random --ladder poison --clock bank=5s

With one BOT a game that can be played alone is played so: a win is a game that was solved.

The clock is that of the game's main ladder, which the check of an upload takes too; --ladder takes another one's,
--clock changes what it names. What is charged: see the page on the clock.

A BOT is a folder with bot.toml, a single source file, or the name of a house bot. House bots run in this process,
yours in a sandbox, or as plain programs where none works here. Which options a game has is said by one that it
does not have (--option ?=), and on its rules page.

--games N plays N deals. With --rotate each of them is played as a duplicate set, with the seats changed: 2 bots
play 2 matches a deal, 3 play 6 (all orders), 4 play 4, 5 play 10, 6 play 6. Each bot has every hand equally often,
and plays directly before each other one equally often. Counted round the table, from the last seat to the first
too, neighbours are equal after 3 deals of four bots, 2 of five, 5 of six: multiples of these are best. The first
deal's seed is --seed itself.

--replay PATH: of one match the file; of several a folder, in which deal 12's second match is 0012-1.athanor.
With --json it is the folder replays/GAME-SEED where nothing else is said, for the results name each replay.

What your bots write to stderr or print, and their notes (ask.note), are shown with --verbose, kept with --log as
DEAL-MATCH-BOT.log and .notes, and in the results of --json. Of a bot that was disqualified the end of its log is
shown without them too. An illegal answer that a bot could correct is told with its ask, the answer, code and rule.

Ctrl-C ends it, and what was played so far is told.

exit code: 0 played; 1 a bot of yours, named by its file or folder, was disqualified, or this machine could not
play a match to its end in three attempts; 2 something on the command line cannot be used; 130 interrupted.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    from arena.games.registry import PLUGINS

    parser.epilog = EXAMPLE
    parser.add_argument("game", metavar="GAME", help=", ".join(PLUGINS.names()))
    parser.add_argument("bots", metavar="BOT", nargs="+", help="one a seat: a folder, a file, or a house bot")
    parser.add_argument(
        "--seed",
        metavar="HEX",
        type=_seed,
        help="up to 64 hexadecimal digits, filled up with zeros; else a random one",
    )
    parser.add_argument("--games", metavar="N", type=_count, default=1, help="how many deals (default 1)")
    parser.add_argument(
        "--rotate", action="store_true", help="play each deal as a duplicate set, with the seats changed"
    )
    parser.add_argument("--option", metavar="K=V", action="append", default=[], help="an option of the game")
    parser.add_argument("--clock", metavar="SPEC", type=clock_changes, default={}, help=CLOCK_HELP)
    parser.add_argument(
        "--ladder",
        metavar="NAME",
        help="play as on this ladder: its clock, its options, its number of seats (default: the clock of the"
        " game's main ladder)",
    )
    parser.add_argument(
        "--sandbox",
        choices=("auto", "none", "bubblewrap", "docker", "sandboxd"),
        default="auto",
        help="where your bots run (default auto: the best that works here, or what ATHANOR_SANDBOXD names)",
    )
    parser.add_argument("--replay", metavar="PATH", type=Path, help="write replays there")
    parser.add_argument("--log", metavar="DIR", type=Path, help="write what your bots say there, a file a match")
    parser.add_argument("--verbose", action="store_true", help="print what your bots say, as it comes")
    parser.add_argument("--json", action="store_true", help="print full results as one JSON document")


def run(arguments: argparse.Namespace) -> int:
    from arena.cli.entrants import bots_of
    from arena.cli.logs import folder_for
    from arena.cli.series import Series
    from arena.cli.stands import stand_of
    from arena.games.registry import UnknownGame, game_named
    from arena.kernel.options import BadOptions, worded

    try:
        game = game_named(arguments.game)
        ladder = ladder_of(game.name, arguments.ladder)
        given = worded(game.name, game.options, arguments.option)
        if arguments.ladder and ladder is not None:
            check_seats(ladder, len(arguments.bots))
            given = {**ladder.options, **given}
        options = game.settle(len(arguments.bots), given)
    except (UnknownGame, BadOptions) as error:
        raise Trouble(str(error)) from error
    bots = bots_of(arguments.bots, game.name)
    own = [place for place, bot in enumerate(bots) if bot.house is None]
    if arguments.log is not None:
        folder_for(arguments.log)
    seed = arguments.seed or secrets.token_bytes(32)
    several = arguments.games > 1 or arguments.rotate
    series = Series(
        game=game,
        options=options,
        clock=clock_on(ladder, arguments.clock),
        bots=bots,
        seed=seed,
        deals=arguments.games,
        rotate=arguments.rotate,
        replay_path=_replay_path(arguments, game.name, seed, several),
    )
    strangers = [bot for bot in bots if bot.house is None]
    matches: list[Played] = []
    interrupted = False
    with stand_of(arguments.sandbox, strangers) as stand:
        sandbox = stand.name if stand else "none"
        try:
            _play(series, stand, matches, arguments)
        except KeyboardInterrupt:
            interrupted = True
        except Trouble:
            # What was played is told before why it does not go on.
            if matches:
                _tell(series, sandbox, matches, arguments, interrupted=True)
            raise
    _tell(series, sandbox, matches, arguments, interrupted)
    if interrupted:
        return INTERRUPTED
    return FAILED if any(match.outs[match.seats.index(bot)] for match in matches for bot in own) else 0


def _play(series: Series, stand: Stand | None, matches: list[Played], arguments: argparse.Namespace) -> None:
    """Adds the matches as they are played."""
    from arena.cli.logs import Follower, write_logs
    from arena.cli.progress import Progress

    names = [bot.name for bot in series.bots]
    progress = Progress(series.total)
    if arguments.verbose:
        series = replace(series, listener=lambda who: Follower(who, progress.say))
    try:
        for match in series.matches(stand):
            matches.append(match)
            if arguments.log is not None:
                write_logs(arguments.log, names, match)
            progress.step()
    finally:
        progress.end()


def _tell(
    series: Series, sandbox: str, matches: Sequence[Played], arguments: argparse.Namespace, interrupted: bool
) -> None:
    from arena.cli.report import document, print_report

    if interrupted and matches:
        print(f"athanor play: stopped after {len(matches)} of {series.total} matches", file=sys.stderr)
    if arguments.json:
        print(document(series, sandbox, matches, interrupted))
    elif matches or interrupted:
        print_report(series, matches, logs=not arguments.verbose)
        if arguments.log is not None:
            print(f"logs: {arguments.log}")


def _replay_path(
    arguments: argparse.Namespace, game: str, seed: bytes, several: bool
) -> Callable[[int, int], Path] | None:
    path: Path | None = arguments.replay
    if path is None:
        if not arguments.json:
            return None
        path = Path("replays", f"{game}-{seed[:4].hex()}")
        several = True
    if not several and not path.is_dir():
        return lambda deal, rotation: path
    if path.is_file():
        raise Trouble(f"{path} is a file: several replays need a folder")
    return lambda deal, rotation: path / f"{deal:04}-{rotation}.athanor"


def _seed(text: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{1,64}", text):
        raise argparse.ArgumentTypeError("a seed has at most 64 hexadecimal digits")
    return bytes.fromhex(text.ljust(64, "0"))


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games")
    return int(text)
