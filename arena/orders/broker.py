"""How both Celery programs, the arena workers' and the site's, talk to the broker.

A message is acknowledged when its work is done, so that whoever dies gives back what it held; both ends take
a message twice without harm. What a killed worker held comes back

- from RabbitMQ at once;
- from Redis or Valkey after `REDELIVERY` seconds, because kombu looks for it every second (its own defaults
  look only every 100 s). Any process of either program puts back what was delivered so long ago, also what a
  living worker holds: an arena worker therefore renews its messages (`arena.worker.renewal`). The site's tasks
  are short, except large pairings, which have a lease of their own in the database.

It remains that a worker which lost its connection, or stood still for `REDELIVERY` seconds, plays on while its
message is given to another one: both may play the match, and the first record counts.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from arena.environment import address

SCHEMES: Final = ("amqp", "amqps", "pyamqp", "redis", "rediss", "redis+socket", "memory")
Address = Annotated[
    str,
    address(
        "must be the URL of a broker: redis://HOST:6379/0, rediss://HOST:6379/0, redis+socket:///PATH, "
        "amqp://USER:PASSWORD@HOST// or amqps://USER:PASSWORD@HOST//, its password's signs percent-encoded",
        *SCHEMES,
    ),
]
REDELIVERY = 30
SWEEP = 5
"""Seconds after which the lock of kombu's sweep for lost messages expires. The sweep takes milliseconds; with
kombu's own five minutes, a process killed during it would hold up every lost order. Two at once are safe."""


def settings(broker_url: str) -> dict[str, Any]:
    """Celery's settings, for either program."""
    redis = broker_url.startswith(("redis", "rediss", "unix", "valkey"))
    return {
        "broker_url": broker_url,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport_options": _redis_options() if redis else {},
        # A lost connection ends no running match: its record is sent over the next one.
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        # After one Celery would allow its own consumer as many messages as there are threads.
        "worker_enable_prefetch_count_reduction": False,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_prefetch_multiplier": 1,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_publish_retry": True,
        # The broker may be restarting: half a minute of tries, then the error is the caller's.
        "task_publish_retry_policy": {
            "max_retries": 60,
            "interval_start": 0.05,
            "interval_step": 0.1,
            "interval_max": 0.5,
        },
        "worker_hijack_root_logger": False,
        "worker_send_task_events": False,
        "timezone": "UTC",
        "enable_utc": True,
    }


def _redis_options() -> dict[str, Any]:
    return {
        "visibility_timeout": REDELIVERY,
        "unacked_mutex_expire": SWEEP,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "health_check_interval": 10,
        "socket_keepalive": True,
    }
