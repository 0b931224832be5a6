"""Marks of draft clocks and building clocks, by which pages detect that a clock has changed."""

from datetime import datetime

from decks.models import Draft


def clock_mark_subject(draft: Draft, pod: int, *step: int) -> str:
    """Return the subject of a clock's mark (`tournaments.templatetags.facts`).

    `step`: identifies the step or pick that the clock times, empty for a building clock.
    """
    return ".".join(map(str, (f"d{draft.pk}", pod, *step)))


def clock_mark_value(ends: datetime | None, left: int | None) -> str:
    """Return the value of a clock's mark.

    `ends`: when it ends, or None while it is stopped with `left` seconds remaining.
    """
    return f"ends {ends:%H:%M:%S}" if ends else f"stopped {left}"
