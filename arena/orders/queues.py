"""The queues and the names of the Celery tasks. A message is only a wake-up: the database is the truth."""

ARENA_QUEUE = "arena"
"""Orders: taken by workers that run bots and have no database."""
SITE_QUEUE = "site"
"""Everything that touches the database."""

PLAY_MATCH = "arena.play_match"
"""(order document) -> sends SETTLE_MATCH"""
CHECK_BUNDLE = "arena.check_bundle"
"""(check order document) -> sends SETTLE_CHECK"""

SETTLE_MATCH = "site.settle_match"
"""(signed record document)"""
SETTLE_CHECK = "site.settle_check"
"""(signed check record document)"""
ATTEMPT_STARTED = "site.attempt_started"
"""(attempt token): a worker has begun it"""
