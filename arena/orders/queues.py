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
"""(order document) -> sends SETTLE_MATCH"""
CHECK_BUNDLE = "arena.check_bundle"
"""(check order document) -> sends SETTLE_CHECK"""

SETTLE_MATCH = "site.settle_match"
"""(signed record document)"""
SETTLE_CHECK = "site.settle_check"
"""(signed check record document)"""
ATTEMPT_STARTED = "site.attempt_started"
"""(attempt token): a worker has begun it, or goes on with it"""
ATTEMPT_WAITS = "site.attempt_waits"
"""(attempt token): a worker holds its order, which waits for its turn there"""
WORKER_IS_HERE = "site.worker_is_here"
"""(signed report document): a worker has started, or is still there"""

LEASE = 60
"""Seconds without such a word after which the site gives an attempt to another worker; a worker says four."""
LEFT_TO_OTHERS = 30
"""Seconds that a match is left to other hosts, after one of its set has ended on this."""
REPORTS_EVERY = 60
"""Seconds between two reports of a worker."""
WAITS_EVERY = 5
"""Seconds from word to word that an order waits, the first one included."""
