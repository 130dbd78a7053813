"""What is decided about games by hand: how it is tried, recorded, and told. `commands/` has the commands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from arena.pairing.events import Corrected, Event, NotNow, Ruled, Voided
from arena.pairing.tournament import Tournament as Contest
from athanor.lifecycles import TournamentState
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import progress
from athanor.tournaments.consequences import counted
from athanor.tournaments.models import Game, Tournament
from athanor.tournaments.records import Book


def decide(held: Tournament, decided: Ruled | Corrected, at: datetime) -> None:
    """Records a result that is given by hand, and goes on by it. Raises Refusal."""
    book = Book(held, at)
    record(book, decided)
    if held.state == TournamentState.FINISHED:
        if book.contest.over:
            progress.write_places(book)
        else:
            progress.reopen(book)  # A place is tied now that has to be played off.
    progress.step(book)
    book.close()


def record(book: Book, event: Ruled | Corrected | Voided) -> None:
    try:
        book.record(event)
    except NotNow as wrong:
        raise not_now(wrong) from wrong


def tried(contest: Contest, event: Event) -> Contest:
    """What an event would come to. Raises Refusal."""
    trial = contest.copy()
    try:
        trial.apply(event)
    except NotNow as wrong:
        raise not_now(wrong) from wrong
    return trial


def not_now(wrong: NotNow) -> Refusal:
    """What the pairing layer refuses, as it is told to an organizer."""
    return Refusal("not-now", str(wrong), "the control room shows how each pairing stands", status=409)


def game_of(held: Tournament, pairing: str, game: int) -> Game:
    """The game that counts or is under way."""
    live = Game.objects.filter(tournament=held, pairing=pairing, number=game, dropped_at=None)
    found = live.select_related("match").first()
    if found is None:
        raise NotFound(f"there is no game {game} of a pairing {pairing[:40]!r}", "the control room lists them all")
    return found


def is_told(held: Tournament, pairing: str) -> bool:
    """Whether everybody knows what came of a pairing, and so may hear what was done about it."""
    return not held.tells_later or held.games.filter(pairing=pairing, round__lte=held.revealed).exists()


def shown(ranks: Sequence[int]) -> str:
    """As the log has them: "1-2"."""
    return "-".join(str(rank) for rank in ranks)


def given_up(games: int) -> str:
    """What becomes of so many games that are under way; "" of none."""
    return f" {counted(games, 'game is', 'games are')} given up as played so far." if games else ""
