"""What is read from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from athanor.environment import database

VAR = Path("/data")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("", "/data/athanor.sqlite3"),
        ("sqlite:////srv/site.sqlite3", "/srv/site.sqlite3"),
        ("sqlite:///site.sqlite3", "site.sqlite3"),
    ],
)
def test_it_works(url: str, name: str) -> None:
    settings = database(url, VAR)
    assert settings["ENGINE"] == "django.db.backends.sqlite3"
    assert settings["NAME"] == name
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_postgresql_with_every_part() -> None:
    settings = database("postgresql://ada:s%40crt@db.example.org:5433/site?sslmode=require", VAR)
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    parts = [settings[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")]
    assert parts == ["site", "ada", "s@crt", "db.example.org", "5433"]
    assert settings["OPTIONS"] == {"sslmode": "require"}


def test_postgresql_on_a_unix_socket() -> None:
    settings = database("postgres:///site?host=/run/postgresql", VAR)
    assert (settings["HOST"], settings["NAME"], settings["OPTIONS"]) == ("/run/postgresql", "site", {})
