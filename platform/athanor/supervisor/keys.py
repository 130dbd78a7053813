"""The secrets of an installation, made once, and the file that tells every process of it the same things."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from athanor.environment import file
from athanor.supervisor.layout import Layout

MADE_ONCE = ("ATHANOR_SECRET_KEY", "ATHANOR_RECORD_KEY")
"""What an operator may set as a variable, and what else is made at the first start: hexadecimal digits."""
KEPT = ("ATHANOR_SECRET_KEY_FALLBACKS",)
"""What an operator may write into var/environment, and stays there."""

NOT_FOR_THE_ARENA = (
    # With this one Celery would load the whole site into the worker.
    "DJANGO_SETTINGS_MODULE",
    "ATHANOR_SECRET_KEY",
    "ATHANOR_SECRET_KEY_FALLBACKS",
    "ATHANOR_DATABASE_URL",
    "ATHANOR_EMAIL_PASSWORD",
    "ATHANOR_GITHUB_CLIENT_SECRET",
)
"""A worker that runs strangers' programs has no site secrets and no database."""

FOR_THE_SANDBOX = ("ATHANOR_CONTAINER_RUNTIME", "ATHANOR_WARM_SLOTS")
FOR_THE_ENGINE = ("DOCKER_HOST", "DOCKER_CERT_PATH", "DOCKER_TLS_VERIFY", "DOCKER_CONFIG", "DOCKER_CONTEXT")


def settle_environment(place: Layout, given: Mapping[str, str]) -> dict[str, str]:
    """The variables of the site's processes. Writes var/environment; a variable that is given wins."""
    kept = file(place.environment)
    here = {name: kept.get(name) or secrets.token_hex(32) for name in MADE_ONCE}
    here |= {name: kept[name] for name in KEPT if kept.get(name)}
    here |= {
        "ATHANOR_VAR": str(place.var),
        "ATHANOR_BROKER_URL": place.broker_url,
        "ATHANOR_BLOBS": str(place.var / "blobs"),
        # Plain HTTP on this machine; a public site stands behind a proxy with HTTPS and sets it.
        "ATHANOR_HTTPS": "0",
    }
    _write(place.environment, here)
    return {**here, **{name: value for name, value in given.items() if value or name not in here}}


def for_the_arena(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in NOT_FOR_THE_ARENA}


def for_the_sandbox(environment: Mapping[str, str]) -> dict[str, str]:
    """Of ours only what says how bots are run: what strangers' programs come nearest to has no keys."""
    return {
        name: value
        for name, value in environment.items()
        if not name.startswith(("ATHANOR_", "DJANGO_")) or name in FOR_THE_SANDBOX
    }


def _write(path: Path, values: Mapping[str, str]) -> None:
    """Aside and renamed, readable by the owner only: a reader finds the old file or the new one."""
    aside = path.with_suffix(".new")
    aside.unlink(missing_ok=True)
    lines = "".join(f"{name}={value}\n" for name, value in sorted(values.items()))
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write("# Written at each start; read by every manage.py command. Keep it secret.\n" + lines)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
