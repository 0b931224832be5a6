"""Sentences about players who check themselves in."""

from django.utils.translation import gettext_lazy as _

from core.sentences import REFUSALS, register_sentences
from tournaments.engine.refusals import TournamentRefusal

REFUSALS |= {
    TournamentRefusal.SELF_CHECK_IN_ENDS_FIRST: _(
        "Self check-in ends before it begins. Correct one of the times."
    ),
    TournamentRefusal.SELF_CHECK_IN_OFF: _("At this event the desk checks you in. Go there."),
    TournamentRefusal.SELF_CHECK_IN_NOT_YET: _("Check-in opens at %(time)s. Come back then."),
    TournamentRefusal.SELF_CHECK_IN_OVER: _("Check-in ended at %(time)s. Ask at the desk."),
    TournamentRefusal.HALL_CODE_WRONG: _(
        "This is not the code of the hall. Copy it from the screen or the sheet at the door."
    ),
}

register_sentences(
    {
        "SelfCheckInChanged": _("Self check-in changed"),
        "HallCodeRenewed": _("New code for self check-in"),
    }
)
