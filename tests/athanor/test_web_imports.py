"""What the web does not import: each of its processes would wait for it at its start, and hold it in memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

RARELY_NEEDED = ("httpx", "icalendar", "trueskill")


@pytest.mark.slow
def test_what_few_requests_need_is_not_imported_when_the_web_starts() -> None:
    code = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'athanor.settings'; import django; django.setup();"
        f"import athanor.urls, athanor.web; print(*sorted(set({RARELY_NEEDED}) & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "\n"
