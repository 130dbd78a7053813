"""Where allauth asks us: only the choices that its settings cannot say."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from athanor.accounts import devices, logins
from athanor.accounts.models import User
from athanor.addresses import client, network_of
from athanor.design.errors import refused
from athanor.refusals import Refusal


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": "This name is taken: choose another one.",
        "guessed_everywhere": (
            "Too many wrong passwords were tried for this name, from several places. If it is yours, log in from "
            "a browser in which you were logged in before, or set a new password by “Forgot your password?”: "
            "that lets you in at once. If not, try again in an hour, or tomorrow."
        ),
    }

    _everywhere: ratelimit.RateLimitUsage | None = None

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Small letters only: said by making them small, which nobody minds."""
        cleaned: str = super().clean_username(username.lower(), shallow=shallow)
        return cleaned

    def clean_email(self, email: str) -> str:
        """No longer than its column: a form's own limit is wider, and not every database cuts or minds."""
        cleaned: str = super().clean_email(email)
        most = User._meta.get_field("email").max_length
        if most is not None and len(cleaned) > most:
            raise ValidationError(f"An e-mail address has at most {most} characters; this one has {len(cleaned)}.")
        return cleaned

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
            self._count_everywhere(request, logins.name_in(credentials))
        except ValidationError:
            logins.locked(request, credentials)
            raise

    def _count_everywhere(self, request: HttpRequest, name: str) -> None:
        """Wrong passwords for one name, from whichever network. Raises ValidationError."""
        self._everywhere = ratelimit.consume(
            request,
            app="allauth.account",
            action="login_failed_everywhere",
            key=devices.counted_as(request, name),
        )
        if self._everywhere is None:
            # Not for this network's own limit: no password was looked at.
            self._rollback_login_failed_rl_usage()
            raise self.validation_error("guessed_everywhere")

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if self._everywhere is not None:
            self._everywhere.rollback()

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords lock a name for the address that sent them; its owner can log in from another."""
        name = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{name}:{network_of(client(request.META))}"

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Two forms may be right at once and want the same name; the database lets one of them have it."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit=commit)
        except IntegrityError as error:
            raise ImmediateHttpResponse(refused(request, JUST_TAKEN)) from error


JUST_TAKEN = Refusal(
    "just-taken",
    "this name, or this e-mail address, was taken a moment ago",
    "if that was you, because the form was sent twice, log in; if not, sign up by another name",
    status=409,
)
