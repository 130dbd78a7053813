"""How a tournament that runs goes on: results are counted, rounds paired, games ordered.

`advance` takes these steps, each in a transaction under the tournament's row:

1. Games whose match has ended become records, in the order of their end; those whose match is void, or that are
   wanted no more, are dropped; games that are wanted and not under way are ordered, up to a backlog.
2. Whatever the pairing layer has to say next is recorded - the next round, the next stage, the end - and its
   games are ordered, until it waits for results or for the time. It is computed before the row is held, and
   anew where something was recorded meanwhile; a round of a large Swiss is left to others (`pairing_jobs`).

It looks at nothing but the database, so it may be called at any time, by two at once, and after any downtime. A
settled match wakes it (`wakeups.py`), and the schedule's sweep finds what no message told.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from django.conf import settings
from django.db import transaction

from arena.kernel.seatings import is_fair
from arena.pairing.events import Drawn, Ended, NotNow, Paired, Played, Voided
from arena.pairing.matches import Wanted
from arena.pairing.views import final_standings
from athanor.bots.models import Version
from athanor.lifecycles import MATCH_IS_OPEN, MatchState, TournamentState, moved
from athanor.matches import epochs, services
from athanor.matches.models import Match, Purpose
from athanor.tournaments import acts, pairing_jobs, telling
from athanor.tournaments.models import RUNS, Entry, Game, Tournament
from athanor.tournaments.records import Book, contest_of, due_of
from athanorpb.farm.values import Clock
from athanorpb.isolation import Isolation

VOID_TOO_OFTEN = 3
"""Void matches of one game after which an organizer is asked."""


def advance(*, tournament_id: int, now: datetime) -> bool:
    """One step of a tournament. Says whether anything changed."""
    epochs.ensure(now=now)
    with transaction.atomic():
        held = _held(tournament_id)
        if held.state not in RUNS:
            return False
        book = Book(held, now)
        changed = step(book)
        book.close()
    while _pair_next(tournament_id, now):
        changed = True
    return changed


def _held(tournament_id: int) -> Tournament:
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def step(book: Book) -> bool:
    """The first step of `advance`, for who holds the row already; and the end, where all is played and told."""
    touched = count(book)
    if book.row.state == TournamentState.RUNNING:
        touched += order(book)
        if book.contest.over and is_told(book):
            finish(book)
            touched += 1
    return touched > 0


def _pair_next(tournament_id: int, now: datetime) -> bool:
    """The second step, once. Says whether to ask again."""
    seen = Tournament.objects.get(pk=tournament_id)
    if seen.state != TournamentState.RUNNING:
        return False
    event = pairing_jobs.kept(seen)
    if event is None and contest_of(seen).takes_long() and pairing_jobs.is_left_to_others(seen, now):
        return False
    event = event or due_of(seen)
    if event is None:
        return False
    return record_due(event, seen, now)


def record_due(event: Drawn | Paired | Ended, seen: Tournament, now: datetime) -> bool:
    """Writes what was computed for the tournament as it was seen. Says whether to ask for more."""
    with transaction.atomic():
        held = _held(seen.pk)
        if held.state != TournamentState.RUNNING:
            return False
        if held.sequence != seen.sequence:
            return True
        book = Book(held, now)
        if book.begins_too_early(event):
            return False
        book.record(event)
        step(book)
        book.close()
    return True


def live_games(tournament: Tournament) -> Iterable[Game]:
    return Game.objects.filter(tournament=tournament, counted_at=None, dropped_at=None).select_related("match")


# 1. Results


def count(book: Book) -> int:
    """Games whose match has ended."""
    done = 0
    ended = live_games(book.row).filter(match__ended_at__isnull=False)  # type: ignore[attr-defined]
    for game in list(ended.order_by("match__ended_at", "pk").prefetch_related("match__seats")):
        done += 1
        if game.match.state == MatchState.VOID:
            drop(book, game, f"its match was void: {game.match.reason}")
            _see_to_it(book, game)
        else:
            _count(book, game)
    return done + drop_unwanted(book)


def _count(book: Book, game: Game) -> None:
    seats = sorted(game.match.seats.all(), key=lambda seat: seat.seat)
    keys = [book.key_of(seat.bot_id) for seat in seats]
    assert all(seat.rank for seat in seats), f"match {game.match.public_id} has finished without ranks"
    played = Played(
        pairing=game.pairing,
        game=game.number,
        seating=tuple(keys),
        ranks=tuple(seat.rank or 0 for seat in seats),
        out=tuple(key for key, seat in zip(keys, seats, strict=True) if seat.out),
        match=game.match.public_id,
    )
    wanted = {(one.pairing, one.game): one.attempt for one in book.contest.wanted()}
    if wanted.get((game.pairing, game.number)) != game.attempt:
        give_up(game, "it was called off while it was played", book.now)
        return
    try:
        book.record(played)
    except NotNow as why:
        give_up(game, str(why), book.now)
        return
    game.counted_at = book.now
    game.save(update_fields=["counted_at"])


def drop_unwanted(book: Book) -> int:
    """Games that are wanted no more: their pairing is decided, or somebody of their table left."""
    wanted = {(one.pairing, one.game): one.attempt for one in book.contest.wanted()}
    dropped = 0
    for game in list(live_games(book.row)):
        if wanted.get((game.pairing, game.number)) != game.attempt:
            give_up(game, "it was called off: nobody waits for it any more", book.now)
            dropped += 1
    return dropped


def drop(book: Book, game: Game, why: str) -> None:
    """A game is to be played again, and with it, of a duplicate set, all games of its deal."""
    of_leg = Game.objects.filter(tournament=book.row, pairing=game.pairing, leg=game.leg, dropped_at=None)
    together = of_leg if _is_duplicate(book, game.pairing) else of_leg.filter(pk=game.pk)
    for each in list(together.select_related("match")):
        if each.counted_at is not None and has_result(book, each):
            book.record(Voided(each.pairing, each.number, why))
        give_up(each, why, book.now)


def _is_duplicate(book: Book, pairing: str) -> bool:
    match = book.contest.match(pairing)
    return match is not None and match.unit.duplicate


def has_result(book: Book, game: Game) -> bool:
    """Whether its result stands: with one that is voided later ones may go, too."""
    match = book.contest.match(game.pairing)
    return match is not None and game.number in match.games


def give_up(game: Game, why: str, now: datetime) -> None:
    game.dropped_at, game.dropped, game.counted_at = now, why[:200], None
    game.save(update_fields=["dropped_at", "dropped", "counted_at"])
    if Match.objects.filter(MATCH_IS_OPEN, pk=game.match_id).exists():
        services.give_up(match=game.match, fault=why, now=now)


def _see_to_it(book: Book, game: Game) -> None:
    """Where the same game comes to nothing again and again, an organizer has to look."""
    again = Game.objects.filter(tournament=book.row, pairing=game.pairing, number=game.number)
    void = again.filter(match__state=MatchState.VOID, dropped__startswith="its match was void").count()
    if void % VOID_TOO_OFTEN == 0 and moved(
        Tournament.objects.filter(pk=book.row.pk),
        TournamentState.PAUSED,
        # Everybody reads this one: it tells nothing of a round whose results are told later.
        reason="matches of one game were void too often, which is our fault",
    ):
        book.row.refresh_from_db(fields=["state", "reason"])
        which = f"game {game.number} of pairing {game.pairing} was void {void} times, which is our fault"
        telling.directors(book.row, acts.log(book.row, "pause", f"Paused: {which}.", at=book.now))


# 2. Rounds


def draw(book: Book) -> None:
    """The draw, and the first round. Raises NotNow."""
    while (event := book.contest.due(start=True)) is not None:
        book.record(event)


# 3. Games


def order(book: Book) -> int:
    """Orders games that are wanted, the whole of a deal at once. How many."""
    under_way = {(game.pairing, game.number) for game in live_games(book.row)}
    room = _backlog() - len(under_way)
    ordered = 0
    missing = [one for one in book.contest.wanted() if (one.pairing, one.game) not in under_way]
    versions = _versions(book, missing[: max(0, room) + 16])
    for _, found in groupby(missing, key=lambda one: one.deal):
        deal = list(found)
        if ordered >= room:
            break
        if any(key not in versions for one in deal for key in one.seating):
            versions |= _versions(book, deal)
        for together in [deal] if _is_set(deal) else [[one] for one in deal]:
            _order(book, together, versions)
        ordered += len(deal)
    return ordered


def _backlog() -> int:
    """Games that one tournament may have under way: what there is for all is parted among those that run."""
    running = Tournament.objects.filter(state=TournamentState.RUNNING).count()
    return max(1, min(settings.TOURNAMENT_BACKLOG, settings.TOURNAMENTS_BACKLOG // max(1, running)))


def _versions(book: Book, wanted: Iterable[Wanted]) -> dict[str, Version]:
    keys = {key for one in wanted for key in one.seating}
    entries = Entry.objects.filter(tournament=book.row, key__in=keys).select_related("version__bot")
    return {entry.key: entry.version for entry in entries if entry.version is not None}


def _is_set(deal: list[Wanted]) -> bool:
    """Whether they are fair to everybody's seat: then they are one duplicate set, of one seed."""
    return is_fair([one.seating for one in deal])


