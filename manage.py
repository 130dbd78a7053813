#!/usr/bin/env python3
"""Django's command line, from a bare checkout too: `python manage.py check`."""

import io
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        # Where they know no Unicode a sign is written by its number, and ends no command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Behind the script's own folder, so that neither root can hide a module of the standard library.
    sys.path[1:1] = [str(ROOT / "platform"), str(ROOT / "proto")]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "athanor.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from arena.kernel.plugin import BadPlugin
    from athanor import database, environment

    is_making = sys.argv[1:2] in (["migrate"], ["prepare"])
    try:
        # The keys and addresses of the installation in this folder, where there is one.
        environment.adopt(Path(os.environ.get("ATHANOR_VAR") or "var") / "environment")
        if is_making:
            database.make_folder()
        execute_from_command_line(sys.argv)
    except (DatabaseError, ImproperlyConfigured, BadPlugin) as wrong:
        told = database.trouble(wrong, is_making=is_making) if isinstance(wrong, DatabaseError) else str(wrong)
        if "--traceback" in sys.argv or not told:
            raise
        sys.exit(f"manage.py: {told}")


if __name__ == "__main__":
    main()
