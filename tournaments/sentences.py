"""The sentences of refusals and of the journal, by code. Each app adds its own; engines only know the codes."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.engine.refused import Refused

Sentence = str | Promise

REFUSALS: dict[str, Sentence] = {
    "PLAYER_ID_TAKEN": _("Player ID %(player_id)s belongs to %(name)s. Take that person, or correct the number."),
    "ALREADY_ENTERED": _("%(name)s is already in this event."),
    "NAME_MISSING": _("Give at least a last name."),
    "DIVISION_UNKNOWN": _("%(name)s has no birth year, so the age division is not known. Choose one."),
    "NO_DIVISION_TAKES": _("No division of this event takes %(category)s. Add one in the settings."),
    "ENTRY_HAS_PLAYED": _("%(name)s has been paired. Drop them instead of removing them."),
    "ENTRY_ALREADY_LEFT": _("%(name)s has already left the event."),
    "ENTRY_NOT_LEFT": _("%(name)s has not left the event."),
    "ENTRY_DISQUALIFIED": _("%(name)s is disqualified. Take that back first."),
    "EVENT_HAS_RESULTS": _("This event has posted rounds. Type its name to delete it with all its results."),
    "LAST_ORGANIZER": _("An event needs one organizer. Make somebody else organizer first."),
    "NO_SUCH_USER": _("Nobody signs in as “%(name)s”. Ask them to sign up first."),
    "ALREADY_STAFF": _("%(name)s is already on the staff."),
    "DIVISION_HAS_STARTED": _("%(division)s has started, so this cannot change any more."),
    "DIVISION_HAS_PLAYERS": _("%(division)s has %(players)s players. Move them first."),
    "NOTHING_TO_REPORT": _("Unofficial events are not reported."),
    "ANNOUNCEMENT_WITHDRAWN": _("This announcement was already withdrawn."),
    "MERGE_SAME": _("Choose two different people."),
    "MERGE_BOTH_ENTERED": _("Both are in “%(event)s”. Remove one of the two entries there first."),
}

JOURNAL: dict[str, Sentence] = {
    "EventCreated": _("Event created"),
    "EventChanged": _("Settings changed: %(changed)s"),
    "EventReported": _("Marked as reported"),
    "EventReportWithdrawn": _("Marked as not reported yet"),
    "EntryAdded": _("%(name)s added to %(division)s"),
    "EntriesImported": _("%(count)s players added from %(filename)s"),
    "EntryChanged": _("%(name)s changed: %(changed)s"),
    "EntryRemoved": _("%(name)s removed"),
    "EntryCheckedIn": _("%(name)s checked in"),
    "EntryCheckedOut": _("%(name)s not checked in any more"),
    "EntriesCheckedIn": _("%(count)s players checked in"),
    "EntryDropped": _("%(name)s left the event in round %(round)s"),
    "EntryReinstated": _("%(name)s plays again"),
    "EntryDisqualified": _("%(name)s disqualified"),
    "PlayersMerged": _("%(name)s merged with a second record of the same person"),
    "StaffAdded": _("%(name)s joined the staff as %(role)s"),
    "StaffChanged": _("%(name)s is now %(role)s"),
    "StaffRemoved": _("%(name)s left the staff"),
    "Announced": _("Announced: %(text)s"),
    "AnnouncementWithdrawn": _("Announcement withdrawn: %(text)s"),
    "SchedulePlanned": _("Schedule planned: %(count)s points"),
    "ScheduleChanged": _("Schedule changed: %(title)s"),
    "DivisionChanged": _("%(division)s changed: %(changed)s"),
    "DivisionAdded": _("%(division)s added"),
    "DivisionRemoved": _("%(division)s removed"),
}


class _Blank(dict[str, object]):
    """A fact that was not given prints as a dash rather than breaking the page."""

    def __missing__(self, key: str) -> str:
        return "–"


WIDEN: list[Callable[[Mapping[str, object]], dict[str, object]]] = []
"""What other apps add to the facts of a journal event so that its sentence can be said."""


def filled(sentence: Sentence, facts: Mapping[str, object]) -> str:
    """A sentence with its facts in place."""
    return str(sentence) % _Blank(facts) if "%(" in str(sentence) else str(sentence)


def say(code: str, facts: Mapping[str, object]) -> str:
    """The sentence of a refusal. An unknown code is a bug of ours, so it is shown rather than hidden."""
    sentence = REFUSALS.get(code)
    return filled(sentence, facts) if sentence else _now("Not possible: %(code)s.") % {"code": code}


def say_refused(refused: Refused) -> str:
    return say(refused.code, refused.facts)


def tell(kind: str, facts: Mapping[str, object]) -> str:
    """The sentence of a journal event."""
    for widen in WIDEN:
        facts = widen(facts)
    sentence = JOURNAL.get(kind)
    return filled(sentence, facts) if sentence else kind
