from __future__ import annotations

from collections import defaultdict
from typing import ClassVar, NamedTuple

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.jobs.models import Job
from athanor.ladders.models import Ladder
from athanor.lifecycles import EntryState, TournamentState, one_of
from athanor.matches.models import Match

slug_shape = RegexValidator(
    r"\A[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?\Z",
    "A tournament's address has 1 to 60 small letters, digits and hyphens.",
    code="bad-slug",
)

RUNS = (TournamentState.RUNNING, TournamentState.PAUSED)
TAKES_ENTRIES = (TournamentState.REGISTRATION, TournamentState.CHECK_IN)
TO_COME = (TournamentState.ANNOUNCED, *TAKES_ENTRIES)
OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED)

IS_MOVED_ON = one_of((*TO_COME, TournamentState.RUNNING, TournamentState.FINISHED))
"""What the schedule looks at: a draft and what is paused or over wait for a person, or for nothing."""


class Series(models.Model):
    """A tournament that comes again: its plan, and the rule by which the next edition is opened."""

    slug = models.CharField(max_length=50, unique=True, validators=[slug_shape])
    plan = models.JSONField()
    """What its organizer asked for (`plan.Plan`); every edition is made from it."""
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="series")
    editions = models.PositiveIntegerField(default=0)
    """How many were opened so far; they are numbered without a gap."""
    last_starts_at = models.DateTimeField()
    """Of the newest edition: the next one is that which the rule has after it."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """From then on no edition is opened."""

    class Meta:
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.slug


class Tournament(models.Model):
    """One event. What was played of it is a fold over `records`; the rest is here."""

    slug = models.CharField(max_length=60, unique=True, validators=[slug_shape])
    title = models.CharField(max_length=80)
    about = models.TextField(blank=True)
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    """The fields of `athanorpb.farm.values.Clock`."""
    settings = models.JSONField()
    """`arena.pairing.settings.Settings` as a document, its seed left out."""
    seed = models.CharField(max_length=64)
    """64 hexadecimal digits: of the draw and the lots. Told when the draw is."""
    commitment = models.CharField(max_length=64)
    """SHA-256 of the seed, told from the beginning."""
    plan = models.JSONField()
    """What its organizer asked for (`plan.Plan`): the form is filled with it, the next edition made of it."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tournaments")
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments")
    edition = models.PositiveIntegerField(default=1)

    conditions = models.JSONField(default=list)
    """Who may enter: `conditions.py` reads it."""
    invited = models.ManyToManyField(User, blank=True, related_name="invitations")
    capacity = models.PositiveIntegerField()
    per_user = models.PositiveIntegerField()
    ladder = models.ForeignKey(Ladder, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """Whose ratings the entrants are seeded by."""
    late_entry = models.BooleanField(default=False)

    time_zone = models.CharField(max_length=64)
    opens_at = models.DateTimeField()
    check_in_at = models.DateTimeField()
    """When registration closes, and who is entered has to say so again. As `starts_at`: there is no check-in."""
    starts_at = models.DateTimeField()
    round_minutes = models.PositiveIntegerField(default=0)
    """A round begins no earlier than this after the one before it began; 0: when that one is decided."""
    next_round_at = models.DateTimeField(null=True, blank=True)

    reveal_at = models.DateTimeField(null=True, blank=True)
    """When results begin to be told; null: at once, as they come."""
    reveal_minutes = models.PositiveIntegerField(default=0)
    """Between one round's results and the next one's; 0: all are told at `reveal_at`."""
    revealed = models.PositiveIntegerField(default=0)
    """How many rounds' results have been told, where they are told later."""

    state = models.CharField(max_length=12, choices=TournamentState.choices, default=TournamentState.DRAFT)
    reason = models.CharField(max_length=200, blank=True)
    """Why it was called off, or is paused."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    """Of its last record. Whoever writes one holds this row."""
    rounds = models.PositiveIntegerField(default=0)
    """How many rounds have been paired so far, over all stages: what `Record.round` counts."""
    acts = models.PositiveIntegerField(default=0)
    """Of its last act: a command says which one its giver had seen."""

    class Meta:
        ordering: ClassVar = ["-starts_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=TournamentState.values), name="tournament_state_known"),
            models.CheckConstraint(
                condition=Q(opens_at__lte=F("check_in_at"), check_in_at__lte=F("starts_at")),
                name="tournament_times_in_order",
            ),
            models.CheckConstraint(
                condition=~one_of((*RUNS, *OVER)) | Q(started_at__isnull=False), name="tournament_runs_since"
            ),
            models.CheckConstraint(
                condition=~one_of(OVER) | Q(finished_at__isnull=False), name="tournament_over_since"
            ),
            models.CheckConstraint(condition=Q(capacity__gte=2, per_user__gte=1), name="tournament_has_room"),
            models.UniqueConstraint(fields=["series", "edition"], name="edition_once_a_series"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["starts_at"], condition=IS_MOVED_ON, name="tournament_moved_on"),
            models.Index(fields=["state", "starts_at"], name="tournament_by_state"),
            models.Index(fields=["-finished_at", "-id"], condition=one_of(OVER), name="tournament_by_end"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/tournaments/{self.slug}/"

    @property
    def tells_later(self) -> bool:
        return self.reveal_at is not None

    @property
    def has_check_in(self) -> bool:
        return self.check_in_at < self.starts_at


class PairingJob(models.Model):
    """A round that is paired aside: what it is the next one after, and what came of it (`pairing_jobs`)."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="pairing")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairing_jobs")
    sequence = models.PositiveIntegerField()
    """The tournament's; another one, and that round is wanted no more."""
    event = models.JSONField(null=True, blank=True)
    """What was computed, where its time had not come yet."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "sequence"], name="pairing_job_once_a_round"),
        ]


class Organizer(models.Model):
    """Who directs a tournament besides its owner."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="co_organizers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="co_organized")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user"], name="organizer_once_a_tournament")
        ]


