from __future__ import annotations

from typing import ClassVar, Final

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from arena.games.registry import title_of
from athanor.accounts.models import User
from athanor.lifecycles import OPEN_VERSION, VERSION_IS_OPEN, VersionState, one_of

slug_shape = RegexValidator(
    r"\A[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?\Z",
    "A bot's address has 1 to 40 small letters, digits and hyphens.",
    code="bad-slug",
)


class Bot(models.Model):
    """A program of an author, through all its versions."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="bots")
    name = models.CharField(max_length=40)
    slug = models.CharField(max_length=40, validators=[slug_shape])
    current = models.ForeignKey("Version", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The version that plays on the ladders."""
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "slug"], name="bot_slug_once_an_owner"),
            models.CheckConstraint(
                condition=Q(retired_at__isnull=True) | Q(current__isnull=True), name="bot_retired_has_no_current"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/bots/{self.owner.username}/{self.slug}/"

    @property
    def title(self) -> str:
        """Its name, with its games where its author has another of that name: "thinking · Poison"."""
        same = Bot.objects.filter(owner=self.owner_id, name=self.name).exclude(pk=self.pk)
        return self.titled(is_shared=same.exists())

    def titled(self, *, is_shared: bool) -> str:
        """Its title, where it is known whether its author has another bot of its name."""
        if not is_shared:
            return self.name
        newest = self.current or self.versions.order_by("-number").first()
        played = ", ".join(map(title_of, newest.games)) if newest else ""
        return f"{self.name} · {played or self.slug}"


def titled(bots: QuerySet[Bot]) -> list[tuple[Bot, str]]:
    """Each bot with its title, in the order of the bots: for a list of them."""
    same_name = Bot.objects.filter(owner=OuterRef("owner"), name=OuterRef("name")).exclude(pk=OuterRef("pk"))
    found = bots.select_related("current").annotate(is_shared=Exists(same_name))
    return [(bot, bot.titled(is_shared=bot.is_shared)) for bot in found]


STORED: Final = Coalesce("stored_bytes", "size")
BUILT: Final = Coalesce("built_bytes", 0)
"""Bytes that a version takes in the store: of its bundle, and of what was built of it."""


class Version(models.Model):
    """What was uploaded once: immutable, named by its digest, with its own check, log and ratings."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=VersionState.choices, default=VersionState.UPLOADED)
    filename = models.CharField(max_length=120)
    size = models.PositiveIntegerField()
    """Of the upload, which may have been compressed."""
    digest = models.CharField(max_length=64)
    """SHA-256 of the bundle as the strict reader packed it again."""
    stored_bytes = models.PositiveIntegerField(null=True, blank=True)
    """Of that bundle, which is not compressed. None: it was stored before sizes were kept, and is not measured."""
    built = models.CharField(max_length=64, blank=True)
    """SHA-256 of the built bundle: what is played."""
    built_bytes = models.PositiveIntegerField(null=True, blank=True)
    """Of the built bundle, if there is one besides the upload. None: not built or not measured yet."""
    runtime = models.CharField(max_length=40)
    protocol = models.CharField(max_length=16)
    games = models.JSONField(default=list)
    joins = models.BooleanField(default=True)
    """Whether it becomes the current version, and joins the ladders, as soon as it is accepted."""
    reason = models.CharField(max_length=64, blank=True)
    """The code of why it was refused."""
    message = models.TextField(blank=True)
    """The same in a sentence or two, with what to do."""
    log = models.TextField(blank=True)
    """Of build and check, bounded, for its author only."""
    uploaded_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_once_a_bot"),
            models.CheckConstraint(condition=Q(state__in=VersionState.values), name="version_state_known"),
            models.CheckConstraint(
                condition=~Q(state=VersionState.ACCEPTED) | ~Q(built=""), name="version_accepted_is_built"
            ),
            models.CheckConstraint(
                condition=~Q(state=VersionState.REFUSED) | (~Q(reason="") & ~Q(message="")),
                name="version_refused_says_why",
            ),
            models.CheckConstraint(
                condition=(one_of(OPEN_VERSION) & VERSION_IS_OPEN) | (~one_of(OPEN_VERSION) & ~VERSION_IS_OPEN),
                name="version_decided_or_open",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=VERSION_IS_OPEN, name="version_open"),
        ]

    def __str__(self) -> str:
        return f"version {self.number} of {self.bot_id}"
