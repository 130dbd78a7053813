"""What organizers do to a tournament: the commands of the control room and of the API that are about no game.

How a command is carried out is in `execution`; those about games are in `rulings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from arena.pairing.settings import Seeding
from arena.pairing.wording import SEEDINGS as SEEDED
from athanor.accounts.models import User
from athanor.lifecycles import EntryState, TournamentState
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import entries, life, revealing, telling
from athanor.tournaments.acts import GIVEN, Command
from athanor.tournaments.execution import Deed, carry_out, entry_of, given_reason, given_text
from athanor.tournaments.models import RUNS, TO_COME, Entry, Organizer, Series, Tournament
from athanor.tournaments.records import next_round_at

MOST_EXTENSION = 7 * 24 * 60
MOST_ANNOUNCEMENTS = 20
A_DAY = timedelta(days=1)

KEPT: Final = "kept"
FORFEITED: Final = "forfeited"
RESULTS: Final[Mapping[str, str]] = {
    KEPT: "stands, as the format has it",
    FORFEITED: "is lost by forfeit; in a round robin it counts for neither side",
}
"""What becomes of the earlier results of a bot that is disqualified."""

THE_START: Final = "the start"
THE_ROUND: Final = "the next round"
THE_RESULTS: Final = "the results"

# Its life


def call_off(
    *, tournament: Tournament, by: User, reason: str, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    def deed(held: Tournament, at: datetime) -> str:
        life.call_off(held, given_reason(reason), at)
        return f"Called it off: {reason.strip()}."

    return carry_out(tournament, by, "call-off", command, now, deed)


def start(*, tournament: Tournament, by: User, command: Command = GIVEN, now: datetime | None = None) -> bool:
    """Before its time: with who is entered (and checked in) now. Refused where these are too few to play."""

    def deed(held: Tournament, at: datetime) -> str:
        life.require_field(held, life.coming(held))
        held.starts_at = at
        held.check_in_at = min(held.check_in_at, at)
        held.opens_at = min(held.opens_at, held.check_in_at)
        held.save(update_fields=["starts_at", "check_in_at", "opens_at"])
        life.start(held, at)
        return "Started it ahead of its time."

    return carry_out(tournament, by, "start", command, now, deed)


def extend(
    *, tournament: Tournament, by: User, minutes: int, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    """Everything that is still to come by its timetable comes so much later."""
    if not 1 <= minutes <= MOST_EXTENSION:
        wrong = f"it cannot be put off by {minutes} minutes"
        raise Refusal("bad-minutes", wrong, f"take 1 to {MOST_EXTENSION} minutes")

    def deed(held: Tournament, at: datetime) -> str:
        later = timedelta(minutes=minutes)
        moved = _put_off(held, at, later)
        if not moved:
            raise Refusal(
                "nothing-to-extend",
                "there is no planned time to put off: each round begins as soon as it can",
                "pause the tournament to make it wait",
                status=409,
            )
        held.save()
        if held.state == TournamentState.CHECK_IN and at < held.check_in_at:
            life.go(held, TournamentState.REGISTRATION, "Registration is open again.", at)
        # Where results are told later, that a round still waits is not told: the last one may be over.
        hides = held.tells_later and held.state in RUNS
        return f"Put off by {minutes} minutes: {'what is still to come' if hides else ', '.join(moved)}."

    return carry_out(tournament, by, "extend", command, now, deed, is_public=True, minutes=minutes)


def postponable(held: Tournament, now: datetime) -> dict[str, datetime]:
    """What still waits for its time, by its name, with that time."""
    found = {}
    if held.state in TO_COME:
        found[THE_START] = held.starts_at
    elif (at := next_round_at(held)) is not None and now < at:
        found[THE_ROUND] = at
    told_next = revealing.next_at(held)
    if told_next is not None and now < told_next:
        found[THE_RESULTS] = told_next
    return found


def _put_off(held: Tournament, now: datetime, later: timedelta) -> list[str]:
    waiting = postponable(held, now)
    if THE_START in waiting:
        life.put_start_off(held, now, later)
    if THE_ROUND in waiting:
        held.next_round_at = waiting[THE_ROUND] + later
    if THE_RESULTS in waiting:
        assert held.reveal_at is not None, "results are told later"
        held.reveal_at += later
    return list(waiting)


def pause(
    *, tournament: Tournament, by: User, reason: str = "", command: Command = GIVEN, now: datetime | None = None
) -> bool:
    """No round is paired and no game ordered; what is being played is played to its end, and counts."""

    def deed(held: Tournament, at: datetime) -> str:
        why = reason.strip()[:200]
        life.go(held, TournamentState.PAUSED, f"Paused{f': {why}' if why else ''}.", at, reason=why)
        return "Paused it."

    return carry_out(tournament, by, "pause", command, now, deed)


def resume(*, tournament: Tournament, by: User, command: Command = GIVEN, now: datetime | None = None) -> bool:
    def deed(held: Tournament, at: datetime) -> str:
        life.go(held, TournamentState.RUNNING, "It goes on.", at, reason="")
        return "Resumed it."

    return carry_out(tournament, by, "resume", command, now, deed)


def announce(
    *, tournament: Tournament, by: User, text: str, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    """Tells everybody something, on the tournament's page and in its feed."""
    said = given_text(text)

    def deed(held: Tournament, at: datetime) -> str:
        if held.log.filter(what="announce", at__gt=at - A_DAY).count() >= MOST_ANNOUNCEMENTS:
            wrong = f"{MOST_ANNOUNCEMENTS} announcements were made within a day, and everybody is told each"
            raise Refusal("too-many", wrong, "say it tomorrow, or in its description", status=429)
        return said

    return carry_out(tournament, by, "announce", command, now, deed, is_public=True)


