"""E-mails of a site without a mail server: kept in a file that only the site's own user can read.

They contain links that reset passwords, which must not end up in a log that others can read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

LARGEST: Final = 1024 * 1024
"""Bytes; then the file is put aside, and the one before that forgotten."""
BETWEEN: Final = "-" * 79


class Kept(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        file: Path = settings.KEPT_MAIL
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and file.stat().st_size > LARGEST:
            file.replace(file.with_suffix(".old.txt"))
        for message in email_messages:
            text = f"{message.message().as_bytes().decode(errors='replace')}\n{BETWEEN}\n"
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w") as mail:
                # It may be one that an operator has made with other rights.
                os.fchmod(mail.fileno(), 0o600)
                mail.write(text)
        return len(email_messages)
