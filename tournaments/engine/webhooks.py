"""Webhooks: what they are about, and when a failed delivery is tried again."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random

VERSION = 1
"""Of the payloads. A field may be added to a version; one that goes or changes its meaning makes a new one."""

TYPES: Mapping[str, tuple[str, ...]] = {
    "round": ("round.posted", "round.changed", "round.unposted", "round.closed", "round.reopened"),
    "result": ("result.entered", "result.changed"),
    "standings": ("standings.published",),
    "clock": (
        "clock.started",
        "clock.paused",
        "clock.resumed",
        "clock.extended",
        "clock.shortened",
        "clock.changed",
        "clock.ended",
    ),
    "journal": ("journal.sealed",),
}
"""What can be sent, by topic."""

TOPICS = tuple(TYPES)
PING = "webhook.ping"
"""What somebody sends to try a webhook; it has no topic."""

WAITS = (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600)
"""Seconds until the next try, by how many have failed; the last one again and again."""

JITTER = 0.2
LONGEST_PAUSE = 3600
"""Seconds of a `Retry-After` that are granted."""

MOST_ANSWERED = 6
"""Tries of a delivery that the receiver answered with an error each time; then the next one has its turn."""

FAILS_FOR = timedelta(days=3)
"""How long nothing may arrive before a webhook is switched off."""

SIGNS_ALONG = timedelta(hours=24)
"""How long the secret before signs beside the new one."""

READABLE_FOR = timedelta(days=30)
"""How long deliveries can be read."""


def topic_of(type_: str) -> str:
    """ "round.posted" → "round"."""
    return type_.partition(".")[0]


def wait(tries: int, *, seed: int, pause: int = 0) -> timedelta:
    """How long to wait after so many failed tries, from 1: longer each time, and not the same for everybody.

    `pause`: seconds the receiver wants to be left alone.
    """
    usual = WAITS[min(tries, len(WAITS)) - 1]
    drawn = usual * Random(f"{seed} {tries}").uniform(1 - JITTER, 1 + JITTER)
    return timedelta(seconds=max(drawn, min(pause, LONGEST_PAUSE)))
