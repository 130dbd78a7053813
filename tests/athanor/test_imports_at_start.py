"""What a process of the site does not import: each would wait for it at its start, and hold it in memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from athanor.supervisor.services import CHECKED_ALREADY

RARELY_NEEDED = ("httpx", "icalendar", "trueskill", "argcomplete", "markdown_it")
ENGINES_AND_PAGES = ("ninja", "athanor.urls", "arena.games.poison.plugin", "arena.games.alkemy.plugin")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "unneeded"),
    [
        ("import django; django.setup(); import athanor.urls, athanor.web", RARELY_NEEDED),
        (
            f"os.environ.update({CHECKED_ALREADY}); from athanor.celery import app; "
            "app.loader.import_default_modules()",
            (*RARELY_NEEDED, *ENGINES_AND_PAGES),
        ),
    ],
    ids=["web", "site worker"],
)
def test_what_is_needed_rarely_is_not_imported_at_the_start(start: str, unneeded: tuple[str, ...]) -> None:
    code = (
        f"import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'athanor.settings'; {start}; "
        f"print(*sorted(set({unneeded}) & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "\n"
