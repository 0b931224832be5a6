"""Importing a roster: the file, then the choices. The form contains the file, so nothing is stored between them."""

import base64
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.sentences import code_text
from tournaments.engine import roster
from tournaments.engine.person_fields import KEYS
from tournaments.engine.roster import ColumnChoice, Reading, Usual
from tournaments.models import Entry
from tournaments.words.person_words import column_label

PREFIX, FIX, COLUMN = "row-", "fix-", "column-"
MOST_TYPED = 200
"""Characters of one corrected cell."""

LABELS = {
    **{key: column_label(key) for key in KEYS},
    "name": _("Name"),
    "age_division": _("Age division"),
}

WHOLE_NAMES = {
    "name": _("Whole name, first name first"),
    "name_last_first": _("Whole name, family name first"),
}

KINDS = (("", _("Ignore")), *((kind, WHOLE_NAMES.get(kind) or LABELS[kind]) for kind in roster.KINDS))
"""The choices for a column."""


class RosterUpload(forms.Form):
    """A file, or rows pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        help_text=_("CSV or XLSX, as a spreadsheet or a sign-up form writes it."),
    )
    text = forms.CharField(
        label=_("Or paste the rows: names, or a table"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean_file(self) -> UploadedFile | None:
        """Refuse a file that is too large before reading it."""
        upload: UploadedFile | None = self.cleaned_data["file"]
        if upload is not None and (upload.size or 0) > roster.LARGEST_FILE:
            limit = roster.LARGEST_FILE // 1_000_000
            raise forms.ValidationError(code_text(CoreRefusal.FILE_TOO_BIG, {"limit": limit}))
        return upload

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text", "").strip() and "file" not in self.errors:
            self.add_error("file", _("Choose a file, or paste the rows."))
        return cleaned

    def content(self) -> tuple[bytes, str]:
        """The bytes and the name of the input."""
        given = self.cleaned_data["file"]
        if given:
            return given.read(), given.name
        return self.cleaned_data["text"].encode(), gettext("pasted rows")


class RosterLoad(forms.Form):
    """The same file again, with the choices of staff for its columns and rows."""

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
    def of(cls, data: bytes, filename: str) -> "RosterLoad":
        """The form that carries a file to the next page."""
        return cls({"filename": filename, "content": base64.b64encode(data).decode()})

    @property
    def carries(self) -> bool:
        """Whether the file was received, whatever other errors there are."""
        return self.is_bound and not {"filename", "content"} & set(self.errors)

    def clean_content(self) -> bytes:
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except ValueError as broken:
            raise forms.ValidationError(_("The file was not received. Choose it again.")) from broken

    def reading(self) -> Reading:
        """How to read the file; only for a valid form."""
        data = self.cleaned_data
        usual = Usual(data["all_age_division"] or None, data["all_birth_year"])
        columns = None
        if named := self._named(COLUMN):
            kinds = {
                index: kind
                for typed, kind in named.items()
                if (index := whole_number(typed)) is not None and kind in roster.KINDS
            }
            row = whole_number(str(self.data.get("titles_row", "")), digits=7)
            row = 1 if row is None else row
            columns = ColumnChoice(kinds, row if self.titled else row - 1, self.titled)
        return Reading(columns, self.fixes(), usual)

    @property
    def requested(self) -> bool:
        """Whether the form lists the columns."""
        return bool(self._named(COLUMN))

    @property
    def titled(self) -> bool:
        """Whether a row has the titles, according to staff."""
        return self.data.get("titled") == "yes"

    def fixes(self) -> dict[int, dict[str, str]]:
        """Corrected cells by row and field."""
        found: dict[int, dict[str, str]] = {}
        for name, value in self._named(FIX).items():
            typed, _dash, field = name.partition("-")
            row = whole_number(typed)
            if row is not None and field in roster.FIELDS:
                found.setdefault(row, {})[field] = value[:MOST_TYPED]
        return found

    def _named(self, prefix: str) -> dict[str, str]:
        return {
            name.removeprefix(prefix): str(value)
            for name, value in self.data.items()
            if name.startswith(prefix)
        }

    def choices(self) -> dict[int, str]:
        """Choices by row of the file."""
        named = self._named(PREFIX).items()
        return {row: value for typed, value in named if (row := whole_number(typed)) is not None}
