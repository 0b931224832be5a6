"""The form on the preview page of a roster, with the choices of staff.

The form contains the uploaded file, so that the server need not store it.
"""

import base64

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.numbers import whole_number
from registration.engine import roster
from registration.engine.roster import ColumnChoice, Reading, Usual
from tournaments.engine.person_fields import KEYS
from tournaments.models import Entry
from tournaments.words.person_words import roster_column_label
from tournaments.words.tag_words import LABELS as TAG_LABELS

PREFIX, FIX, COLUMN = "row-", "fix-", "column-"
"""Prefixes of field names: for the choice for a row, a corrected cell, and the kind of a column."""
MAX_TYPED = 200
"""The maximum length of a corrected cell."""

LABELS = {
    **{key: roster_column_label(key) for key in KEYS},
    "name": _("Name"),
    "age_division": _("Age division"),
    **TAG_LABELS,
}

WHOLE_NAMES = {
    "name": _("Whole name, first name first"),
    "name_last_first": _("Whole name, family name first"),
}

KINDS = (("", _("Ignore")), *((kind, WHOLE_NAMES.get(kind) or LABELS[kind]) for kind in roster.KINDS))
"""The choices for a column."""


class RosterFileForm(forms.Form):
    """The uploaded file, submitted again with the choices of staff for its columns and rows."""

    filename = forms.CharField(widget=forms.HiddenInput)
    content = forms.CharField(widget=forms.HiddenInput)
    all_age_division = forms.ChoiceField(
        label=_("Age division of players without one"),
        choices=[("", _("As in the file")), *Entry.AgeDivision.choices],
        required=False,
    )
    all_birth_year = forms.IntegerField(
        label=_("Birth year of players without one"), min_value=1900, max_value=2100, required=False
    )

    @classmethod
    def of(cls, data: bytes, filename: str) -> "RosterFileForm":
        """Build the form that submits the file again with the next page."""
        return cls({"filename": filename, "content": base64.b64encode(data).decode()})

    @property
    def has_file(self) -> bool:
        """Whether the form contains the file, even if it has other errors."""
        return self.is_bound and not {"filename", "content"} & set(self.errors)

    def clean_content(self) -> bytes:
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except ValueError as error:
            raise forms.ValidationError(_("The file was not received. Choose it again.")) from error

    def reading(self) -> Reading:
        """Return the choices of the staff for reading the file. The form must be valid.

        `Reading.columns` is None unless the form lists the columns.
        """
        data = self.cleaned_data
        row_defaults = Usual(data["all_age_division"] or None, data["all_birth_year"])
        columns = None
        if column_fields := self._fields_with(COLUMN):
            kinds = {
                index: kind
                for index_text, kind in column_fields.items()
                if (index := whole_number(index_text)) is not None and kind in roster.KINDS
            }
            row = whole_number(str(self.data.get("titles_row", "")), digits=7)
            row = 1 if row is None else row
            columns = ColumnChoice(kinds, row if self.titled else row - 1, self.titled)
        return Reading(columns, self.fixes(), row_defaults)

    @property
    def requested(self) -> bool:
        """Whether the form lists the columns."""
        return bool(self._fields_with(COLUMN))

    @property
    def titled(self) -> bool:
        """Whether staff chose that a row contains the column titles."""
        return self.data.get("titled") == "yes"

    def fixes(self) -> dict[int, dict[str, str]]:
        """Return corrected cells by row and field."""
        fixes: dict[int, dict[str, str]] = {}
        for name, value in self._fields_with(FIX).items():
            row_text, _dash, field = name.partition("-")
            row = whole_number(row_text)
            if row is not None and field in roster.FIELDS:
                fixes.setdefault(row, {})[field] = value[:MAX_TYPED]
        return fixes

    def _fields_with(self, prefix: str) -> dict[str, str]:
        """Return the submitted fields whose names begin with a prefix, by the rest of the name."""
        return {
            name.removeprefix(prefix): str(value)
            for name, value in self.data.items()
            if name.startswith(prefix)
        }

    def choices(self) -> dict[int, str]:
        """Return the choice that the staff made for each player, by row number of the file."""
        row_fields = self._fields_with(PREFIX).items()
        return {row: value for row_text, value in row_fields if (row := whole_number(row_text)) is not None}
