from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from athanor.bots.models import Bot, Version
from athanor.matches.models import Match


class Ladder(models.Model):
    """A ranking of one game, with one way to play it."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    about = models.TextField(blank=True)
    game = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    least_seats = models.PositiveSmallIntegerField()
    """How few may play when there are not bots enough."""
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    """The fields of `arena.orders.documents.Clock` that differ from its defaults."""
    rotates = models.BooleanField(default=False)
    """Whether each deal is played once from every seat, as a duplicate set."""
    open = models.BooleanField(default=True)
    """A closed ladder orders no more matches and takes no newcomers."""
    place = models.PositiveSmallIntegerField(default=0)
    """In lists of ladders."""
    sequence = models.PositiveBigIntegerField(default=0)
    """Of its last ledger entry. Whoever rates a match takes this row first, so entries have one order."""

    mu = models.FloatField(default=25.0)
    sigma = models.FloatField(default=25.0 / 3)
    beta = models.FloatField(default=25.0 / 6)
    tau = models.FloatField(default=25.0 / 300)
    draw_probability = models.FloatField(default=0.05)

    class Meta:
        ordering: ClassVar = ["place", "slug"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(least_seats__gte=2, least_seats__lte=F("seats")), name="ladder_seats_in_order"
            ),
            models.CheckConstraint(
                condition=Q(sigma__gt=0, beta__gt=0, tau__gte=0, draw_probability__gt=0, draw_probability__lt=1),
                name="ladder_rating_can_be_computed",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/ladders/{self.slug}/"


class Standing(models.Model):
    """A version's place on a ladder. Everything but `listed` and the times is a fold over the ledger."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="standings")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="standings")
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="standings")
    listed = models.BooleanField()
    """Whether it is on the board and gets matches: a bot's current version, while it takes part."""
    mu = models.FloatField()
    sigma = models.FloatField()
    exposure = models.FloatField()
    """mu - 3 sigma, stored so that the board is an index."""
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    """Matches in which no other seat ranked better."""
    trend = models.FloatField(default=0.0)
    """Of the exposure over the last ten matches."""
    recent = models.JSONField(default=list)
    """The last ten matches, oldest first: [rank, seats, exposure after it]."""
    entered_at = models.DateTimeField()
    paired_at = models.DateTimeField()
    """When a match was last ordered for it, or it entered: the longest waiting is served first."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "version"], name="standing_once_a_version"),
            models.UniqueConstraint(
                fields=["ladder", "bot"], condition=Q(listed=True), name="standing_one_listed_a_bot"
            ),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="standing_sigma_positive"),
            models.CheckConstraint(condition=Q(wins__lte=F("games")), name="standing_wins_are_games"),
        ]
        indexes: ClassVar = [
            models.Index("ladder", F("exposure").desc(), "id", condition=Q(listed=True), name="standing_board"),
            models.Index(
                fields=["ladder", "games", "paired_at"], condition=Q(listed=True), name="standing_waiting"
            ),
        ]


class LedgerEntry(models.Model):
    """One rated match, in the ladder's one order: a match stands here once or never."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="ledger")
    sequence = models.PositiveBigIntegerField()
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="ledger_entry")
    entered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "ledger entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "sequence"], name="ledger_one_order"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="ledger_from_one"),
        ]


class LedgerLine(models.Model):
    """What one match did to one standing. The ranks are the ledger; the numbers follow from them."""

    entry = models.ForeignKey(LedgerEntry, on_delete=models.CASCADE, related_name="lines")
    standing = models.ForeignKey(Standing, on_delete=models.PROTECT, related_name="lines")
    seat = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "seat"], name="line_once_a_seat"),
            models.UniqueConstraint(fields=["entry", "standing"], name="line_once_a_standing"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="line_rank_from_one"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["standing", "-entry"], name="line_of_standing"),
        ]
