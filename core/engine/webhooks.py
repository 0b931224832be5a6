"""Webhooks: the version of their payloads, their retries, and how long deliveries are stored."""

from datetime import UTC, datetime, timedelta
from random import Random

VERSION = 1
"""The version of the payloads. It stays the same when a field is added, and changes when one is removed or redefined.
"""

PING = "webhook.ping"
"""The message that tests a webhook. It belongs to no topic."""

WAITS = (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600)
"""Seconds until the next try, by the number of failures. The last value repeats."""

JITTER = 0.2
"""The largest share by which a wait is shortened or lengthened at random, so that retries do not coincide."""

MAX_PAUSE = 3600
"""The longest `Retry-After` that Stadium respects, in seconds."""

MAX_ANSWERED = 6
"""The maximum number of tries if the receiver answers with errors. After these, the next delivery is sent."""

FAILS_FOR = timedelta(days=3)
"""The time without a successful delivery after which a webhook is switched off."""

OLD_SECRET_SIGNS_FOR = timedelta(hours=24)
"""The time in which both the previous secret and the new one sign messages."""

READABLE_FOR = timedelta(days=30)
"""The time after which deliveries are deleted."""


def topic_of_message_type(type_: str) -> str:
    """Return the topic of a type of message: "round.posted" → "round"."""
    return type_.partition(".")[0]


def wait_before_webhook_retry(tries: int, *, seed: int, pause: int = 0) -> timedelta:
    """Return how long to wait before the next try, given the number of failed tries (at least 1).

    Waits grow with each try, and vary at random with `seed`. `pause` is the number of seconds that the receiver
    asks to wait, up to MAX_PAUSE.
    """
    seconds = WAITS[min(tries, len(WAITS)) - 1]
    jittered = seconds * Random(f"{seed} {tries}").uniform(1 - JITTER, 1 + JITTER)
    return timedelta(seconds=max(jittered, min(pause, MAX_PAUSE)))


def format_payload_time(at: datetime | None) -> str | None:
    """Return a time in the format of webhook payloads, or None if `at` is None."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds") if at else None
