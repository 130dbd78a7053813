"""Where allauth asks us: only the choices that its settings cannot say."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Small letters only: said by making them small, which nobody minds."""
        cleaned: str = super().clean_username(username.lower(), shallow=shallow)
        return cleaned
