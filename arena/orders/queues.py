"""The queues and the names of the Celery tasks. A message is only a wake-up: the database is the truth."""

ARENA_QUEUE = "arena"
"""Orders: taken by workers that run bots and have no database. Each lane has a queue of its own whose name
begins with this (`arena.orders.lanes`); the queue of this name itself is that of sites from before there were
lanes."""
SITE_QUEUE = "site"
"""Everything that touches the database."""
PAIRING_QUEUE = "pairing"
"""Rounds of large tournaments, which take long to pair: the site's own, aside from what must not wait for them."""

PLAY_MATCH = "arena.play_match"
"""(packed order) -> sends SETTLE_MATCH"""
CHECK_BUNDLE = "arena.check_bundle"
"""(packed order of a check) -> sends SETTLE_CHECK"""

SETTLE_MATCH = "site.settle_match"
"""(signed record)"""
SETTLE_CHECK = "site.settle_check"
"""(signed record of a check)"""
HEARTBEAT = "site.heartbeat"
"""(signed heartbeat): a worker holds an order, or works at it"""
WORKER_IS_HERE = "site.worker_is_here"
"""(signed report): a worker has started, or is still there"""

LEASE = 60
"""Seconds without a heartbeat after which the site gives an attempt to another worker; a worker sends four."""
LEFT_TO_OTHERS = 30
"""Seconds that a match is left to other hosts, after one of its set has ended on this."""
REPORTS_EVERY = 60
"""Seconds between two reports of a worker."""
WAITS_EVERY = 5
"""Seconds between heartbeats of an order that waits, and before the first."""
