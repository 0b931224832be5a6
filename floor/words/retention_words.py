"""Sentences about personal data past its retention time."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.text_parts import text_labeled_with_part
from floor.services.retention import ExpiredEvent, Removal

sentences.register_sentences(
    {"PersonalDataRemoved": _("Personal data removed, players: %(players)s, lines changed: %(count)s")}
)


def expired_event_text(expired: ExpiredEvent) -> str:
    """Describe an event past its retention time, and the data that is removed from it."""
    counts = [
        (ngettext("%(n)s player", "%(n)s players", expired.players), expired.players),
        (ngettext("%(n)s personal link", "%(n)s personal links", expired.links), expired.links),
        (ngettext("%(n)s phone", "%(n)s phones", expired.phones), expired.phones),
        (ngettext("%(n)s photo", "%(n)s photos", expired.photos), expired.photos),
        (ngettext("%(n)s TOM file", "%(n)s TOM files", expired.files), expired.files),
        (ngettext("%(n)s snapshot", "%(n)s snapshots", expired.snapshots), expired.snapshots),
    ]
    counts_text = ", ".join(text % {"n": number} for text, number in counts if number)
    facts = {"event": expired.event.name, "day": date_format(localtime(expired.ended_at), "DATE_FORMAT")}
    event_text = gettext("%(event)s, ended %(day)s") % facts
    return text_labeled_with_part(event_text, counts_text) if counts_text else event_text


def other_removal_texts(removal: Removal) -> list[str]:
    """List the amounts of data removed outside events, each as a text. Amounts of 0 are left out."""
    texts = [
        (
            ngettext("%(n)s person of the teams", "%(n)s people of the teams", removal.people),
            removal.people,
        ),
        (
            ngettext("%(n)s known player", "%(n)s known players", removal.listed),
            removal.listed,
        ),
        (
            ngettext(
                "the mail address of %(n)s unused account",
                "the mail addresses of %(n)s unused accounts",
                removal.accounts,
            ),
            removal.accounts,
        ),
    ]
    return [text % {"n": number} for text, number in texts if number]
