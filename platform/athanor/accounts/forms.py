"""The forms of an account: signing up, changing a password, and making an API token."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import ResetPasswordKeyForm as AllauthResetPasswordKeyForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms

from athanor.accounts.models import Scope, User
from athanor.accounts.services import NewToken, issue_token, revoke_all_tokens
from athanor.refusals import Refusal

LASTS = [("", "until it is revoked"), ("7", "a week"), ("30", "30 days"), ("365", "a year")]


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """Says beforehand what a name may be, and that everybody sees it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shape = User._meta.get_field("username").help_text
        self.fields["username"].help_text = f"{shape} It is public: your bots are shown under it."
        self.fields["email"].help_text = "Shown to nobody."


class EndsTokens(forms.Form):
    """Whoever changes a password because somebody else knew it wants what that one made with it to end."""

    keep_tokens = forms.BooleanField(
        label="Keep my API tokens",
        required=False,
        help_text="Without it they end now: programs that use one need a new one.",
    )

    def end_tokens(self, user: User) -> None:
        if not self.cleaned_data["keep_tokens"]:
            revoke_all_tokens(user=user)


class ChangePasswordForm(EndsTokens, AllauthChangePasswordForm):  # type: ignore[misc]
    field_order = ("oldpassword", "password1", "password2", "keep_tokens")

    def save(self) -> None:
        super().save()
        self.end_tokens(self.user)


class ResetPasswordKeyForm(EndsTokens, AllauthResetPasswordKeyForm):  # type: ignore[misc]
    field_order = ("password1", "password2", "keep_tokens")

    def save(self) -> None:
        super().save()
        self.end_tokens(self.user)


class TokenForm(forms.Form):
    name = forms.CharField(max_length=64, help_text="Where it will be used: “my laptop”, “CI of the bot”.")
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices, initial=Scope.values, widget=forms.CheckboxSelectMultiple, label="It may"
    )
    days = forms.TypedChoiceField(
        choices=LASTS, coerce=int, empty_value=None, required=False, label="It lasts", initial="365"
    )

    def save(self, user: User) -> NewToken | None:
        """The token with its secret, to be shown once; None where it was refused: see `errors`."""
        try:
            return issue_token(
                user=user,
                name=self.cleaned_data["name"],
                scopes=self.cleaned_data["scopes"],
                days=self.cleaned_data["days"],
            )
        except Refusal as refusal:
            self.add_error(None, forms.ValidationError(f"{refusal.message} {refusal.hint}", code=refusal.code))
            return None
