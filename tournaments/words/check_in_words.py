"""Sentences about self check-in."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from core import fact_words
from core.sentences import REFUSALS, register_sentences
from tournaments.engine.refusals import TournamentRefusal


def _moment_text(value: object) -> str:
    """Return a day and time as text, in the event's time zone."""
    return date_format(timezone.localtime(value), "l j F, H:i") if isinstance(value, datetime) else str(value)


fact_words.FACT_LABELS |= {"opens_at": _moment_text, "closes_at": _moment_text}

REFUSALS |= {
    TournamentRefusal.SELF_CHECK_IN_ENDS_FIRST: _(
        "Self check-in ends before it begins. Correct one of the times."
    ),
    TournamentRefusal.SELF_CHECK_IN_OFF: _("At this event the desk checks you in. Go to the desk."),
    TournamentRefusal.SELF_CHECK_IN_NOT_YET: _("Check-in opens on %(opens_at)s. Come back then."),
    TournamentRefusal.SELF_CHECK_IN_OVER: _("Check-in ended on %(closes_at)s. Ask at the desk."),
    TournamentRefusal.HALL_CODE_WRONG: _(
        "This is not the hall code. Copy it from the screen or the sheet at the door."
    ),
}

register_sentences(
    {
        "SelfCheckInChanged": _("Self check-in changed"),
        "HallCodeRenewed": _("New code for self check-in"),
    }
)
