"""`manage.py time_newcomer`: how long a bot's first rated matches take, from the moment that it is accepted."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError, CommandParser

from arena.house.catalogue import house_bots
from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.bots.services import retire, upload
from athanor.ladders.models import Ladder
from athanor.lifecycles import MATCH_IS_OPEN, MatchState, VersionState
from athanor.matches.models import Match
from athanor.supervisor.timing import TimingCommand

AUTHOR = "time-newcomer"


class Command(TimingCommand):
    help = (
        "Upload a bot that plays by chance, and print how many milliseconds after it was accepted its first rated "
        "matches on the ladder were counted, and who played them, as JSON. For a platform of its own: it closes "
        "all ladders. Example: manage.py time_newcomer poison --matches 10"
    )

    subject, within, limited = "ladder", 600.0, "all of it"
    look_every = 0.05

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--matches", type=int, default=10)

    def handle(self, *args: Any, **options: Any) -> None:
        ladder = Ladder.objects.filter(slug=options["ladder"]).first()
        if ladder is None:
            raise CommandError(f"there is no ladder {options['ladder']!r}", returncode=2)
        self._until = time.monotonic() + options["within"]
        Ladder.objects.update(open=False)
        self._wait(lambda: not Match.objects.filter(MATCH_IS_OPEN).exists(), "the matches under way did not end")
        Ladder.objects.filter(pk=ladder.pk).update(open=True)
        version = self._accepted(ladder.game)
        try:
            found = self._played(version, ladder, options["matches"])
        finally:
            Ladder.objects.update(open=False)
            retire(bot=version.bot)
        self.stdout.write(json.dumps(found))

    def _accepted(self, game: str) -> Version:
        author = User.objects.filter(username=AUTHOR).first() or User.objects.create_user(AUTHOR, is_active=False)
        word = secrets.token_hex(4)
        # Each is another one: what was uploaded before is not checked again.
        source = house_bots(game)["random"].read_bytes() + f"\n# {word}\n".encode()
        version = upload(owner=author, content=source, filename=f"newcomer-{word}.py", games=[game])
        rows = Version.objects.filter(pk=version.pk)
        waiting = (VersionState.UPLOADED, VersionState.CHECKING)
        self._wait(lambda: not rows.filter(state__in=waiting).exists(), "the upload was not checked")
        version.refresh_from_db()
        if version.state != VersionState.ACCEPTED:
            raise CommandError(f"the upload was refused: {version.message}")
        return version

    def _played(self, version: Version, ladder: Ladder, matches: int) -> dict[str, Any]:
        finished = Match.objects.filter(ladder=ladder, state=MatchState.FINISHED, seats__version=version)
        self._wait(lambda: finished.count() >= matches, f"{matches} rated matches were not played")
        first = list(finished.order_by("ended_at")[:matches])
        assert version.decided_at is not None
        assert first[-1].ended_at is not None
        took = first[-1].ended_at - version.decided_at
        return {
            "ms": took.total_seconds() * 1000,
            "clock": first[0].clock,
            "matches": [{"options": match.options, "bots": _bots(match)} for match in first],
        }

    def _wait(self, condition: Callable[[], bool], otherwise: str) -> None:
        self.wait(condition, self._until, f"{otherwise} in time")


def _bots(match: Match) -> list[str]:
    """The digests of their bundles, by seat."""
    return list(match.seats.order_by("seat").values_list("version__built", flat=True))
