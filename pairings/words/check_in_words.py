"""Sentences of the scanning page, and about players dropped because they did not check in."""

from django.utils.translation import gettext_lazy as _

from core.sentences import REFUSALS, register_sentences
from pairings.engine.refusals import PairingRefusal
from tournaments.words.entrants import players_or_teams_text

REFUSALS |= {
    PairingRefusal.SCAN_UNREADABLE: _(
        "This is not a Stadium code. Scan the code on the player’s phone or slip. A keyboard scanner needs "
        "the keyboard layout of this device."
    ),
    PairingRefusal.SCAN_LINK_UNKNOWN: _(
        "This code no longer works: the player has a newer one, or was removed. Find the name in the attendance list."
    ),
    PairingRefusal.SCAN_OTHER_EVENT: _(
        "This code is for another event. Ask for the code of this one, or find the name in the attendance list."
    ),
    PairingRefusal.SCAN_PLAYER_ID_UNKNOWN: _(
        "No player of this event has Player ID %(player_id)s. Check the number, or add the player."
    ),
    PairingRefusal.SCAN_DROPPED: _(
        "%(name)s has dropped. To let them play, reinstate them, then scan again."
    ),
    PairingRefusal.SCAN_WAITING: _(
        "%(name)s is on the waiting list, place %(place)s, and has no seat. Confirm the registration to give them one."
    ),
    PairingRefusal.SCAN_OFFERED: _(
        "%(name)s was offered a seat and has not accepted it. Let them accept it on their page, or confirm it."
    ),
    PairingRefusal.SCAN_REQUESTED: _(
        "%(name)s’s registration is not approved yet. Approve it first, then scan again."
    ),
    PairingRefusal.SCAN_ENDED: _(
        "%(name)s has no seat: the registration was canceled, declined or has expired. Add the player if there is room."
    ),
    PairingRefusal.SELF_CHECK_IN_TOO_LATE: _("Round 1 is posted. Ask at the desk to be entered late."),
    PairingRefusal.MISSING_CHANGED: _("No player is missing. No one was dropped."),
}

register_sentences(
    {
        "MissingDropped": (
            players_or_teams_text(
                _("Players who did not check in dropped: %(names)s"),
                _("Teams that did not check in dropped: %(names)s"),
            ),
            _("They are in the event again, not checked in: %(names)s."),
        ),
        "DayTwoCheckedIn": (
            _("%(name)s checked in for day 2"),
            _("%(name)s is no longer checked in for day 2."),
        ),
        "DayTwoCheckedOut": (
            _("%(name)s counts as missing on day 2"),
            _("%(name)s no longer counts as missing on day 2."),
        ),
        "DayTwoExpected": (
            _("%(name)s is on the way to day 2"),
            _("%(name)s no longer counts as on the way."),
        ),
        "DayTwoMissingDropped": (
            players_or_teams_text(
                _("Players missing on day 2 dropped: %(names)s"),
                _("Teams missing on day 2 dropped: %(names)s"),
            ),
            _("They are on day 2 again, not checked in: %(names)s."),
        ),
    }
)
