"""Signing up, logging in and changing an account: what is wrong is answered by 400 and its reason."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

from athanor.accounts.adapter import AccountAdapter
from athanor.accounts.models import User
from athanor.design.templatetags.athanor import sentence
from tests.athanor import world
from tests.athanor.front.reading import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
RIGHT = {
    "username": "ada",
    "email": "ada@example.org",
    "password1": "by-water-and-fire",
    "password2": "by-water-and-fire",
}


def test_it_works() -> None:
    response = Client().post("/accounts/signup/", RIGHT)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert User.objects.get().username == "ada"


def test_what_a_name_may_be_is_said_before_it_is_typed() -> None:
    page = Client().get("/accounts/signup/").content.decode()
    assert "2 to 32 small letters, digits and hyphens" in page
    assert "It is public" in page


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"username": "a b"}, "neither begins nor ends with a hyphen"),
        ({"username": "house"}, "is kept for the site itself"),
        ({"username": "bea"}, "This name is taken"),
        ({"username": "BEA"}, "This name is taken"),
        ({"email": "BEA@example.org"}, "already registered"),
        ({"email": "a" * 300 + "@example.org"}, "at most"),
        ({"email": "a" * 60 + "@" + "b" * 60 + "." + "c" * 60 + "." + "d" * 60 + "." + "e" * 60}, "at most 254"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password2": "something else"}, "same password"),
        ({"username": "a\0b"}, "Null characters"),
    ],
)
def test_nobody_signs_up_with_what_does_not_fit(wrong: dict[str, str], reason: str) -> None:
    world.author("bea")
    response = Client().post("/accounts/signup/", RIGHT | wrong)
    assert response.status_code == 400
    assert reason in response.content.decode()
    assert User.objects.count() == 1


def test_of_two_who_sign_up_at_once_by_one_name_the_second_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both forms were found right before either was saved."""
    world.author("ada")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, username, shallow=False: username)
    response = Client().post("/accounts/signup/", RIGHT | {"email": "other@example.org"})
    assert response.status_code == 409
    assert "taken a moment ago" in response.content.decode()
    assert User.objects.count() == 1


def test_a_wrong_password_is_400_and_says_so() -> None:
    Client().post("/accounts/signup/", RIGHT)
    response = Client().post("/accounts/login/", {"login": "ada", "password": "no"})
    assert response.status_code == 400
    assert "not correct" in response.content.decode()


@time_machine.travel(NOW, tick=False)
def test_a_second_factor_is_asked_for_once_it_is_on() -> None:
    client = Client()
    client.post("/accounts/signup/", RIGHT)
    client.post("/accounts/reauthenticate/", {"password": RIGHT["password1"]})
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200
    secret = page.context["form"].secret
    assert client.post("/accounts/2fa/totp/activate/", {"code": "nonsense"}).status_code == 400
    code = format_hotp_value(hotp_value(secret, int(NOW.timestamp()) // 30))
    assert client.post("/accounts/2fa/totp/activate/", {"code": code}).status_code == 302
    assert client.get("/accounts/2fa/recovery-codes/").status_code == 200
    other = Client()
    response = other.post("/accounts/login/", {"login": "ada", "password": RIGHT["password1"]})
    assert response["Location"].startswith("/accounts/2fa/authenticate/")
    assert other.get("/accounts/you/").status_code == 302
    assert other.post("/accounts/2fa/authenticate/", {"code": "000000x"}).status_code == 400


def test_the_forms_of_an_account_refuse_by_400() -> None:
    ada = client_of(world.author("ada"))
    for address, given in (
        ("/accounts/email/", {"action_add": "", "email": "nonsense"}),
        ("/accounts/password/reset/", {"email": "nonsense"}),
        ("/accounts/reauthenticate/", {"password": "no"}),
    ):
        assert ada.post(address, given).status_code == 400, address
        assert ada.get(address).status_code in (200, 302), address


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Sign Up", "Sign up"),
        (" Two-Factor Authentication\n", "Two-factor authentication"),
        ("Use TOTP Codes", "Use TOTP codes"),
        ("Delete", "Delete"),
    ],
)
def test_the_words_of_the_account_pages_are_written_as_sentences(title: str, written: str) -> None:
    assert sentence(title) == written


def test_the_sign_up_page_speaks_as_all_others_do() -> None:
    page = Client().get("/accounts/signup/").content.decode()
    assert "Sign up" in page
    assert "<h1>Sign Up" not in page
    assert ">Sign Up<" not in page
