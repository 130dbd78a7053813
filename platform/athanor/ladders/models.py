from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from athanor import sealing
from athanor.bots.models import Bot, Version
from athanor.jobs.models import LEVELS
from athanor.matches.models import Match
from athanorpb.isolation import Isolation


class Ladder(models.Model):
    """A ranking of one game, with one way to play it: rated table by table, or solo, season by season."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    about = models.TextField(blank=True)
    game = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    least_seats = models.PositiveSmallIntegerField()
    """How few may play when there are not bots enough."""
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    """The fields of `athanorpb.farm.values.Clock` that differ from its defaults."""
    rotates = models.BooleanField(default=False)
    """Whether each deal is played as a duplicate set, by the seatings of `arena.kernel.seatings`."""
    season_days = models.PositiveSmallIntegerField(default=0)
    """How long a season of a solo ladder lasts; 0 on one that is rated."""
    season_seeds = models.PositiveSmallIntegerField(default=0)
    """How many deals a season has."""
    season_entries = models.PositiveSmallIntegerField(default=0)
    """How many versions one author may enter in a season: each is a look at the same deals."""
    least_isolation = models.CharField(max_length=8, default=Isolation.NONE.value)
    """What workers' sandboxes have to come up to, to play its matches and those of its tournaments: see
    `requirement`, by which it is changed."""
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
                condition=Q(least_seats__gte=1, least_seats__lte=F("seats")), name="ladder_seats_in_order"
            ),
            models.CheckConstraint(
                condition=Q(seats=1, season_days__gte=1, season_seeds__gte=1, season_entries__gte=1, rotates=False)
                | Q(least_seats__gte=2, season_days=0, season_seeds=0, season_entries=0),
                name="ladder_solo_has_seasons",
            ),
            models.CheckConstraint(condition=Q(least_isolation__in=LEVELS), name="ladder_isolation_known"),
            models.CheckConstraint(
                condition=Q(sigma__gt=0, beta__gt=0, tau__gte=0, draw_probability__gt=0, draw_probability__lt=1),
                name="ladder_rating_can_be_computed",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/ladders/{self.slug}/"

    @property
    def is_solo(self) -> bool:
        """Whether everybody plays alone, on the same deals: it has seasons and runs, and no ratings."""
        return self.seats == 1


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


class Season(models.Model):
    """A stretch of a solo ladder's time: a fixed set of deals, the same for everyone, sealed until it is over.

    Committed to (its key's hash is published), begun, over at `ends_at`, revealed when its last match has ended.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=sealing.LONGEST)
    """Sealed (`athanor.sealing`) until `revealed_at` is set, and then 64 hexadecimal digits."""
    commitment = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, published when the row was written: while the season before this one was played."""
    seeds = models.PositiveSmallIntegerField()
    entries = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """Settled. What the seeds follow from is fixed with the key."""
    clock = models.JSONField(default=dict)
    committed_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["ladder", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "number"], name="season_number_once_a_ladder"),
            models.UniqueConstraint(
                fields=["ladder"], condition=Q(begun_at__isnull=True), name="season_one_to_come"
            ),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="season_ends_after_it_starts"),
            models.CheckConstraint(
                condition=Q(begun_at__isnull=True) | Q(begun_at__gte=F("committed_at")),
                name="season_begins_after_its_commitment",
            ),
            models.CheckConstraint(
                condition=Q(revealed_at__isnull=True)
                | (Q(begun_at__isnull=False) & Q(revealed_at__gte=F("ends_at"))),
                name="season_revealed_after_its_end",
            ),
            models.CheckConstraint(condition=Q(number__gte=1, seeds__gte=1), name="season_has_deals"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.ladder_id}"

    def get_absolute_url(self) -> str:
        return f"{self.ladder.get_absolute_url()}seasons/{self.number}/"

    @property
    def revealed_key(self) -> str:
        """The key, once it is public; empty before."""
        return self.key if self.revealed_at else ""


class Run(models.Model):
    """A version's way through a season. Everything but `listed` and the time is counted from its trials."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="runs")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="runs")
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="runs")
    listed = models.BooleanField(default=True)
    """Whether it is on the board and gets matches: the version that the bot entered last."""
    entered_at = models.DateTimeField()
    played = models.PositiveSmallIntegerField(default=0)
    solved = models.PositiveSmallIntegerField(default=0)
    progress = models.JSONField(default=list)
    """The sums of the game's measures, the weightiest first."""
    marks = models.CharField(max_length=1000)
    """One letter a deal, in order: see `ladders.runs.Mark`."""
    faults = models.JSONField(default=dict)
    """How often its bot was out, by reason."""
    merit = models.CharField(max_length=120, blank=True)
    """What the board is sorted by, as text of a fixed width; empty until the result is shown."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "version"], name="run_once_a_version"),
            models.UniqueConstraint(
                fields=["season", "bot"], condition=Q(listed=True), name="run_one_listed_a_bot"
            ),
            models.CheckConstraint(condition=Q(solved__lte=F("played")), name="run_solved_were_played"),
        ]
        indexes: ClassVar = [
            models.Index("season", F("merit").desc(), "id", condition=Q(listed=True), name="run_board"),
            models.Index(fields=["bot", "-id"], name="run_of_bot"),
        ]


class Trial(models.Model):
    """One version on one deal of a season: ordered once, and again on the same deal while its match is void."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="trials")
    number = models.PositiveSmallIntegerField()
    """Of the deal, from 1."""
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="trial")
    """The one that counts, or the last that was tried."""
    tries = models.PositiveIntegerField(default=1)
    settled_at = models.DateTimeField(null=True, blank=True)
    solved = models.BooleanField(default=False)
    out = models.CharField(max_length=32, blank=True)
    """Why its bot was out: then nothing is solved, however the autopilot did."""
    progress = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "number"], name="trial_once_a_deal"),
            models.CheckConstraint(condition=Q(number__gte=1), name="trial_from_one"),
            models.CheckConstraint(
                condition=Q(solved=False) | Q(out="", settled_at__isnull=False), name="trial_solved_by_its_bot"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["run"], condition=Q(settled_at__isnull=True), name="trial_open"),
        ]
