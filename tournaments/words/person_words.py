"""Labels and sentences for each fact of a person, by the key of its `PersonField`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournaments.engine.person_fields import FIELDS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise


@dataclass(frozen=True, slots=True)
class FieldWords:
    """Words for one fact of a person.

    `label` is used in forms and spreadsheets, `column` for a roster column, `short` on a player's page, and
    `help` below the form field. `filled` describes a merge that fills in %(value)s, by default FILLED.
    `stored` is a sentence on the privacy page; name, Player ID and birth year have separate sentences there.
    """

    label: "Words"
    column: "Words" = ""
    short: "Words" = ""
    help: "Words" = ""
    filled: "Words" = ""
    stored: "Words" = ""


FILLED = _("%(label)s of entries without one: %(value)s.")

WORDS = {
    "first_name": FieldWords(_("First name")),
    "last_name": FieldWords(_("Last name")),
    "player_id": FieldWords(_("Player ID"), filled=_("Entries without a Player ID get %(value)s.")),
    "birth_year": FieldWords(
        _("Birth year"),
        short=_("Born"),
        help=_("Decides the age division. Only staff can see it."),
        filled=_("Entries without a birth year get %(value)s."),
    ),
    "birth_date": FieldWords(
        _("Date of birth"),
        column=_("Birth date"),
        help=_("Printed only on the deck list; a new date sets the year. Only staff and the player see it."),
        filled=_("Entries of that year without a date of birth get that date."),
        stored=_(
            "A full date of birth only if you, your parents or the organizer gave it. It is printed on your deck list "
            "and shown nowhere else."
        ),
    ),
    "email": FieldWords(
        _("Email address"),
        help=_("For messages about this event. Only staff and the player see it."),
        stored=_(
            "An email address only if you, your parents or the organizer gave it. It is used for messages "
            "about the event and shown only to its staff."
        ),
    ),
}


def fact_label(key: str) -> "Words":
    return WORDS[key].label


def roster_column_label(key: str) -> "Words":
    """Return the label of a column of a roster."""
    return WORDS[key].column or fact_label(key)


def short_person_fact_label(key: str) -> "Words":
    """Return the label of a fact on the page of a player."""
    return WORDS[key].short or fact_label(key)


def filled_fact_text(key: str, value: object) -> str:
    """Describe the effect of a merge on a missing fact that gets `value`."""
    return str(WORDS[key].filled or FILLED) % {"label": fact_label(key), "value": value}


def privacy_sentences() -> "list[Words]":
    """Return the privacy page's sentences about single facts."""
    return [WORDS[field.key].stored for field in FIELDS if WORDS[field.key].stored]


def erased_fact_labels() -> list[str]:
    """Return the labels of the facts that are removed with personal data."""
    return [str(fact_label(field.key)) for field in FIELDS if field.erased]
