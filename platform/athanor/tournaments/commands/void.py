from __future__ import annotations

from datetime import datetime

from arena.pairing.events import NotNow, Voided
from athanor.lifecycles import TournamentState as State
from athanor.tournaments import execution, meetings, progress, rulings
from athanor.tournaments.acts import ON
from athanor.tournaments.command_contract import PAIRING, REASON, Asked, Given, OrganizerCommand
from athanor.tournaments.models import Tournament
from athanor.tournaments.records import Book, contest_of


class Void(OrganizerCommand):
    title = "Void and replay"
    about = (
        "The game counts for nothing and is played again; of a duplicate set, all games of the deal. "
        "Game 0 takes a ruling back."
    )
    place = 8
    states = ON | {State.FINISHED}
    fields = (PAIRING, Asked("game", "Game", "number", value="1"), REASON)
    is_hard = True

    def follows(self, tournament: Tournament, given: Given) -> str:
        key, game = given["pairing"], given["game"]
        before = contest_of(tournament)
        meetings.pairing(tournament, key, before)
        what = f"The result of game {game} of pairing {key}" if game else f"The ruling on pairing {key}"
        if game and rulings.game_of(tournament, key, game).counted_at is None:
            given_up = f"Game {game} of pairing {key} is given up as it is played, and ordered anew."
            return f"{given_up} This cannot be undone."
        after = rulings.tried(before, Voided(key, game))
        gone = sorted(set(before.matches) - set(after.matches))
        parts = [f"{what} counts for nothing, and the pairing is played again."]
        if gone:
            parts.append(f"Pairings made of it are taken back: {', '.join(gone)}.")
        if tournament.state == State.FINISHED:
            parts.append("The tournament runs again, and its places are open until it ends anew.")
        return f"{' '.join(parts)} This cannot be undone."

    def is_public(self, held: Tournament, given: Given) -> bool:
        return rulings.is_told(held, given["pairing"])

    def carry(self, held: Tournament, given: Given, at: datetime) -> str:
        pairing, game = given["pairing"], given["game"]
        book = Book(held, at)
        why = execution.given_reason(given["reason"])
        if game == 0:
            rulings.record(book, Voided(pairing, 0, why))
        else:
            try:
                progress.drop(book, rulings.game_of(held, pairing, game), why)
            except NotNow as wrong:
                raise rulings.not_now(wrong) from wrong
        if held.state == State.FINISHED:
            progress.reopen(book)
        progress.step(book)
        book.close()
        what = f"game {game} of pairing {pairing}" if game else f"the ruling on pairing {pairing}"
        return f"Voided {what}: {why}."


COMMAND = Void()
