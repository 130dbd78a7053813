"""What the commands have in common that time this platform: a subject, and a limit to how long they wait."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.core.management.base import BaseCommand, CommandError, CommandParser


class TimingCommand(BaseCommand):
    subject: str
    """What is timed; the name of the first argument."""
    within: float
    """Seconds, unless the caller says otherwise."""
    limited: str
    """What takes so long at most, for the help."""
    look_every: float

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(self.subject)
        parser.add_argument(
            "--within", type=float, default=self.within, help=f"seconds that {self.limited} may take at most"
        )

    def wait(self, condition: Callable[[], bool], until: float, otherwise: str) -> None:
        """Returns once the condition holds; `until` is a time of `time.monotonic`. Raises CommandError."""
        while not condition():
            if time.monotonic() > until:
                raise CommandError(f"{otherwise}: is the platform up?")
            time.sleep(self.look_every)
