"""The scoreboard of list pages: format, day, and the time until lists are closed."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard
from decks.models import ListRules
from decks.views.lists.building_time import BuildPanel
from tournaments.labels import format_text
from tournaments.models import Tournament

DAY = 86_400
HOUR = 3_600
MINUTE = 60


def deadline_scoreboard_of_lists(
    event: Tournament,
    rules: ListRules | None,
    now: datetime,
    build: BuildPanel | None = None,
    *,
    closed: datetime | None,
) -> Scoreboard:
    """Return the scoreboard. During the last hour, the page counts down.

    While a player builds (`build`, from `decks.views.lists.building_time.building_panel`), the clock shows the building
    time. `closed` is when the lists on the page were closed, or None while they are open.
    """
    day = date_format(timezone.localtime(event.starts_at), "D j M")
    clock = None
    if build is not None and build.left is not None and not build.over:
        until, seconds_left = build.until, build.left
        clock = ClockFace(
            word=remaining_time_text(seconds_left),
            left=seconds_left if until and seconds_left < HOUR else None,
            note=_("until %(when)s") % {"when": day_and_time_text(until)} if until else _("paused"),
            label=_("Time to build"),
            fact=build.fact,
            of=build.fact_subject,
        )
    elif rules and closed is not None:
        clock = ClockFace(word=_("Closed"), note=day_and_time_text(closed), label=_("Deck lists"))
    elif rules and rules.deadline is not None:
        seconds_left = int((rules.deadline - now).total_seconds())
        clock = ClockFace(
            word=remaining_time_text(seconds_left),
            left=seconds_left if seconds_left < HOUR else None,
            note=_("until %(when)s") % {"when": day_and_time_text(rules.deadline)},
            label=_("Time left for deck lists"),
        )
    return Scoreboard(line=" · ".join((format_text(event), day)), clock=clock)


def remaining_time_text(seconds: int) -> str:
    """Return the remaining time, such as "5 d 03 h", "3 h 12 min" or "41:07"."""
    if seconds >= DAY:
        return _("%(days)d d %(hours)02d h") % {"days": seconds // DAY, "hours": seconds % DAY // HOUR}
    if seconds >= HOUR:
        words = _("%(hours)d h %(minutes)02d min")
        return words % {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE}
    return f"{seconds // MINUTE:02d}:{seconds % MINUTE:02d}"


def day_and_time_text(when: datetime) -> str:
    """Return a day and time such as "Thu 17:00", in the time zone of the event."""
    return date_format(timezone.localtime(when), "D H:i")
