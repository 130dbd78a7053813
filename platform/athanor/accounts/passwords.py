"""Passwords that are known from breaches, and the same with a year or a sign behind them.

The list is Django's, of the 20,000 that were found most often. Few of them are as long as a password must be here;
what people do to make them longer is what is tried first, and is undone before the list is asked.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

LETTERS_FOR: Final = str.maketrans("013457@$!", "oieastasi")
SHORTEST: Final = 4
"""Of a listed password within another one: shorter ones stand in many that are good."""


class KnownPassword(CommonPasswordValidator):
    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        for plain in _plainer(password.lower()):
            if len(plain) >= SHORTEST and plain in self.passwords:
                raise ValidationError(
                    "This is a breached password with characters added. Take several words that nobody has put "
                    "together before.",
                    code="password_too_common",
                )

    def get_help_text(self) -> str:
        return "Your password can’t be one that is known from breaches, nor such a one with something around it."


def _plainer(password: str) -> set[str]:
    """What it may have been made of."""
    found = set()
    for one in (password, password.translate(LETTERS_FOR)):
        core = one.strip("0123456789!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ")
        half = core[: len(core) // 2]
        found |= {one, core, half if half * 2 == core else core}
    return found
