from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from athanor.accounts.models import User


class Notice(models.Model):
    """Something that the site tells one user: one sentence, and the page that it is about."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    key = models.CharField(max_length=120)
    """What happened, named by whoever tells it: the same is told to a user once."""
    at = models.DateTimeField()
    sentence = models.CharField(max_length=400)
    address = models.CharField(max_length=200)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="notice_once_a_user")]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="notice_by_user"),
            models.Index(fields=["user"], condition=Q(read_at=None), name="notice_unread"),
            models.Index(fields=["at"], name="notice_by_age"),
        ]

    def __str__(self) -> str:
        return self.sentence
