"""What of a tournament's row follows from its plan: its columns, its conditions and its times."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from arena.pairing.documents import to_document
from athanor.ladders.models import Ladder
from athanor.tournaments import conditions, times
from athanor.tournaments.plan import CLOCKS, Plan


@dataclass(frozen=True, slots=True)
class Times:
    """The moments of one edition."""

    opens_at: datetime
    check_in_at: datetime
    starts_at: datetime
    reveal_at: datetime | None


def times_of(plan: Plan, starts_at: datetime, now: datetime) -> Times:
    of = times.zone(plan.zone)
    check_in_at = starts_at - timedelta(minutes=plan.check_in_minutes)
    opens_at = times.days_before(starts_at, plan.opens_days, of) if plan.opens_days else now
    reveal_at = None if plan.reveal == "live" else starts_at + timedelta(minutes=plan.reveal_after)
    return Times(min(opens_at, check_in_at), check_in_at, starts_at, reveal_at)


def fields_of(plan: Plan) -> dict[str, Any]:
    """What of a plan every edition has in its row, its times and its address left out."""
    seed = secrets.token_hex(32)
    return {
        "seed": seed,
        "commitment": hashlib.sha256(bytes.fromhex(seed)).hexdigest(),
        "title": plan.title.strip(),
        "about": plan.about.strip(),
        "game": plan.game,
        "options": dict(plan.options),
        "clock": asdict(CLOCKS[plan.clock]),
        "settings": to_document(plan.settings("00" * 32)),
        "plan": plan.document(),
        "conditions": conditions_of(plan),
        "capacity": plan.capacity,
        "per_user": plan.per_user,
        "ladder": Ladder.objects.filter(slug=plan.ladder).first() if plan.ladder else None,
        "late_entry": plan.late_entry,
        "time_zone": plan.zone,
        "round_minutes": plan.round_minutes,
        "reveal_minutes": plan.reveal_every if plan.reveal == "rounds" else 0,
    }


def conditions_of(plan: Plan) -> list[dict[str, Any]]:
    found: list[conditions.Condition] = []
    if plan.ladder and (plan.least_rating is not None or plan.most_rating is not None or plan.least_matches):
        found.append(conditions.Rated(plan.ladder, plan.least_rating, plan.most_rating, plan.least_matches))
    if plan.account_days:
        found.append(conditions.AccountAge(plan.account_days))
    if plan.invited:
        found.append(conditions.Invited())
    if plan.runtimes:
        found.append(conditions.Runtime(tuple(plan.runtimes)))
    return [conditions.document(condition) for condition in found]
