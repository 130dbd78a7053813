"""Who may give a command of organizers, and what several are given: an entry, an author, a text, a reason."""

from __future__ import annotations

from athanor.accounts.models import User
from athanor.refusals import NotFound, Refusal
from athanor.tournaments.models import Entry, Tournament


def may_direct(tournament: Tournament, user: User | None) -> bool:
    if user is None or not user.is_authenticated:
        return False
    return user.pk == tournament.owner_id or tournament.co_organizers.filter(user=user).exists()


def require_organizer(tournament: Tournament, user: User | None) -> None:
    if not may_direct(tournament, user):
        raise Refusal(
            "not-yours",
            "this tournament is directed by others",
            "its page says who its organizers are",
            status=403,
        )


def require_owner(tournament: Tournament, user: User) -> None:
    if user.pk != tournament.owner_id:
        wrong = "only its owner says who organizes it"
        raise Refusal("not-yours", wrong, f"ask {tournament.owner.username}", status=403)


def user_of(username: str) -> User:
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise NotFound(f"there is no author {username[:40]!r}", "write the name as it stands in addresses")
    return found


def entry_of(held: Tournament, key: str) -> Entry:
    found = Entry.objects.filter(tournament=held, key=key).select_related("bot__owner").first()
    if found is None:
        raise NotFound(f"{key[:80]!r} is not entered here", "write author/bot, as the list of entrants has it")
    return found


def given_text(text: str) -> str:
    said = text.strip()
    if not said or len(said) > 400:
        raise Refusal("bad-text", f"an announcement has {len(said)} characters", "write 1 to 400")
    return said


def given_reason(reason: str) -> str:
    why = reason.strip()
    if not why or len(why) > 160:
        raise Refusal("no-reason", "everybody is told why, and no reason is given", "write 1 to 160 characters")
    return why