def _order(book: Book, together: list[Wanted], versions: dict[str, Version]) -> None:
    row = book.row
    players = together[0].seating
    round_ = book.round_of(together[0].pairing)
    matches = services.order(
        purpose=Purpose.TOURNAMENT,
        game=row.game,
        options=row.options,
        clock=Clock(**row.clock),
        versions=[versions[key] for key in players],
        seatings=[[players.index(key) for key in one.seating] for one in together],
        hidden=row.tells_later and round_ > row.revealed,
        set_name=_set_name(row, together[0]),
        replaces=_replaced_set(row, together[0]),
        least_isolation=row.ladder.least_isolation if row.ladder else Isolation.NONE.value,
        now=book.now,
    )
    Game.objects.bulk_create(
        Game(
            tournament=row,
            pairing=one.pairing,
            number=one.game,
            leg=one.leg,
            attempt=one.attempt,
            round=round_,
            match=match,
        )
        for one, match in zip(together, matches, strict=True)
    )


def _set_name(row: Tournament, wanted: Wanted) -> str:
    """Of a deal: nobody can pick one. What is ordered again has the next name, and the log says why."""
    before = Game.objects.filter(tournament=row, pairing=wanted.pairing, number=wanted.game).count()
    return f"tournament-{row.pk}/{wanted.pairing}/{wanted.game}/{before + 1}"


