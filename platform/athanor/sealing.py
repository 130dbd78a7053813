"""Keys of deals at rest: encrypted under a key that follows from SECRET_KEY, until they are made public.

Who reads the database, or a copy of it, can compute no deal ahead. A key that is public stands there plainly, so
that what was published does not depend on a secret. To change ATHANOR_SECRET_KEY, name the old one in
ATHANOR_SECRET_KEY_FALLBACKS and run `manage.py prepare`, which seals everything anew.
"""

from __future__ import annotations

import base64
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

MARK: Final = "sealed:"
PURPOSE: Final = b"athanor: keys of deals"
LONGEST: Final = 255
"""Characters of a sealed key of 32 bytes, and some."""


def sealed(key: bytes) -> str:
    """Raises ImproperlyConfigured where everybody knows the secret key."""
    if settings.SECRET_KEY == settings.DEVELOPMENT_KEY and not settings.DEBUG:
        raise ImproperlyConfigured(
            "keys of deals are not sealed under the published development key: "
            "set ATHANOR_SECRET_KEY to a long random text (or ATHANOR_DEBUG=1 on your own machine)"
        )
    return MARK + _box(settings.SECRET_KEY).encrypt(key).decode()


def opened(text: str) -> bytes:
    """The key, from what is kept of it: sealed, or in hexadecimal. Raises ImproperlyConfigured."""
    if not text.startswith(MARK):
        return bytes.fromhex(text)
    try:
        return _boxes().decrypt(text.removeprefix(MARK))
    except InvalidToken:
        raise ImproperlyConfigured(
            "a key of deals was sealed under another ATHANOR_SECRET_KEY: "
            "name that one in ATHANOR_SECRET_KEY_FALLBACKS"
        ) from None


def is_sealed_now(text: str) -> bool:
    """Whether it is sealed under the present SECRET_KEY."""
    try:
        _box(settings.SECRET_KEY).decrypt(text.removeprefix(MARK))
    except InvalidToken:
        return False
    return text.startswith(MARK)


def _boxes() -> MultiFernet:
    return MultiFernet([_box(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _box(secret: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
