"""API tokens: made, shown once, found again by their digest, revoked."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from athanor.accounts.models import Scope, Token, User
from athanor.refusals import NotFound, Refusal

MARK = "ath_"
"""What every token begins with, so that a scanner of secrets knows one when it sees it."""
NOTED_EVERY = timedelta(minutes=1)
"""`last_used_at` is written no more often: reading the API is no reason to write."""


@dataclass(frozen=True, slots=True)
class NewToken:
    token: Token
    secret: str
    """Shown now and never again."""


def issue_token(
    *, user: User, name: str, scopes: Collection[str] = tuple(Scope.values), days: int | None = None
) -> NewToken:
    name = name.strip()
    if not name or len(name) > 64:
        raise Refusal(
            "bad-name", "a token needs a name of 1 to 64 characters", "name the machine that will use it"
        )
    known = f"choose from: {', '.join(Scope.values)}"
    unknown = [scope for scope in scopes if scope not in Scope.values]
    if unknown:
        raise Refusal("bad-scope", f"there is no scope {unknown[0]!r}", known)
    if not scopes:
        raise Refusal("bad-scope", "a token without a scope allows nothing", known)
    if days is not None and not 1 <= days <= 3650:
        raise Refusal("bad-expiry", f"a token can last 1 to 3650 days, not {days}", "or leave the days out")
    secret = MARK + secrets.token_urlsafe(32)
    now = timezone.now()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.tokens.filter(revoked_at=None).count() >= settings.TOKENS_A_USER:
            raise Refusal(
                "too-many-tokens", "you have as many tokens as there may be", "revoke one first", status=409
            )
        token = Token.objects.create(
            user=user,
            name=name,
            prefix=secret[: len(MARK) + 6],
            digest=digest_of(secret),
            scopes=sorted(set(scopes)),
            expires_at=None if days is None else now + timedelta(days=days),
        )
    return NewToken(token, secret)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_for(secret: str) -> Token | None:
    """The valid token of a secret."""
    now = timezone.now()
    valid = Q(expires_at=None) | Q(expires_at__gt=now)
    token = (
        Token.objects.filter(valid, digest=digest_of(secret), revoked_at=None, user__is_active=True)
        .select_related("user")
        .first()
    )
    if token is not None and (token.last_used_at is None or now - token.last_used_at > NOTED_EVERY):
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke_all_tokens(*, user: User) -> int:
    """How many there were."""
    return Token.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())


def revoke_token(*, user: User, token_id: int) -> None:
    revoked = Token.objects.filter(user=user, pk=token_id, revoked_at=None).update(revoked_at=timezone.now())
    if not revoked:
        raise NotFound("you have no such token, or it is revoked already")
