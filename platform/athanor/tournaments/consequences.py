"""What follows from a command that cannot be undone: said before it is carried out, so that it can be confirmed.

A command that another command takes back (pause and resume, a co-organizer) has nothing to say here and is not
asked about. What would be refused anyway is refused here already, so that nobody confirms it first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from arena.pairing.events import Corrected, Event, NotNow, Ruled, Voided, Withdrawn
from arena.pairing.tournament import Tournament as Contest
from athanor.bots.models import Bot
from athanor.lifecycles import EntryState, TournamentState
from athanor.refusals import Refusal
from athanor.tournaments import (
    acts,
    directing,
    execution,
    life,
    meetings,
    progress,
    queries,
    rulings,
    telling,
    times,
)
from athanor.tournaments.models import TO_COME, Entry, Tournament
from athanor.tournaments.records import contest_of

Given = Mapping[str, Any]
"""The fields of the command, read."""


class Unconfirmed(Refusal):
    """A command that cannot be undone, given without its confirmation."""

    def __init__(self, follows: str, by: str = "confirm: true") -> None:
        super().__init__("not-confirmed", follows, f"if that is meant, send it again with {by}", status=409)
        self.follows = follows


def of(tournament: Tournament, what: str, given: Given) -> str:
    """The sentences of what follows; "" where the command can be undone. Raises Refusal."""
    told = FOLLOWS.get(what)
    return told(tournament, given) if told else ""


def counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def of_withdrawing(entry: Entry) -> str:
    """What follows when an author takes a bot out; "" where it can enter again and loses nothing by it."""
    held = entry.tournament
    if held.state not in acts.ALLOWED["withdraw"]:
        return ""
    if entry.state == EntryState.PLAYING:
        return f"{entry.title} plays no more here: what it has left to play is lost. This cannot be undone."
    if entry.state not in (EntryState.ENTERED, EntryState.WAITING):
        return ""
    if held.state == TournamentState.CHECK_IN or timezone.now() >= held.check_in_at:
        again = "again before the start" if held.late_entry else "again"
        return f"{entry.title} cannot enter {again}: registration is closed."
    return _loses_its_turn(entry)


def of_retiring(bot: Bot) -> str:
    """What follows when an author retires a bot; "" where it is retired already."""
    if bot.retired_at is not None:
        return ""
    left = ", ".join(one.title for one in queries.left_by(bot))
    withdrawn = (
        f" It is withdrawn from {left}; where it plays already, what is left to play is lost." if left else ""
    )
    return f"{bot.name} leaves every ladder for good, and takes no new versions.{withdrawn} This cannot be undone."


def _loses_its_turn(entry: Entry) -> str:
    """What a bot loses to those who wait while registration is open."""
    waiting = entry.tournament.entries.filter(state=EntryState.WAITING)
    back = f"{entry.title} can enter again, but only behind all who wait."
    if entry.state == EntryState.ENTERED:
        return f"The next on the waiting list gets its place. {back}" if waiting.exists() else ""
    behind = Q(entered_at__gt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__gt=entry.pk)
    return back if waiting.filter(behind).exists() else ""


def _publish(tournament: Tournament, given: Given) -> str:
    return "Everybody sees it from now on. It cannot become a draft again; it can only be called off."


def _start(tournament: Tournament, given: Given) -> str:
    coming = life.coming(tournament)
    life.require_field(tournament, coming)
    left_out = tournament.entries.filter(state__in=(EntryState.ENTERED, EntryState.WAITING)).count() - len(coming)
    parts = [
        f"It starts now with {counted(len(coming), 'entrant')}, "
        f"not at {times.on_the_clock_of(tournament.time_zone, tournament.starts_at)}. "
        "Registration ends, versions are frozen and the draw is made."
    ]
    if left_out:
        out = counted(left_out, "bot is", "bots are")
        parts.append(f"{out} left out: not checked in, without a version that plays, or without a place.")
    return f"{' '.join(parts)} This cannot be undone."


def _extend(tournament: Tournament, given: Given) -> str:
    """Before the start the plan can move it back again."""
    waiting = directing.postponable(tournament, timezone.now())
    if tournament.state in TO_COME or not waiting or not 1 <= given["minutes"] <= directing.MOST_EXTENSION:
        return ""
    later = timedelta(minutes=given["minutes"])
    zone = tournament.time_zone
    moved = [
        f"{what} at {times.on_the_clock_of(zone, at + later)}, not at {times.on_the_clock_of(zone, at)}"
        for what, at in waiting.items()
    ]
    told = ", and ".join(moved)
    return f"{told[0].upper()}{told[1:]}: this can be put off further, but not brought forward again."


def _announce(tournament: Tournament, given: Given) -> str:
    execution.given_text(given["text"])
    people = counted(len(telling.audience(tournament)), "person gets", "people get")
    return f"It stands on the tournament's page, and {people} a notice. It cannot be taken back."


def _reveal(tournament: Tournament, given: Given) -> str:
    rounds = directing.revealable(tournament)
    what = f"the results of round {rounds}" if tournament.reveal_minutes else "all results"
    return f"Everybody sees {what} from now on. They cannot be hidden again."


def _void(tournament: Tournament, given: Given) -> str:
    key, game = given["pairing"], given["game"]
    before = contest_of(tournament)
    meetings.pairing(tournament, key, before)
    what = f"The result of game {game} of pairing {key}" if game else f"The ruling on pairing {key}"
    if game and rulings.game_of(tournament, key, game).counted_at is None:
        return (
            f"Game {game} of pairing {key} is given up as it is played, and ordered anew. This cannot be undone."
        )
    after = _tried(before, Voided(key, game))
    gone = sorted(set(before.matches) - set(after.matches))
    parts = [f"{what} counts for nothing, and the pairing is played again."]
    if gone:
        parts.append(f"Pairings made of it are taken back: {', '.join(gone)}.")
    if tournament.state == TournamentState.FINISHED:
        parts.append("The tournament runs again, and its places are open until it ends anew.")
    return f"{' '.join(parts)} This cannot be undone."


def _rule(tournament: Tournament, given: Given) -> str:
    key, ranks = given["pairing"], given["ranks"]
    meeting = meetings.pairing(tournament, key, contest_of(tournament))
    _tried(contest_of(tournament), Ruled(key, tuple(ranks), given["reason"]))
    called = {entry.key: entry.title for entry in tournament.entries.filter(key__in=meeting.players)}
    order = ", ".join(f"{called[key]} is {rank}" for key, rank in zip(meeting.players, ranks, strict=True))
    under_way = _given_up(sum(game.pairing == key for game in progress.live_games(tournament)))
    return (
        f"Pairing {key} is decided, whatever was played of it: {order}.{under_way} "
        "To void game 0 takes the ruling back."
    )


def _correct(tournament: Tournament, given: Given) -> str:
    """Another correction takes it back, unless a finished tournament runs again because of it."""
    trial = _tried(contest_of(tournament), Corrected(given["pairing"], tuple(given["ranks"]), given["reason"]))
    if tournament.state != TournamentState.FINISHED or trial.over:
        return ""
    return "The tournament runs again: a play-off is played, also if the result is corrected back."


def _remove(tournament: Tournament, given: Given) -> str:
    return _left(tournament, given, "It can come back only by entering again, where entries are taken.")


def _disqualify(tournament: Tournament, given: Given) -> str:
    return _left(tournament, given, "It is ranked last and cannot come back.")


def _left(tournament: Tournament, given: Given, after: str) -> str:
    entry = execution.entry_of(tournament, given["key"])
    if entry.state == EntryState.WAITING:
        return f"{entry.title} leaves the waiting list. {after}"
    if entry.state == EntryState.ENTERED:
        return f"{entry.title} loses its place, and the next on the waiting list has it. {after}"
    if entry.state != EntryState.PLAYING:
        return ""  # The command itself says that it is out already.
    contest = contest_of(tournament)
    forfeits = given.get("results") == directing.FORFEITED
    _tried(contest, Withdrawn(entry.key, given["reason"], forfeits=forfeits))
    record = contest.stage
    lost = sum(entry.key in match.players for match in record.open.values()) if record else 0
    pairings = f", and {counted(lost, 'open pairing is', 'open pairings are')} lost to it" if lost else ""
    earlier = " What it has played is lost by forfeit, too." if forfeits else ""
    return f"{entry.title} plays no more{pairings}.{earlier} {after}"


def _tried(contest: Contest, event: Event) -> Contest:
    """What an event would come to. Raises Refusal."""
    trial = contest.copy()
    try:
        trial.apply(event)
    except NotNow as wrong:
        raise rulings.not_now(wrong) from wrong
    return trial


def _stop_series(tournament: Tournament, given: Given) -> str:
    if tournament.series is None or tournament.series.stopped_at is not None:
        return ""  # The command itself says so.
    return (
        "No further edition is opened; those that are open stay. The series goes on only if another rule is "
        "written into the plan of its newest edition."
    )


def _call_off(tournament: Tournament, given: Given) -> str:
    under_way = _given_up(len(list(progress.live_games(tournament))))
    return f"It ends without a winner, and everybody who takes part is told.{under_way} This cannot be undone."


def _given_up(games: int) -> str:
    return f" {counted(games, 'game is', 'games are')} given up as played so far." if games else ""


FOLLOWS: Final[Mapping[str, Callable[[Tournament, Given], str]]] = {
    "publish": _publish,
    "start": _start,
    "extend": _extend,
    "announce": _announce,
    "reveal": _reveal,
    "void": _void,
    "rule": _rule,
    "correct": _correct,
    "remove": _remove,
    "disqualify": _disqualify,
    "stop-series": _stop_series,
    "call-off": _call_off,
}
