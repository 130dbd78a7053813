"""What a user may be called: the name stands in addresses and in every record."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

RESERVED = frozenset(
    [
        "admin",
        "administrator",
        "anonymous",
        "api",
        "arena",
        "athanor",
        "bots",
        "docs",
        "health",
        "help",
        "house",
        "ladders",
        "login",
        "logout",
        "matches",
        "me",
        "moderator",
        "new",
        "none",
        "null",
        "official",
        "operator",
        "public",
        "replays",
        "root",
        "search",
        "settings",
        "signup",
        "staff",
        "static",
        "support",
        "system",
        "tournaments",
        "upload",
    ]
)

username_shape = RegexValidator(
    r"\A[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?\Z",
    "A user name has 2 to 32 small letters, digits and hyphens, and neither begins nor ends with a hyphen.",
    code="bad-username",
)


def not_reserved(name: str) -> None:
    """Only where people sign up: the house itself is one of these."""
    if name.lower() in RESERVED:
        raise ValidationError(f"The name {name} is kept for the site itself; choose another one.", code="reserved")


USERNAME_VALIDATORS: list[Callable[[str], None]] = [username_shape, not_reserved]
