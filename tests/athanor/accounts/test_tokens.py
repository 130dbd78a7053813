"""API tokens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from athanor.accounts.forms import TokenForm
from athanor.accounts.models import Token
from athanor.accounts.queries import tokens_of
from athanor.accounts.services import issue_token, revoke_token, token_for
from athanor.refusals import NotFound, Refusal
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_it_works() -> None:
    ada = world.author("ada")
    new = issue_token(user=ada, name=" my laptop ", scopes=["upload"])
    found = token_for(new.secret)
    assert found is not None
    assert (found.user, found.scopes, found.name) == (ada, ["upload"], "my laptop")


def test_the_secret_is_nowhere_in_the_database() -> None:
    new = issue_token(user=world.author(), name="t")
    assert new.secret not in str(Token.objects.values().get())
    assert new.secret.startswith(new.token.prefix)
    assert len(new.secret) > 40


def test_revoked_expired_unknown_and_of_an_inactive_user_open_nothing() -> None:
    ada = world.author("ada")
    revoked, expired, inactive = (issue_token(user=ada, name="t", days=1) for _ in range(3))
    revoke_token(user=ada, token_id=revoked.token.pk)
    Token.objects.filter(pk=expired.token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert token_for(inactive.secret) is not None
    ada.is_active = False
    ada.save()
    for secret in (revoked.secret, expired.secret, inactive.secret, "ath_guessed", ""):
        assert token_for(secret) is None


def test_nobody_revokes_somebody_elses_token() -> None:
    token = issue_token(user=world.author(), name="t").token
    with pytest.raises(NotFound):
        revoke_token(user=world.author(), token_id=token.pk)
    token.refresh_from_db()
    assert token.revoked_at is None


@pytest.mark.parametrize(
    ("code", "wish"),
    [
        ("bad-name", {"name": " "}),
        ("bad-name", {"name": "x" * 65}),
        ("bad-scope", {"name": "t", "scopes": ["admin"]}),
        ("bad-scope", {"name": "t", "scopes": []}),
        ("bad-expiry", {"name": "t", "days": 0}),
    ],
)
def test_a_wrong_wish_says_what_is_wrong(code: str, wish: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refusal:
        issue_token(user=world.author(), **wish)  # type: ignore[arg-type]
    assert refusal.value.code == code
    assert refusal.value.hint


def test_there_is_a_limit_and_revoking_makes_room(settings: Settings) -> None:
    settings.TOKENS_A_USER = 1
    ada = world.author("ada")
    first = issue_token(user=ada, name="t").token
    with pytest.raises(Refusal, match="too-many-tokens"):
        issue_token(user=ada, name="t")
    revoke_token(user=ada, token_id=first.pk)
    issue_token(user=ada, name="t")
    assert len(tokens_of(ada)) == 1


def test_using_a_token_often_writes_seldom(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    new = issue_token(user=world.author(), name="t")
    token_for(new.secret)
    with django_assert_num_queries(1):
        token_for(new.secret)


def test_the_form_makes_a_token_or_says_why_not(settings: Settings) -> None:
    ada = world.author("ada")
    form = TokenForm({"name": "ci", "scopes": ["upload", "read"], "days": "30"})
    assert form.is_valid(), form.errors
    new = form.save(ada)
    assert new is not None
    assert new.token.scopes == ["read", "upload"]
    settings.TOKENS_A_USER = 1
    again = TokenForm({"name": "ci", "scopes": ["read"], "days": ""})
    assert again.is_valid()
    assert again.save(ada) is None
    assert again.errors
