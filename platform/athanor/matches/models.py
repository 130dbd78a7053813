from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import F, Q, QuerySet

from athanor import sealing
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.jobs.models import LEVELS, Attempt, Job
from athanor.lifecycles import MATCH_IS_OPEN, OPEN_MATCH, MatchState, one_of
from athanorpb.isolation import Isolation

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letters that are read as digits or as each other."""


def new_public_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


class Epoch(models.Model):
    """A day's secret key, committed to before its first match and revealed after its last."""

    day = models.DateField(unique=True)
    key = models.CharField(max_length=sealing.LONGEST)
    """Sealed (`athanor.sealing`) until `revealed_at` is set, and then 64 hexadecimal digits."""
    commitment = models.CharField(max_length=64, unique=True)
    """SHA-256 of the key, published when the row was."""
    opened_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)
    sets = models.PositiveBigIntegerField(default=0)
    """How many duplicate sets were ordered in it; they are numbered without a gap."""

    class Meta:
        ordering: ClassVar = ["-day"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(revealed_at__isnull=True) | Q(revealed_at__gt=F("opened_at")),
                name="epoch_revealed_after_opened",
            ),
        ]

    def __str__(self) -> str:
        return f"epoch {self.day}"

    @property
    def revealed_key(self) -> str:
        """The key, once it is public; empty before."""
        return self.key if self.revealed_at else ""