def reveal(*, tournament: Tournament, by: User, command: Command = GIVEN, now: datetime | None = None) -> bool:
    """Tells now what was to be told next: everything, or the results of one more round."""

    def deed(held: Tournament, at: datetime) -> str:
        rounds = revealable(held)
        revealing.tell(held, rounds, at)
        return f"Told the results of round {rounds}." if held.reveal_minutes else "Told all results."

    return carry_out(tournament, by, "reveal", command, now, deed)


def revealable(held: Tournament) -> int:
    """Up to which round results can be told now. Raises Refusal."""
    if revealing.next_at(held) is None:
        told = "everything is told as it comes"
        raise Refusal("nothing-hidden", f"nothing is hidden: {told}", "there is nothing to do", status=409)
    rounds = held.revealed + 1 if held.reveal_minutes else revealing.ALL
    if held.reveal_minutes and rounds > held.rounds:
        raise Refusal(
            "nothing-hidden",
            "the results of all rounds so far are told already",
            "wait for the next",
            status=409,
        )
    return rounds


# Who takes part


def disqualify(
    *,
    tournament: Tournament,
    by: User,
    key: str,
    reason: str,
    results: str = KEPT,
    command: Command = GIVEN,
    now: datetime | None = None,
) -> bool:
    """`results`: whether what it has played stands, or is lost by forfeit."""
    if results not in RESULTS:
        raise Refusal(
            "bad-results", f"{results[:20]!r} is no choice for earlier results", f"take {' or '.join(RESULTS)}"
        )
    written = "Disqualified {bot}: {why}." + (" What it has played is forfeited." if results == FORFEITED else "")
    deed = _taking_out(
        key, reason, EntryState.DISQUALIFIED, "disqualified", written, forfeits=results == FORFEITED
    )
    return carry_out(tournament, by, "disqualify", command, now, deed, is_public=True, key=key, results=results)


def remove(
    *,
    tournament: Tournament,
    by: User,
    key: str,
    reason: str,
    command: Command = GIVEN,
    now: datetime | None = None,
) -> bool:
    """Withdraws a bot in its author's place."""
    deed = _taking_out(key, reason, EntryState.WITHDRAWN, "taken out", "Took {bot} out: {why}.")
    return carry_out(tournament, by, "remove", command, now, deed, key=key)


