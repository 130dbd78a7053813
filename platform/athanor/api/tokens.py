"""Who calls: a token in the header, and nothing else. The scope it needs is part of the route."""

from __future__ import annotations

from django.http import HttpRequest
from ninja.security import HttpBearer

from athanor.accounts.models import Scope, Token, User
from athanor.accounts.services import token_for
from athanor.api.throttle import note_wrong_token, refuse_guessing
from athanor.refusals import Refusal


def looked_up(request: HttpRequest, secret: str) -> Token | None:
    """Its token. An address that sends many wrong ones is refused before the next one is looked up."""
    refuse_guessing(request)
    found = token_for(secret)
    if found is None:
        note_wrong_token(request)
    return found


class Bearer(HttpBearer):
    """A valid token with the scope."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = looked_up(request, token)
        if found is not None and self.scope not in found.scopes:
            raise Refusal(
                "missing-scope",
                f"this token may not {self.scope.label}",
                f"make one with the scope {self.scope.value}",
                status=403,
            )
        return found


READS = Bearer(Scope.READ)
UPLOADS = Bearer(Scope.UPLOAD)
CHALLENGES = Bearer(Scope.CHALLENGE)
TOURNAMENTS = Bearer(Scope.TOURNAMENT)


def caller(request: HttpRequest) -> User:
    """The token's owner, on a route that has one of the above."""
    token: Token = request.auth  # type: ignore[attr-defined]
    return token.user


def caller_or_nobody(request: HttpRequest) -> User | None:
    """For what everybody may read and its author more of: a token is looked at, if there is one."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    found = looked_up(request, secret)
    return found.user if found is not None and Scope.READ in found.scopes else None
