"""What organizers decide about games: which are played again, and pairings that are decided by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from arena.pairing.events import Corrected, NotNow, Ruled, Voided
from athanor.accounts.models import User
from athanor.lifecycles import TournamentState
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import progress
from athanor.tournaments.acts import GIVEN, Command
from athanor.tournaments.execution import carry_out, given_reason
from athanor.tournaments.models import Game, Tournament
from athanor.tournaments.records import Book


def void(
    *,
    tournament: Tournament,
    by: User,
    pairing: str,
    game: int,
    reason: str,
    command: Command = GIVEN,
    now: datetime | None = None,
) -> bool:
    """A game counts for nothing and is played again, with it the games of its deal; game 0 takes a ruling back."""

    def deed(held: Tournament, at: datetime) -> str:
        book = Book(held, at)
        why = given_reason(reason)
        if game == 0:
            _recorded(book, Voided(pairing, 0, why))
        else:
            try:
                progress.drop(book, game_of(held, pairing, game), why)
            except NotNow as wrong:
                raise not_now(wrong) from wrong
        if held.state == TournamentState.FINISHED:
            progress.reopen(book)
        progress.step(book)
        book.close()
        what = f"game {game} of pairing {pairing}" if game else f"the ruling on pairing {pairing}"
        return f"Voided {what}: {why}."

    known = partial(_is_told, pairing=pairing)
    return carry_out(tournament, by, "void", command, now, deed, is_public=known, pairing=pairing, game=game)


def rule(
    *,
    tournament: Tournament,
    by: User,
    pairing: str,
    ranks: Sequence[int],
    reason: str,
    command: Command = GIVEN,
    now: datetime | None = None,
) -> bool:
    """Decides a pairing, whatever was played of it: a rank for each of its players, 1 for the first."""
    decided = Ruled(pairing, tuple(ranks), reason)
    return _decide(tournament, by, "rule", decided, "Ruled pairing {} as {}", command, now)


def correct(
    *,
    tournament: Tournament,
    by: User,
    pairing: str,
    ranks: Sequence[int],
    reason: str,
    command: Command = GIVEN,
    now: datetime | None = None,
) -> bool:
    """Another result for a pairing that is decided: pairings made since stand, and standings are computed anew."""
    decided = Corrected(pairing, tuple(ranks), reason)
    return _decide(tournament, by, "correct", decided, "Corrected pairing {} to {}", command, now)


def _decide(
    tournament: Tournament,
    by: User,
    kind: str,
    decided: Ruled | Corrected,
    sentence: str,
    command: Command,
    now: datetime | None,
) -> bool:
    """Records a result given by hand; `sentence` is what the audit log says of the pairing and its ranks."""
    pairing, ranks = decided.pairing, decided.ranks

    def deed(held: Tournament, at: datetime) -> str:
        book = Book(held, at)
        why = given_reason(decided.reason)
        _recorded(book, replace(decided, reason=why))
        if held.state == TournamentState.FINISHED:
            if book.contest.over:
                progress.write_places(book)
            else:
                progress.reopen(book)  # A place is tied now that has to be played off.
        progress.step(book)
        book.close()
        return f"{sentence.format(pairing, '-'.join(str(rank) for rank in ranks))}: {why}."

    known = partial(_is_told, pairing=pairing)
    return carry_out(tournament, by, kind, command, now, deed, is_public=known, pairing=pairing, ranks=list(ranks))


def game_of(held: Tournament, pairing: str, game: int) -> Game:
    """The game that counts or is under way."""
    live = Game.objects.filter(tournament=held, pairing=pairing, number=game, dropped_at=None)
    found = live.select_related("match").first()
    if found is None:
        raise NotFound(f"there is no game {game} of a pairing {pairing[:40]!r}", "the control room lists them all")
    return found


def _is_told(held: Tournament, pairing: str) -> bool:
    """Whether everybody knows what came of a pairing, and so may hear what was done about it."""
    return not held.tells_later or held.games.filter(pairing=pairing, round__lte=held.revealed).exists()


def _recorded(book: Book, event: Ruled | Corrected | Voided) -> None:
    try:
        book.record(event)
    except NotNow as wrong:
        raise not_now(wrong) from wrong


def not_now(wrong: NotNow) -> Refusal:
    """What the pairing layer refuses, as it is told to an organizer."""
    return Refusal("not-now", str(wrong), "the control room shows how each pairing stands", status=409)