class Entry(models.Model):
    """A bot in a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="entries")
    key = models.CharField(max_length=80)
    """author/bot: what its records call it."""
    state = models.CharField(max_length=12, choices=EntryState.choices)
    version = models.ForeignKey(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")
    """That which plays: written when versions are frozen, at the start."""
    rating = models.FloatField(default=0.0)
    """What it was seeded by."""
    seed = models.PositiveIntegerField(null=True, blank=True)
    """Its number, where the organizer seeds by hand."""
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    """Why it plays no more, or never did."""
    place = models.PositiveIntegerField(null=True, blank=True)
    """Where it came, once the tournament is finished and everything is told."""

    @property
    def title(self) -> str:
        return titles_of(Entry.objects.filter(pk=self.pk))[self.pk]

    class Meta:
        verbose_name_plural = "entries"
        ordering: ClassVar = ["entered_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="entry_once_a_bot"),
            models.CheckConstraint(condition=Q(state__in=EntryState.values), name="entry_state_known"),
            models.CheckConstraint(
                condition=~Q(state=EntryState.PLAYING) | Q(version__isnull=False), name="entry_plays_a_version"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["bot", "place"], name="entry_of_bot_by_place")]


class Title(NamedTuple):
    """What a bot is called in a tournament."""

    name: str
    """With its games where its author has another bot of that name."""
    by: str
    """ " by ada" where another author's bot of that name is entered; else empty."""


def named(entries: QuerySet[Entry]) -> dict[int, Title]:
    """What their bots are called, by primary key. At most three queries, however many entries there are, and none
    that compares every entry with every other: a tournament has thousands."""
    same_name = Q(name=OuterRef("bot__name"), owner=OuterRef("bot__owner"))
    is_shared = Exists(Bot.objects.filter(same_name).exclude(pk=OuterRef("bot")))
    fields = ("pk", "tournament", "bot", "bot__name", "bot__owner__username")
    found = list(entries.order_by().annotate(is_shared=is_shared).values_list(*fields, "is_shared"))
    authors = defaultdict[tuple[int, str], set[str]](set)
    namesakes = Entry.objects.filter(
        tournament__in=entries.values("tournament"), bot__name__in=entries.values("bot__name")
    )
    for tournament, name, author in namesakes.order_by().values_list(*fields[1:2], *fields[3:]):
        authors[tournament, name].add(author)
    shared = Bot.objects.filter(pk__in=[bot for _, _, bot, *_, is_shared in found if is_shared])
    titles = {bot.pk: bot.titled(is_shared=True) for bot in shared.select_related("current")}
    return {
        pk: Title(titles.get(bot, name), f" by {author}" if len(authors[tournament, name]) > 1 else "")
        for pk, tournament, bot, name, author, _ in found
    }


def titles_of(entries: QuerySet[Entry]) -> dict[int, str]:
    """What their bots are called where the author is not beside it, by primary key."""
    return {pk: title.name + title.by for pk, title in named(entries).items()}


class Record(models.Model):
    """One event of the pairing layer (`arena.pairing.events`), in the tournament's one order."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="records")
    sequence = models.PositiveIntegerField()
    document = models.JSONField()
    round = models.PositiveIntegerField()
    """The last one that had been paired then, over all stages; 0 before the first."""
    pairs = models.BooleanField()
    """Whether it pairs that round: it is told with the results of the one before."""
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "sequence"], name="record_one_order"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="record_from_one"),
        ]


class Game(models.Model):
    """A game that a tournament wants, and the match that was ordered for it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="games")
    pairing = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """In the pairing, from 1."""
    leg = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField()
    """Of the pairing layer: a result of an older one is refused."""
    round = models.PositiveIntegerField()
    """As `Record.round`."""
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="tournament_game")
    counted_at = models.DateTimeField(null=True, blank=True)
    """When its result became a record."""
    dropped_at = models.DateTimeField(null=True, blank=True)
    """When it was given up: void, called off, or of a table that somebody left. Its result counts for nothing."""
    dropped = models.CharField(max_length=200, blank=True)
    """Why."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "pairing", "number"],
                condition=Q(dropped_at__isnull=True),
                name="game_ordered_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["tournament"],
                condition=Q(counted_at__isnull=True, dropped_at__isnull=True),
                name="game_not_counted",
            ),
            models.Index(fields=["tournament", "round"], name="game_of_round"),
        ]


class Act(models.Model):
    """The audit log: who did what. Also what makes a command that is given twice take effect once."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Null: the schedule."""
    what = models.CharField(max_length=20)
    sentence = models.CharField(max_length=400)
    detail = models.JSONField(default=dict)
    command = models.CharField(max_length=64, null=True, blank=True)
    is_public = models.BooleanField(default=False)
    """Whether everybody is told at once, or only its organizers."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="act_one_order"),
            models.UniqueConstraint(fields=["tournament", "command"], name="act_once_a_command"),
        ]
