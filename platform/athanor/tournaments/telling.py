"""Who is told what of a tournament, on the page of their notices.

Everybody who takes part hears what everybody may read: that check-in is open, that it begins, is paused or put
off. Each author hears of their own bots alone: a place that became free, the next pairing, the place at the end.
A pairing is told when it is public, which is later than it is made where results are told later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from arena.pairing.documents import read_event
from arena.pairing.events import Paired
from athanor.lifecycles import EntryState
from athanor.notices.services import Told, tell
from athanor.tournaments.models import Act, Entry, Record, Tournament, titles_of

THERE = (EntryState.ENTERED, EntryState.WAITING, EntryState.PLAYING)
NOT_TOLD = frozenset({"announced", "archived", "finish", "finished"})
"""Public acts that are no news: who took part is told its own place instead."""


def title_of(tournament: Tournament) -> str:
    """With the number of its edition, where there are several."""
    return f"{tournament.title} {tournament.edition}" if tournament.series_id else tournament.title


def everybody(tournament: Tournament, act: Act) -> None:
    """A public act, to who takes part and to who organizes; not to who did it."""
    if act.what in NOT_TOLD:
        return
    users = audience(tournament) - {act.by_id}
    _tell(tournament, [(user, f"act-{act.number}", act.sentence) for user in sorted(users)], act.at)


def audience(tournament: Tournament) -> set[int]:
    """The users who hear what everybody is told."""
    there = tournament.entries.filter(state__in=THERE, bot__owner__is_house=False)
    return {*there.values_list("bot__owner", flat=True), *organizers(tournament)}


def organizers(tournament: Tournament) -> set[int]:
    return {tournament.owner_id, *tournament.co_organizers.values_list("user", flat=True)}


def directors(tournament: Tournament, act: Act) -> None:
    """Something that an organizer has to look at."""
    lines = [(user, f"act-{act.number}", act.sentence) for user in sorted(organizers(tournament))]
    _tell(tournament, lines, act.at, f"{tournament.get_absolute_url()}control/")


def moved_up(tournament: Tournament, entries: Iterable[Entry], now: datetime) -> None:
    """From the waiting list."""
    _own(tournament, f"place-{tournament.acts}", dict.fromkeys(entries, "has a place that became free."), now)


def left_out(tournament: Tournament, entries: Iterable[Entry], now: datetime) -> None:
    _own(tournament, "left-out", {one: f"was left out at the start: {one.reason}." for one in entries}, now)


def taken_out(tournament: Tournament, entry: Entry, how: str, why: str, now: datetime) -> None:
    _own(tournament, f"out-{tournament.acts}", {entry: f"was {how} by its organizers: {why}."}, now)


def paired(tournament: Tournament, after: int, upto: int, now: datetime) -> None:
    """The pairings among these records, which have become public."""
    documents = Record.objects.filter(
        tournament=tournament, pairs=True, sequence__gt=after, sequence__lte=upto
    ).values_list("document", flat=True)
    made = [event for event in map(read_event, documents) if isinstance(event, Paired)]
    if not made:
        return
    entries = {entry.key: entry for entry in tournament.entries.select_related("bot__owner")}
    titles = titles_of(tournament.entries.all())
    here = tournament.get_absolute_url()
    for event in made:
        byes = {entries[key]: f"has no opponent in round {event.round}." for key in event.byes}
        _own(tournament, f"bye-{event.stage}-{event.round}", byes, now, titles)
        for pairing in event.pairings:
            there = [entries[key] for key in pairing.players]
            meets = {
                one: f"meets {' and '.join(titles[other.pk] for other in there if other is not one)}."
                for one in there
            }
            _own(tournament, f"pairing-{pairing.key}", meets, now, titles, f"{here}pairings/{pairing.key}/")


def places(tournament: Tournament, entries: Sequence[Entry], now: datetime) -> None:
    """How everybody came out, once it is finished."""
    of = len(entries)
    came = {one: f"won it, of {of}." if one.place == 1 else f"came {one.place}. of {of}." for one in entries}
    _own(tournament, f"finished-{tournament.acts}", came, now)
    over = [(user, f"over-{tournament.acts}", "it is finished.") for user in sorted(organizers(tournament))]
    _tell(tournament, over, now)


def _own(
    tournament: Tournament,
    key: str,
    sentences: Mapping[Entry, str],
    now: datetime,
    titles: Mapping[int, str] | None = None,
    address: str = "",
) -> None:
    """To each author, of their own bot; the house is told nothing. `titles`: what the bots of the entries are
    called, where that is known already."""
    if titles is None:
        titles = titles_of(Entry.objects.filter(pk__in=[one.pk for one in sentences]))
    lines = [
        (one.bot.owner_id, f"{key}-{one.pk}", f"{titles[one.pk]} {sentence}")
        for one, sentence in sentences.items()
        if not one.bot.owner.is_house
    ]
    _tell(tournament, lines, now, address)


def _tell(tournament: Tournament, lines: Iterable[tuple[int, str, str]], now: datetime, address: str = "") -> None:
    """Each line: a user, what it is about, a sentence."""
    title, here = title_of(tournament), address or tournament.get_absolute_url()
    tell(
        told=[
            Told(user, f"tournament-{tournament.pk}-{key}", f"{title}: {told}", here) for user, key, told in lines
        ],
        now=now,
    )
