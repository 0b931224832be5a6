"""Webhooks: payload version, retries, and how long deliveries are stored."""

from datetime import UTC, datetime, timedelta
from random import Random

VERSION = 1
"""The version of the payloads. Adding a field does not change it; removing or redefining one makes a new version."""

PING = "webhook.ping"
"""The message that tests a webhook; it has no topic."""

WAITS = (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600)
"""Seconds until the next try, by the number of failures; the last value repeats."""

JITTER = 0.2
LONGEST_PAUSE = 3600
"""The longest `Retry-After` that is respected, in seconds."""

MOST_ANSWERED = 6
"""Tries of a delivery that the receiver answered with an error; then the next delivery is sent."""

FAILS_FOR = timedelta(days=3)
"""How long all deliveries may fail before a webhook is switched off."""

SIGNS_ALONG = timedelta(hours=24)
"""How long the previous secret signs beside the new one."""

READABLE_FOR = timedelta(days=30)
"""How long deliveries are stored."""


def topic_of(type_: str) -> str:
    """ "round.posted" → "round"."""
    return type_.partition(".")[0]


def wait(tries: int, *, seed: int, pause: int = 0) -> timedelta:
    """The pause after so many failed tries, from 1: longer each time, with jitter.

    `pause`: seconds to wait, as the receiver asks.
    """
    usual = WAITS[min(tries, len(WAITS)) - 1]
    drawn = usual * Random(f"{seed} {tries}").uniform(1 - JITTER, 1 + JITTER)
    return timedelta(seconds=max(drawn, min(pause, LONGEST_PAUSE)))


def moment(at: datetime | None) -> str | None:
    """A moment in the format of payloads."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds") if at else None
