"""`manage.py up`: the whole platform on this machine. What `make run` calls."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from athanor.supervisor.start import up


class Command(BaseCommand):
    help = (
        "Starts the whole platform on this machine and keeps it running until Ctrl-C. Example: "
        "ATHANOR_PORT=8001 python manage.py up"
    )
    # The settings are checked by the processes it starts, with the environment it gives them.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(up())
