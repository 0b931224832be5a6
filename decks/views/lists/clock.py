"""The scoreboard of list pages: format and day, and how long lists stay open."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from decks.models import ListRules
from tournaments.models import Tournament
from tournaments.wording import format_text

DAY = 86_400
HOUR = 3_600
MINUTE = 60


def board(
    event: Tournament,
    rules: ListRules | None,
    now: datetime,
    build: dict[str, Any] | None = None,
    *,
    closed: datetime | None,
) -> dict[str, Any]:
    """The line and the clock, which counts down on the page in the last hour.

    While a player builds (`build` as in `decks.views.lists.building.panel`), the clock shows the building time.
    `closed`: when the lists of the page were closed, None while open.
    """
    day = date_format(timezone.localtime(event.starts_at), "D j M")
    line = " · ".join((format_text(event), day))
    if build is not None and not build["over"]:
        return {"line": line, "clock": _building(build)}
    return {"line": line, "clock": _clock(rules, now, closed) if rules else None}


def _building(build: dict[str, Any]) -> dict[str, Any]:
    until, left = build["until"], build["left"]
    note = _("until %(when)s") % {"when": moment(until)} if until else _("paused")
    return {
        "word": remaining_text(left),
        "left": left if until and left < HOUR else None,
        "note": note,
        "label": _("Time to build"),
        "fact": build["fact"],
        "of": build["fact_of"],
    }


def _clock(rules: ListRules, now: datetime, closed: datetime | None) -> dict[str, Any] | None:
    if closed is not None:
        return {"word": _("Closed"), "left": None, "note": moment(closed), "label": _("Deck lists")}
    if rules.deadline is None:
        return None
    left = int((rules.deadline - now).total_seconds())
    note = _("until %(when)s") % {"when": moment(rules.deadline)}
    return {
        "word": remaining_text(left),
        "left": left if left < HOUR else None,
        "note": note,
        "label": _("Time left for deck lists"),
    }


def remaining_text(seconds: int) -> str:
    """ "5 d 03 h", "3 h 12 min", "41:07"."""
    if seconds >= DAY:
        return _("%(days)d d %(hours)02d h") % {"days": seconds // DAY, "hours": seconds % DAY // HOUR}
    if seconds >= HOUR:
        words = _("%(hours)d h %(minutes)02d min")
        return words % {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE}
    return f"{seconds // MINUTE:02d}:{seconds % MINUTE:02d}"


def moment(when: datetime) -> str:
    """ "Thu 17:00", in the event's own time zone."""
    return date_format(timezone.localtime(when), "D H:i")
