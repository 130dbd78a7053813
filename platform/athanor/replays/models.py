from __future__ import annotations

from typing import ClassVar

from django.db import models

from athanor.accounts.models import User
from athanor.matches.models import Match


class Star(models.Model):
    """A user wants this replay to be kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="stars")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="stars")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "match"], name="star_once_a_user"),
        ]

    def __str__(self) -> str:
        return f"star of {self.user_id} on {self.match_id}"