class BeaconRound(models.Model):
    """A round of the public beacon that matches were ordered for: its number first, its value when it is out."""

    name = models.CharField(max_length=80)
    """Of the beacon."""
    number = models.PositiveBigIntegerField()
    due_at = models.DateTimeField()
    randomness = models.CharField(max_length=128, blank=True)
    """Hexadecimal digits; empty: the site does not have it yet. Written once."""
    tried_at = models.DateTimeField(null=True, blank=True)
    """When it was last asked for in vain."""
    unreachable = models.BooleanField(default=False)
    """Then not this round was missing, but the whole source could not be reached."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name", "number"], name="beacon_round_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(randomness=""), name="beacon_round_awaited"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of the beacon {self.name}"


WAITS_FOR_BEACON = Q(beacon_round__randomness="")
"""Of matches: the round that their seed needs is not out, or could not be read yet."""


class Purpose(models.TextChoices):
    LADDER = "ladder", "a rated match of a ladder"
    CHALLENGE = "challenge", "an unrated match that somebody asked for"
    TOURNAMENT = "tournament", "a game of a tournament"


HAS_REPLAY = Q(replay_bytes__isnull=False, replay_removed_at__isnull=True)
HAS_LOG = Q(log_bytes__isnull=False, log_removed_at__isnull=True)
REPLAY_GOES = Q(replay_bytes__isnull=False, replay_removed_at__isnull=False)
LOG_GOES = Q(log_bytes__isnull=False, log_removed_at__isnull=False)
"""Of matches and of seats: it has one that is kept, or one whose blob is still to be deleted. Without a parameter,
as the conditions in `lifecycles`."""


class Match(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="match")
    """Of playing it: its attempts, and where it waits."""
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    """The fields of `athanorpb.farm.values.Clock`."""
    ladder = models.ForeignKey(
        "ladders.Ladder", null=True, blank=True, on_delete=models.PROTECT, related_name="matches"
    )
    ordered_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    duplicate_set = models.CharField(max_length=80)
    """All matches of a set are the same deal, with the bots moved on by one seat; most sets have one match."""
    epoch = models.ForeignKey(Epoch, null=True, blank=True, on_delete=models.PROTECT, related_name="matches")
    season = models.ForeignKey(
        "ladders.Season", null=True, blank=True, on_delete=models.PROTECT, related_name="matches"
    )
    """Of a solo ladder: its key is behind the seed, in place of an epoch's."""
    beacon_round = models.ForeignKey(
        BeaconRound, null=True, blank=True, on_delete=models.PROTECT, related_name="matches"
    )
    """Mixed into the seed, where a beacon was configured when the match was ordered."""
    hidden = models.BooleanField(default=False)
    """Of a tournament that tells its results later: until then nobody is told anything of it."""
    state = models.CharField(max_length=8, choices=MatchState.choices, default=MatchState.ORDERED)
    ordered_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """When its record was settled, or it was given up as void."""

    reason = models.CharField(max_length=200, blank=True)
    """Why the game ended, or why the match is void."""
    plies = models.PositiveIntegerField(default=0)
    replay = models.CharField(max_length=64, blank=True)
    """SHA-256 of the replay file."""
    replay_bytes = models.PositiveIntegerField(null=True, blank=True)
    """What it takes in the store; null: nothing, 0: nobody has looked yet (`replays.usage.measure`)."""
    replay_removed_at = models.DateTimeField(null=True, blank=True)
    """When it became too old to be kept (`replays.retention`)."""
    logs_removed_at = models.DateTimeField(null=True, blank=True)
    """The same of its bots' logs; an author's quota may have removed some of them earlier."""
    chain = models.CharField(max_length=64, blank=True)
    worker = models.CharField(max_length=128, blank=True)
    sandbox = models.CharField(max_length=32, blank=True)
    container_runtime = models.CharField(max_length=32, blank=True)
    """What ran its containers; empty: it had none."""
    isolation = models.CharField(max_length=8, blank=True)
    """The level at which it was played, by its record; empty: that is not known."""
    least_isolation = models.CharField(max_length=8, default=Isolation.NONE.value)
    """What its ladder requires: a record of a weaker level gives no result."""
    seed = models.CharField(max_length=64, blank=True)
    """Written when the last match of the set has ended, or the season is over: from then on seed and replay are
    public."""

    class Meta:
        verbose_name_plural = "matches"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=MatchState.values), name="match_state_known"),
            models.CheckConstraint(
                condition=Q(least_isolation__in=LEVELS, isolation__in=("", *LEVELS)), name="match_isolation_known"
            ),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.LADDER, ladder__isnull=False)
                | (~Q(purpose=Purpose.LADDER) & Q(ladder__isnull=True)),
                name="match_of_a_ladder_or_not",
            ),
            models.CheckConstraint(
                condition=Q(epoch__isnull=False, season__isnull=True)
                | Q(epoch__isnull=True, season__isnull=False, ladder__isnull=False),
                name="match_seed_has_one_key",
            ),
            models.CheckConstraint(
                condition=(one_of(OPEN_MATCH) & MATCH_IS_OPEN & Q(seed="", replay=""))
                | (~one_of(OPEN_MATCH) & ~MATCH_IS_OPEN & ~Q(reason="")),
                name="match_open_or_ended",
            ),
            models.CheckConstraint(
                condition=~Q(state=MatchState.FINISHED) | (~Q(replay="") & ~Q(chain="")),
                name="match_finished_has_a_replay",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["ladder", "-ended_at", "-id"],
                condition=Q(state=MatchState.FINISHED),
                name="match_of_ladder_by_end",
            ),
            models.Index(fields=["-ended_at", "-id"], condition=Q(state=MatchState.FINISHED), name="match_by_end"),
            models.Index(
                fields=["game", "-ended_at", "-id"],
                condition=Q(state=MatchState.FINISHED),
                name="match_of_game_by_end",
            ),
            models.Index(fields=["id"], condition=MATCH_IS_OPEN, name="match_open"),
            models.Index(fields=["ladder", "id"], condition=MATCH_IS_OPEN, name="match_open_of_ladder"),
            models.Index(fields=["epoch"], condition=MATCH_IS_OPEN, name="match_open_of_epoch"),
            models.Index(fields=["season"], condition=MATCH_IS_OPEN, name="match_open_of_season"),
            models.Index(fields=["duplicate_set", "id"], name="match_of_set"),
            models.Index(fields=["ordered_by", "-ordered_at"], name="match_by_orderer"),
            models.Index(fields=["id"], condition=Q(hidden=True), name="match_hidden"),
            models.Index(fields=["replay"], condition=HAS_REPLAY, name="match_replay"),
            models.Index(fields=["ended_at"], condition=HAS_REPLAY, name="match_with_replay_by_end"),
            models.Index(fields=["id"], condition=REPLAY_GOES, name="match_replay_goes"),
            models.Index(
                fields=["ended_at"],
                condition=Q(logs_removed_at__isnull=True, ended_at__isnull=False),
                name="match_with_logs_by_end",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        return f"/matches/{self.public_id}/"

    @property
    def attempts(self) -> QuerySet[Attempt]:
        return Attempt.objects.filter(job=self.job_id)

    @property
    def is_public(self) -> bool:
        """Whether seed, replay and bots' accounts may be shown."""
        return bool(self.seed)

    @property
    def has_replay(self) -> bool:
        """Whether everybody may have the replay."""
        return self.is_public and bool(self.replay) and self.replay_removed_at is None

    @property
    def is_sealed(self) -> bool:
        """As `IS_SEALED`."""
        return self.hidden or (self.season_id is not None and not self.seed)


IS_SEALED = Q(season__isnull=False, seed="") | Q(hidden=True)
"""Of a season that is not over: others have the same deal still before them, so nothing of the match is told to
anybody, its bot's author included: a bot could write a deal to its log, and its next version know it by heart.
Or of a tournament whose results are told later: that the match is there at all says who came so far."""


SEAT_IS_SEALED = Q(match__season__isnull=False, match__seed="") | Q(match__hidden=True)


class Seat(models.Model):
    """A place at the table: who sat there, and what the referee measured."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="seats")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="seats")
    """The version's bot, here so that a bot's matches are one index."""
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    out = models.CharField(max_length=32, blank=True)
    out_detail = models.CharField(max_length=600, blank=True)
    """As long as a worker says it: what a bot said about its failure, and how its program came to its end."""
    out_ply = models.IntegerField(default=-1)
    strikes = models.PositiveIntegerField(default=0)
    answers = models.PositiveIntegerField(default=0)
    charged = models.PositiveIntegerField(default=0)
    slowest = models.PositiveIntegerField(default=0)
    startup = models.PositiveIntegerField(default=0)
    cpu = models.IntegerField(default=-1)
    memory = models.BigIntegerField(default=-1)
    withheld = models.PositiveIntegerField(default=0)
    spent = models.JSONField(default=dict, blank=True)
    """The fields of `athanorpb.farm.values.Spent`, empty in old matches; for its author only."""
    log = models.CharField(max_length=64, blank=True)
    """SHA-256 of the bot's stderr; for its author only."""
    log_bytes = models.PositiveIntegerField(null=True, blank=True)
    log_removed_at = models.DateTimeField(null=True, blank=True)
    """As those of a match's replay."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat"], name="seat_once_a_match"),
            models.CheckConstraint(
                condition=Q(rank__isnull=True, score__isnull=True) | Q(rank__gte=1, score__isnull=False),
                name="seat_rank_with_score",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["bot", "-match", "rank", "score"], name="seat_of_bot_by_match"),
            models.Index(fields=["version", "-match"], name="seat_of_version_by_match"),
            models.Index(fields=["log"], condition=HAS_LOG, name="seat_log"),
            models.Index(fields=["bot", "id", "log_bytes"], condition=HAS_LOG, name="seat_with_log_of_bot"),
            models.Index(fields=["id"], condition=LOG_GOES, name="seat_log_goes"),
        ]


class LogEntry(models.Model):
    """An entry of the transparency log (`matches.transparency_log`)."""

    number = models.PositiveBigIntegerField(null=True, blank=True, unique=True)
    """Its place in the chain; null: it waits for one, and nobody sees it."""
    at = models.DateTimeField()
    kind = models.CharField(max_length=10)
    details = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "log entries"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(number__isnull=True, hash="", previous="")
                | (Q(number__isnull=False) & ~Q(hash="") & ~Q(previous="")),
                name="log_entry_chained_or_not",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(number__isnull=True), name="log_entry_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number or '(waiting)'}"


class LogHead(models.Model):
    """The last entry of the chain: one row, locked while an entry is added."""

    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64)
    sealed_at = models.DateTimeField(null=True, blank=True)
    """The hour of the last commitments to what is sealed."""


class Seal(models.Model):
    """A commitment of the log to what happened to the sets of a group, which nobody may see yet."""

    group = models.CharField(max_length=80)
    salt = models.CharField(max_length=64)


class SealedEntry(models.Model):
    """What would be an entry of the log, of a group that is sealed; deleted when the log has it."""

    group = models.CharField(max_length=80)
    at = models.DateTimeField()
    kind = models.CharField(max_length=10)
    details = models.JSONField()
    seal = models.ForeignKey(Seal, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")

    class Meta:
        verbose_name_plural = "sealed entries"
        indexes: ClassVar = [
            models.Index(fields=["group", "id"], name="sealed_entry_of_group"),
        ]
