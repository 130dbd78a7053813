"""What is read from the environment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from arena.environment import FromEnvironment, variable
from arena.replay.beacon import Timetable
from arena.worker import environment as worker
from athanor.environment import Beacon, Site, beacon, database, site
from athanor.supervisor import layout

README = Path(__file__).parents[2] / "platform" / "README.md"
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


@pytest.mark.parametrize("where", ["[::1", "ada:s3cr#t@db/x", "ada:s3cr/t@db:5432", "db:99999"])
def test_a_database_with_an_impossible_host_or_port_is_one_sentence_without_its_password(where: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="ATHANOR_DATABASE_URL has a host or a port that") as told:
        database(f"postgresql://{where}", VAR)
    assert "s3cr" not in str(told.value)
    assert told.value.__suppress_context__


@pytest.mark.parametrize("name", ["ATHANOR_BROKER_URL", "ATHANOR_LIVE_URL"])
def test_an_address_that_is_none_is_one_sentence_without_its_password(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} must be the URL of a .*redis://HOST:6379") as told:
        site({name: "redsi://ada:s3cr@host/0"})
    assert "s3cr" not in str(told.value)


# --- the beacon

BEACON = {
    "ATHANOR_BEACON": "https://api.drand.sh/public/{round}",
    "ATHANOR_BEACON_NAME": "drand",
    "ATHANOR_BEACON_GENESIS": "1692803367",
    "ATHANOR_BEACON_PERIOD": "3",
}


def test_a_beacon_is_its_source_its_name_and_its_timetable() -> None:
    assert beacon(site(BEACON)) == Beacon(BEACON["ATHANOR_BEACON"], "drand", Timetable(1692803367, 3))
    assert beacon(site(BEACON | {"ATHANOR_BEACON": ""})) is None


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
def test_half_a_beacon_is_refused_with_what_is_missing(name: str, value: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        beacon(site(BEACON | {name: value}))
    assert said in str(refused.value)


# --- all of them


def test_without_any_variable_it_is_the_embedded_default() -> None:
    given = site({})
    assert (given.var, given.debug, given.https, given.log_level) == ("var", False, None, "INFO")
    assert given.allowed_hosts == ("localhost", "127.0.0.1", "[::1]")
    assert given == site({"ATHANOR_HTTPS": "", "ATHANOR_LEASE": " ", "PATH": "/bin"}), "empty is not set"


def test_each_is_read_as_what_it_is() -> None:
    given = site(
        {
            "ATHANOR_DEBUG": "Yes",
            "ATHANOR_HTTPS": "off",
            "ATHANOR_KEEP_LOGS": " 7 ",
            "ATHANOR_ALLOWED_HOSTS": "a.example.org, b.example.org,",
            "ATHANOR_RECORD_KEY": "ab" * 16,
            "ATHANOR_LOG_LEVEL": "warning",
        }
    )
    assert (given.debug, given.https, given.keep_logs, given.log_level) == (True, False, 7, "WARNING")
    assert given.allowed_hosts == ("a.example.org", "b.example.org")
    assert given.record_key == b"\xab" * 16


@pytest.mark.parametrize(
    ("name", "word", "said"),
    [
        ("DEBUG", "maybe", "ATHANOR_DEBUG is 'maybe'; it must be 1 or 0"),
        ("KEEP_LOGS", "-1", "ATHANOR_KEEP_LOGS is '-1'; it must be a whole number"),
        ("KEEP_LOGS", "\u00b2", "ATHANOR_KEEP_LOGS is '\u00b2'; it must be a whole number"),
        ("KEEP_LOGS", "9" * 5000, "it must be a whole number"),
        ("LOG_LEVEL", "loud", "ATHANOR_LOG_LEVEL is 'loud'; it must be one of: DEBUG, INFO, WARNING, ERROR"),
        ("RECORD_KEY", "my secret", "ATHANOR_RECORD_KEY must be hexadecimal digits, such as `openssl rand"),
    ],
)
def test_what_is_wrong_is_told_with_the_variable_and_what_it_must_be(name: str, word: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        site({f"ATHANOR_{name}": word})
    assert said in str(refused.value)
    assert "my secret" not in str(refused.value)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        site({"ATHANOR_LEASE": "soon", "ATHANOR_ATTEMPTS": "many"})
    assert str(refused.value) == (
        "ATHANOR_LEASE is 'soon'; it must be a whole number\nATHANOR_ATTEMPTS is 'many'; it must be a whole number"
    )


def test_no_secret_is_shown_with_the_others() -> None:
    secrets = {"ATHANOR_SECRET_KEY": "hush", "ATHANOR_RECORD_KEY": "ab" * 32, "ATHANOR_EMAIL_PASSWORD": "hush"}
    shown = repr(site(secrets | {"ATHANOR_DATABASE_URL": "postgresql://ada:hush@db/site"}))
    assert "hush" not in shown
    assert "xab" not in shown


@pytest.mark.parametrize("settings", [Site, layout.Variables, worker.Variables], ids=lambda kind: kind.__module__)
def test_the_readme_has_every_variable(settings: type[FromEnvironment]) -> None:
    rows = [line.split("|")[1] for line in README.read_text().splitlines() if line.startswith("| `ATHANOR_")]
    named = {name for row in rows for name in names_in(row)}
    assert {variable(field) for field in settings.model_fields} <= named


def names_in(row: str) -> set[str]:
    """`ATHANOR_EMAIL_HOST`, `_PORT`: the second one is ATHANOR_EMAIL_PORT, or ATHANOR_PORT."""
    words = re.findall(r"`(\w+)`", row)
    parts = words[0].split("_")
    stems = ["_".join(parts[:length]) for length in range(1, len(parts))]
    return {*words, *(f"{stem}{word}" for stem in stems for word in words[1:] if word.startswith("_"))}