def _replaced_set(row: Tournament, wanted: Wanted) -> str:
    """Of a game that was ordered before: the set of the last time."""
    before = Game.objects.filter(tournament=row, pairing=wanted.pairing, number=wanted.game).order_by("-pk")
    return before.values_list("match__duplicate_set", flat=True).first() or ""


# 4. The end


def is_told(book: Book) -> bool:
    return not book.row.tells_later or book.row.revealed >= book.row.rounds


def finish(book: Book) -> None:
    """Everything is played, and everything is told."""
    if not moved(
        Tournament.objects.filter(pk=book.row.pk),
        TournamentState.FINISHED,
        finished_at=book.now,
        next_round_at=None,
    ):
        return
    book.row.refresh_from_db(fields=["state", "finished_at", "next_round_at"])
    entries = write_places(book)
    telling.places(book.row, [entry for entry in entries if entry.place], book.now)
    titles = {entry.key: entry.title for entry in entries if entry.key in book.contest.champions}
    first = " and ".join(titles[key] for key in book.contest.champions)
    acts.log(book.row, "finish", f"Finished. {first} won." if first else "Finished.", at=book.now, is_public=True)


def write_places(book: Book) -> list[Entry]:
    """Into the entries of a tournament that is over."""
    places = {row.entrant: row.place for row in final_standings(book.contest)}
    entries = list(Entry.objects.filter(tournament=book.row, key__in=places).select_related("bot__owner"))
    for entry in entries:
        entry.place = places[entry.key] or None
    Entry.objects.bulk_update(entries, ["place"], batch_size=200)
    return entries


def reopen(book: Book) -> None:
    """A game of a finished tournament is to be played again."""
    if moved(Tournament.objects.filter(pk=book.row.pk), TournamentState.RUNNING, finished_at=None):
        book.row.refresh_from_db(fields=["state", "finished_at"])
        Entry.objects.filter(tournament=book.row).update(place=None)
