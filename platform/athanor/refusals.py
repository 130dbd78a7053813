"""A wish of a user that is not granted: a code, what was wrong with it, and what would be right."""

from __future__ import annotations


class Refusal(Exception):
    """Raised by services; shown by forms, by the API and by the command line in the same words."""

    def __init__(self, code: str, message: str, hint: str = "", status: int = 400) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.hint = hint
        self.status = status
        """Of the API's answer: 400 the wish is wrong, 403 not yours, 404 not there, 409 not now, 410 not
        there any more, 429 too often."""


class NotFound(Refusal):
    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__("not-found", message, hint, status=404)
