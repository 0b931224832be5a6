"""Topics of webhooks, and the types of their messages."""

from collections.abc import Mapping

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
"""Message types by topic."""

TOPICS = tuple(TYPES)
