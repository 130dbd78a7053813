"""What is read from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from arena.replay.beacon import Timetable
from athanor.environment import Beacon, beacon, database

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


# --- the beacon

BEACON = {
    "ATHANOR_BEACON": "https://api.drand.sh/public/{round}",
    "ATHANOR_BEACON_NAME": "drand",
    "ATHANOR_BEACON_GENESIS": "1692803367",
    "ATHANOR_BEACON_PERIOD": "3",
}


def test_a_beacon_is_its_source_its_name_and_its_timetable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in BEACON.items():
        monkeypatch.setenv(name, value)
    assert beacon() == Beacon(BEACON["ATHANOR_BEACON"], "drand", Timetable(1692803367, 3))
    monkeypatch.delenv("ATHANOR_BEACON")
    assert beacon() is None


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ATHANOR_BEACON", "drand", "must be file:PATH, https://"),
        ("ATHANOR_BEACON", "https://api.drand.sh/public/latest", "{round} must say where"),
        ("ATHANOR_BEACON", "command:curl", "{round} must say where"),
        ("ATHANOR_BEACON_NAME", "", "ATHANOR_BEACON needs ATHANOR_BEACON_NAME"),
        ("ATHANOR_BEACON_GENESIS", "", "ATHANOR_BEACON_GENESIS"),
        ("ATHANOR_BEACON_PERIOD", "0", "ATHANOR_BEACON_PERIOD"),
        ("ATHANOR_BEACON_PERIOD", "three", "must be a whole number"),
    ],
)
def test_half_a_beacon_is_refused_with_what_is_missing(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, word in (BEACON | {name: value}).items():
        monkeypatch.setenv(variable, word)
    with pytest.raises(ImproperlyConfigured) as refused:
        beacon()
    assert said in str(refused.value)