def seed(
    *,
    tournament: Tournament,
    by: User,
    key: str,
    number: int | None,
    command: Command = GIVEN,
    now: datetime | None = None,
) -> bool:
    """The number in the draw, where the organizer seeds by hand."""
    if number is not None and not 1 <= number <= 100_000:
        raise Refusal(
            "bad-number", f"{number} is not a number for the draw", "1 is the first; leave it empty for none"
        )

    def deed(held: Tournament, at: datetime) -> str:
        seeding = held.settings["seeding"]
        if seeding != Seeding.HAND.value:
            raise Refusal(
                "not-by-hand",
                f"a number would have no effect: the tournament is {SEEDED[Seeding(seeding)]}",
                "change its plan first: seeding by hand",
                status=409,
            )
        entry = entry_of(held, key)
        Entry.objects.filter(pk=entry.pk).update(seed=number)
        return f"Seeded {entry.title} as number {number}." if number else f"Took the number of {entry.title} away."

    return carry_out(tournament, by, "seed", command, now, deed, key=key, number=number)


def invite(
    *, tournament: Tournament, by: User, username: str, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    def deed(held: Tournament, at: datetime) -> str:
        if not held.plan["invited"]:
            wrong = "anybody may enter: it is not by invitation"
            raise Refusal("not-by-invitation", wrong, "its plan can name those who may", status=409)
        user = _user(username)
        held.invited.add(user)
        held.plan["invited"] = [*dict.fromkeys([*held.plan["invited"], user.username])]
        held.save(update_fields=["plan"])
        return f"Invited {username}."

    return carry_out(tournament, by, "invite", command, now, deed, username=username)


def add_organizer(
    *, tournament: Tournament, by: User, username: str, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    """Whoever is one may do everything but this."""
    _only_owner(tournament, by)

    def deed(held: Tournament, at: datetime) -> str:
        user = _user(username)
        if user.pk == held.owner_id:
            raise Refusal("is-owner", f"{username} owns it already", "name somebody else", status=409)
        Organizer.objects.get_or_create(tournament=held, user=user)
        return f"Made {username} a co-organizer."

    return carry_out(tournament, by, "add-organizer", command, now, deed, username=username)


def remove_organizer(
    *, tournament: Tournament, by: User, username: str, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    _only_owner(tournament, by)

    def deed(held: Tournament, at: datetime) -> str:
        gone, _ = held.co_organizers.filter(user=_user(username)).delete()
        if not gone:
            raise NotFound(f"{username} is no co-organizer", "the control room lists them")
        return f"{username} is no co-organizer any more."

    return carry_out(tournament, by, "remove-organizer", command, now, deed, username=username)


def stop_series(
    *, tournament: Tournament, by: User, command: Command = GIVEN, now: datetime | None = None
) -> bool:
    """No further edition is opened; those that are stay."""

    def deed(held: Tournament, at: datetime) -> str:
        if held.series_id is None:
            raise Refusal("no-series", "it is held once", "there is nothing to stop", status=409)
        if not Series.objects.filter(pk=held.series_id, stopped_at=None).update(stopped_at=at):
            raise Refusal("stopped", "its series is stopped already", "plan a new one", status=409)
        return "Stopped the series: no further edition is opened."

    return carry_out(tournament, by, "stop-series", command, now, deed)


def _only_owner(tournament: Tournament, by: User) -> None:
    if by.pk != tournament.owner_id:
        wrong = "only its owner says who organizes it"
        raise Refusal("not-yours", wrong, f"ask {tournament.owner.username}", status=403)


def _taking_out(
    key: str, reason: str, state: EntryState, told: str, written: str, *, forfeits: bool = False
) -> Deed:
    """The deed of taking a bot out: how its author is told of it, and what is written into the log."""

    def deed(held: Tournament, at: datetime) -> str:
        why = given_reason(reason)
        entry = entry_of(held, key)
        if not entries.leave(held, entry, state, why, at, forfeits=forfeits):
            raise Refusal(
                "out-already",
                f"{entry.title} is {state.label} already: {entry.reason}",
                "there is nothing to do",
                status=409,
            )
        telling.taken_out(held, entry, told, why, at)
        return written.format(bot=entry.title, why=why)

    return deed


def _user(username: str) -> User:
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise NotFound(f"there is no author {username[:40]!r}", "write the name as it stands in addresses")
    return found
