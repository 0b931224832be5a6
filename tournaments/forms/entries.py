"""Forms for one player in one event: facts of the person, and settings of the entry."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_row_choices
from core.sentences import refusal_text
from tournaments.engine.person_fields import BIRTH, FIELDS, person_facts_by_key
from tournaments.engine.refusals import TournamentRefusal
from tournaments.forms.person_fields import person_inputs
from tournaments.models import Division, Entry
from tournaments.queries.people import person_from_entry

FIELD_OF: dict[StrEnum, str] = {
    TournamentRefusal.NAME_MISSING: "last_name",
    TournamentRefusal.PLAYER_ID_TAKEN: "player_id",
    TournamentRefusal.PLAYER_ID_NOT_DIGITS: "player_id",
    TournamentRefusal.MAIL_ADDRESS_WRONG: "email",
    TournamentRefusal.BIRTH_YEAR_IMPOSSIBLE: "birth_year",
    TournamentRefusal.BIRTH_DATE_AHEAD: "birth_date",
    TournamentRefusal.ENTRY_STAYS: "division",
    TournamentRefusal.DIVISION_NOT_FOR: "division",
}
"""The form field of each refusal."""


def show_refusal(form: forms.Form, refused: Refused, fields: Mapping[StrEnum, str] = FIELD_OF) -> None:
    """Add a refusal to the form as an error of one field, or else of the whole form.

    The field is the one that `fields` lists for the code, or else the refusal's fact `field`.
    """
    field = fields.get(refused.code) or str(refused.facts.get("field"))
    form.add_error(field if field in form.fields else None, refusal_text(refused))


class PersonForm(ConcurrentForm):
    """The facts of a person in one event."""

    together = BIRTH

    # Names added to the class body become form fields, as if they were written out.
    vars().update(person_inputs(FIELDS))

    def __init__(self, data: Any = None, *, entry: Entry) -> None:
        super().__init__(data, initial=person_facts_by_key(person_from_entry(entry)), auto_id="person_%s")


class EntryForm(ConcurrentForm):
    """Settings of a player's entry in this event."""

    age_division = forms.ChoiceField(label=_("Age division"), choices=Entry.AgeDivision.choices)
    division = forms.ModelChoiceField(label=_("Plays in"), queryset=Division.objects.none(), empty_label=None)
    awarded_byes = forms.IntegerField(
        label=_("Byes awarded in advance"),
        min_value=0,
        max_value=9,
        help_text=_("2 means no match in rounds 1 and 2; both count as wins."),
    )
    late = forms.BooleanField(
        label=_("Tagged late"), required=False, help_text=_("Ranks below others with equal figures.")
    )
    notes = forms.CharField(label=_("Note for staff"), max_length=200, required=False)

    def __init__(self, data: Any = None, *, entry: Entry) -> None:
        names = ("age_division", "division", "awarded_byes", "late", "notes")
        super().__init__(data, initial={name: getattr(entry, name) for name in names}, auto_id="entry_%s")
        divisions = entry.tournament.divisions.all()
        set_row_choices(self, "division", divisions)
