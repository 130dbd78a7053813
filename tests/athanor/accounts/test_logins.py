"""Logins: what the log has of them, when they end, and what wrong passwords lock."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings as site
from django.core import mail
from django.test import Client
from pytest_django import Settings

from athanor import settings as deployed
from athanor.accounts.middleware import NOTED_EVERY, SEEN
from athanor.accounts.models import User
from athanor.accounts.services import token_for
from athanor.logs import formatter
from tests.athanor import world
from tests.athanor.front.reading import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
PASSWORD = "by-water-and-fire"
PUBLIC_FILES = ("/matches/{}/replay.athanor", "/matches/{}/replay.json")


@pytest.fixture
def ada() -> User:
    user = world.author("ada")
    user.set_password(PASSWORD)
    user.save()
    return user


def login(
    name: str = "ada", password: str = PASSWORD, address: str = "192.0.2.1", client: Client | None = None
) -> int:
    given = {"login": name, "password": password}
    answer = (client or Client()).post("/accounts/login/", given, REMOTE_ADDR=address)
    return answer.status_code


# --- the log


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    """What happened, who and from where: of each line about logins, as it is written."""
    records = [record for record in caplog.records if record.name == "athanor.accounts.logins"]
    lines = [formatter(colours=False).format(record) for record in records]
    assert all(line.isprintable() and line.isascii() for line in lines)
    found = [json.loads(line) for line in lines]
    return [(one["event"], one["user"], one["address"]) for one in found]


def test_it_works(ada: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    client = Client()
    assert login(client=client) == 302
    client.post("/accounts/logout/", REMOTE_ADDR="192.0.2.1")
    assert told(caplog) == [("login", "ada", "192.0.2.1"), ("logout", "ada", "192.0.2.1")]


def test_a_failed_login_is_logged_with_the_name_as_it_was_typed_and_never_the_password(
    ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    hostile = "ada\r\nlogin \x1b[31m\u202e"
    assert login(hostile, "a-wrong-password") == 400
    ((event, name, address),) = told(caplog)
    assert (event, address) == ("login failed", "192.0.2.1")
    assert name == hostile
    assert "a-wrong-password" not in caplog.text


def test_a_changed_password_is_logged(ada: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    changed(client_of(ada))
    assert ("password changed", "ada", "127.0.0.1") in told(caplog)


# --- wrong passwords


def test_wrong_passwords_lock_a_name_for_who_tried_them_and_not_for_its_owner(
    ada: User, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/300s/key"}
    for _ in range(3):
        login(password="wrong", address="198.51.100.9")
    assert login(address="198.51.100.9") == 400, "the stranger is locked, even with the right one"
    assert told(caplog)[-1] == ("login refused: too many attempts", "ada", "198.51.100.9")
    assert login(address="192.0.2.1") == 302


# --- wrong passwords from everywhere


@pytest.fixture
def bounded(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = deployed.ACCOUNT_RATE_LIMITS


EVERYWHERE = pytest.mark.usefixtures("bounded")


def guess_from_everywhere(name: str = "ada", times: int = 20) -> None:
    for number in range(times):
        login(name, "wrong", address=f"198.51.100.{number}")


@EVERYWHERE
def test_wrong_passwords_from_many_networks_are_bounded_for_one_name(
    ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    guess_from_everywhere()
    assert told(caplog)[-1][0] == "login failed"
    given = {"login": "ada", "password": PASSWORD}
    answer = Client().post("/accounts/login/", given, REMOTE_ADDR="203.0.113.5")
    assert answer.status_code == 400, "even with the right one"
    assert "set a new password by “Forgot your password?”" in answer.content.decode()
    assert told(caplog)[-1] == ("login refused: too many attempts", "ada", "203.0.113.5")


@pytest.mark.slow
@EVERYWHERE
def test_the_limit_of_a_day_holds_when_that_of_an_hour_is_over(ada: User, clock: time_machine.Traveller) -> None:
    for _ in range(3):
        guess_from_everywhere()
        clock.shift(timedelta(hours=1, seconds=1))
    assert login(address="203.0.113.5") == 400
    clock.shift(timedelta(hours=23))
    assert login(address="203.0.113.5") == 302


@EVERYWHERE
def test_guesses_at_an_address_are_bounded_however_it_is_spelt(ada: User) -> None:
    address_of(ada)
    guess_from_everywhere("ada@example.org", times=10)
    guess_from_everywhere("Ada@Example.org", times=10)
    assert login("ada@example.org", address="203.0.113.5") == 400


@EVERYWHERE
@pytest.mark.parametrize(("guessed", "asked"), [("ada", "ada@example.org"), ("ada@example.org", "ada")])
def test_nobody_learns_by_guesses_which_name_and_which_address_are_of_one_account(
    ada: User, guessed: str, asked: str
) -> None:
    address_of(ada)
    guess_from_everywhere(guessed)
    assert login(guessed, "wrong", address="203.0.113.5") == 400
    answer = Client().post("/accounts/login/", {"login": asked, "password": "wrong"}, REMOTE_ADDR="203.0.113.5")
    assert "for this name, from several places" not in answer.content.decode()
    assert login(asked, address="203.0.113.5") == 302


def address_of(user: User) -> None:
    user.email = "ada@example.org"
    user.save(update_fields=["email"])


@EVERYWHERE
def test_guesses_at_a_name_that_nobody_has_are_bounded_the_same(caplog: pytest.LogCaptureFixture) -> None:
    guess_from_everywhere("nobody", times=21)
    assert told(caplog)[-1][0] == "login refused: too many attempts"


@EVERYWHERE
def test_who_logs_in_from_a_browser_that_is_known_is_not_locked_out_by_others(ada: User) -> None:
    client = Client()
    assert login(client=client) == 302
    client.post("/accounts/logout/")
    guess_from_everywhere()
    assert login(client=client, address="203.0.113.5") == 302


@EVERYWHERE
@pytest.mark.parametrize("cookie", ["", "made-up", "of another user"])
def test_another_cookie_than_ones_own_lets_nobody_guess_on(ada: User, cookie: str) -> None:
    client = Client()
    if cookie == "of another user":
        bea = world.author("bea")
        bea.set_password(PASSWORD)
        bea.save()
        assert login("bea", client=client) == 302
        client.post("/accounts/logout/")
    else:
        client.cookies[site.DEVICE_COOKIE_NAME] = cookie
    guess_from_everywhere()
    assert login(client=client, address="203.0.113.5") == 400


@EVERYWHERE
def test_a_known_browser_may_guess_no_more_than_others(ada: User) -> None:
    client = Client()
    login(client=client)
    client.post("/accounts/logout/")
    for number in range(20):
        login(password="wrong", client=client, address=f"198.51.100.{number}")
    assert login(client=client, address="203.0.113.5") == 400
    assert login(address="203.0.113.6") == 302, "and counts for itself alone"


@EVERYWHERE
def test_a_link_in_an_e_mail_lets_its_owner_in_who_was_locked_out(ada: User) -> None:
    guess_from_everywhere()
    client = Client()
    form = client.get(reset_link(ada))["Location"]
    assert client.post(form, {"password1": NEW, "password2": NEW}).status_code == 302
    assert login(password=NEW, client=client, address="203.0.113.5") == 302


@pytest.mark.slow
@EVERYWHERE
def test_right_passwords_are_not_counted(ada: User) -> None:
    for number in range(25):
        assert login(address=f"198.51.100.{number}") == 302


@EVERYWHERE
def test_who_was_refused_for_others_guesses_is_not_locked_for_an_own_one(ada: User, settings: Settings) -> None:
    guess_from_everywhere()
    for _ in range(6):
        login(address="203.0.113.5")
    settings.ACCOUNT_RATE_LIMITS = {}
    assert login(address="203.0.113.5") == 302


# --- how long a login lasts


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def is_in(client: Client) -> bool:
    return client.get("/accounts/you/").status_code == 200


def test_a_login_ends_when_its_user_was_away_for_long(ada: User, clock: time_machine.Traveller) -> None:
    client = Client()
    login(client=client)
    for _ in range(4):
        clock.shift(timedelta(seconds=site.SESSION_IDLE_SECONDS))
        assert is_in(client), "each visit counts"
    clock.shift(timedelta(seconds=site.SESSION_IDLE_SECONDS + 1))
    assert not is_in(client)
    assert "You were logged out after 72 hours without a visit." in client.get("/").content.decode()


def test_a_login_ends_in_any_case(ada: User, clock: time_machine.Traveller) -> None:
    client = Client()
    login(client=client)
    visits = 14 * 2
    for _ in range(visits - 1):
        clock.shift(timedelta(hours=12))
        assert is_in(client)
    clock.shift(timedelta(hours=13))
    assert not is_in(client)
    assert "Logins last 14 days. Log in again." in client.get("/").content.decode()


def test_a_replay_that_caches_may_share_varies_by_no_cookie(ada: User) -> None:
    (match,) = world.order([world.bot() for _ in range(3)], now=NOW)
    world.play(match)
    client = Client()
    login(client=client)
    for visitor in (Client(), client):
        file, document = (visitor.get(path.format(match.public_id)) for path in PUBLIC_FILES)
        assert "immutable" in file["Cache-Control"]
        for answer in (file, document):
            assert "Cookie" not in answer.get("Vary", "")
    assert "Cookie" in client.get("/")["Vary"]


def test_to_read_pages_writes_no_session_each_time(ada: User, clock: time_machine.Traveller) -> None:
    client = Client()
    login(client=client)
    assert is_in(client)
    clock.shift(timedelta(seconds=60))
    before = client.session[SEEN]
    assert is_in(client)
    assert client.session[SEEN] == before
    clock.shift(timedelta(seconds=NOTED_EVERY))
    assert is_in(client)
    assert client.session[SEEN] > before


# --- passwords


NEW = "several words beside the door"


def changed(client: Client, password: str = NEW, **also: str) -> int:
    given = {"oldpassword": PASSWORD, "password1": password, "password2": password, **also}
    return client.post("/accounts/password/change/", given).status_code


def test_tokens_end_when_the_password_is_changed(ada: User) -> None:
    secret = world.token(ada)
    grace = world.token(world.author("grace"))
    assert changed(client_of(ada)) == 302
    assert token_for(secret) is None
    assert token_for(grace) is not None


def test_tokens_are_kept_where_the_user_ticks_so(ada: User) -> None:
    secret = world.token(ada)
    assert changed(client_of(ada), keep_tokens="on") == 302
    assert token_for(secret) is not None


def test_a_change_that_is_refused_ends_no_token(ada: User) -> None:
    secret = world.token(ada)
    assert changed(client_of(ada), "short") == 400
    assert token_for(secret) is not None


@pytest.mark.parametrize(
    "password",
    [
        "1234567890",
        "password123!",
        "Football2027!!",
        "!!dragon2026",
        "p@ssw0rd2027",
        "monkeymonkey",
        "ILOVEYOU#12345",
    ],
)
def test_a_password_known_from_breaches_is_refused_with_what_people_put_around_it(
    ada: User, password: str
) -> None:
    assert changed(client_of(ada), password) == 400


@pytest.mark.parametrize("password", [NEW, "by-water-and-fire-2", "kR7#vQ2m!xLp", "correct horse battery staple"])
def test_others_are_taken(ada: User, password: str) -> None:
    assert changed(client_of(ada), password) == 302


def test_a_link_that_resets_a_password_is_good_for_an_hour(ada: User, clock: time_machine.Traveller) -> None:
    link = reset_link(ada)
    clock.shift(timedelta(minutes=59))
    assert Client().get(link).status_code == 302
    clock.shift(timedelta(minutes=2))
    assert Client().get(link).context["token_fail"]


def test_a_reset_ends_tokens_as_a_change_does(ada: User) -> None:
    secret, client = world.token(ada), Client()
    form = client.get(reset_link(ada))["Location"]
    assert client.post(form, {"password1": NEW, "password2": NEW}).status_code == 302
    assert token_for(secret) is None


def reset_link(user: User) -> str:
    user.email = "ada@example.org"
    user.save(update_fields=["email"])
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": user.email})
    (found,) = re.findall(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    return str(found)
