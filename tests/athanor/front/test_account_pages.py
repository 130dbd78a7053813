"""Tokens are shown once; the look is remembered; accounts are ours to look at."""

from __future__ import annotations

import pytest
from django.test import Client

from athanor.accounts.models import Token, User
from athanor.accounts.services import token_for
from tests.athanor import world
from tests.athanor.front.reading import client_of, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def ada() -> User:
    return world.author("ada")


def test_a_token_is_shown_once_and_works(ada: User) -> None:
    client = client_of(ada)
    response = client.post("/accounts/tokens/", {"name": "laptop", "scopes": ["upload", "read"], "days": "30"})
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    secret = response.content.decode().split('class="secret"><code class="text">')[1].split("<")[0]
    token = token_for(secret)
    assert token is not None
    assert token.scopes == ["read", "upload"]
    assert secret not in client.get("/accounts/tokens/").content.decode()


def test_what_became_of_the_last_upload_stands_with_its_bot(ada: User) -> None:
    gus, mercury = world.bot("gus", ada), world.bot("mercury", ada)
    world.version(gus, state="refused", built="", reason="crash", message="It crashed.")
    page = client_of(ada).get("/accounts/you/").content.decode()
    assert "version 2: refused" in page
    assert "/bots/ada/gus/versions/2/" in page
    assert page.count("version 1 plays") == 2
    world.version(world.bot("new", ada, playing=False), state="checking", built="", decided_at=None)
    assert "version 2: being built and checked" in client_of(ada).get("/accounts/you/").content.decode()
    assert f"{mercury.get_absolute_url()}versions/" not in page


def test_the_command_that_asks_for_a_token_is_shown_as_it_is_typed(ada: User) -> None:
    client = client_of(ada)
    command = "athanor login http://testserver"
    assert command in client.get("/accounts/tokens/").content.decode()
    made = client.post("/accounts/tokens/", {"name": "laptop", "scopes": ["read"], "days": "30"})
    assert command in made.content.decode()


@pytest.mark.parametrize(
    "given",
    [
        {"name": "", "scopes": ["read"], "days": "30"},
        {"name": "laptop", "scopes": [], "days": "30"},
        {"name": "laptop", "scopes": ["everything"], "days": "30"},
        {"name": "laptop", "scopes": ["read"], "days": "-1"},
        {"name": "x" * 65, "scopes": ["read"], "days": ""},
    ],
)
def test_a_token_that_cannot_be_made_says_why(ada: User, given: dict[str, object]) -> None:
    response = client_of(ada).post("/accounts/tokens/", given)
    assert response.status_code == 400
    assert "field wrong" in response.content.decode()
    assert not Token.objects.exists()


def test_a_token_is_revoked_by_its_owner_alone(ada: User) -> None:
    world.token(ada)
    token = Token.objects.get()
    bea = client_of(world.author("bea"))
    assert bea.post(f"/accounts/tokens/{token.pk}/revoke/").status_code == 404
    assert client_of(ada).post(f"/accounts/tokens/{token.pk}/revoke/", follow=True).status_code == 200
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert client_of(ada).post(f"/accounts/tokens/{10**30}/revoke/").status_code == 404


def test_the_look_is_remembered_without_javascript() -> None:
    client = Client()
    assert "data-theme" not in client.get("/").content.decode().split(">")[1]
    response = client.post("/theme/", {"next": "/ladders/"})
    assert response["Location"] == "/ladders/"
    assert '<html lang="en" data-theme="night">' in client.get("/").content.decode()
    client.post("/theme/", {})
    assert '<html lang="en" data-theme="vellum">' in client.get("/").content.decode()


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/", "//example.org", "javascript:alert(1)", "\\\\example.org"]
)
def test_the_look_leads_nowhere_else(elsewhere: str) -> None:
    assert Client().post("/theme/", {"next": elsewhere})["Location"] == "/"


def test_a_look_that_is_none_is_refused() -> None:
    assert Client().post("/theme/", {"theme": "disco"}).status_code == 400


def test_a_cookie_that_somebody_made_up_changes_nothing() -> None:
    client = Client()
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en">' in client.get("/").content.decode()


def test_somebody_signs_up_and_is_shown_what_to_do(db: None) -> None:
    client = Client()
    given = {
        "username": "zoe",
        "email": "zoe@example.org",
        "password1": "a long way down",
        "password2": "a long way down",
    }
    response = client.post("/accounts/signup/", given, follow=True)
    assert response.status_code == 200
    assert "athanor new poison mybot" in client.get("/accounts/you/").content.decode()


def test_a_sign_up_that_is_refused_keeps_what_was_typed(db: None) -> None:
    response = Client().post(
        "/accounts/signup/", {"username": "Zoë!", "email": "zoe@", "password1": "x", "password2": "y"}
    )
    page = page_of(response)
    assert page.faults == []
    assert "zoe@" in page.text
    assert "field wrong" in page.text
