from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from athanor.accounts.names import username_shape


class User(AbstractUser):
    """An author of bots; the name is public and stands in addresses."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        max_length=32,
        unique=True,
        validators=[username_shape],
        error_messages={"unique": "This name is taken."},
        help_text="2 to 32 small letters, digits and hyphens.",
    )
    is_house = models.BooleanField(default=False)
    """The site's own author: its bots may share a table."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="user_email_once"),
            models.UniqueConstraint("is_house", condition=Q(is_house=True), name="user_one_house"),
        ]

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class Scope(models.TextChoices):
    """What a token allows besides reading what everybody may read."""

    READ = "read", "read your own bots, logs, refused uploads and stars"
    UPLOAD = "upload", "upload versions, make one current, retire bots"
    CHALLENGE = "challenge", "order unrated matches, and star replays"
    TOURNAMENT = "tournament", "enter tournaments, and direct your own"


class Token(models.Model):
    """A key to the API: shown once, kept as its SHA-256."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=64)
    prefix = models.CharField(max_length=16)
    """The first characters, by which its owner tells it from another."""
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.prefix}… of {self.user_id}"
