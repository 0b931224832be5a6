"""A roster on its way in: the file, then the choices. The file travels in the form, so nothing is kept meanwhile."""

import base64
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

PREFIX = "row-"


class RosterUpload(forms.Form):
    """A file, or rows pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        help_text=_("CSV or XLSX, as a spreadsheet or a sign-up form writes it."),
    )
    text = forms.CharField(
        label=_("Or paste the rows, with their titles"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text", "").strip() and "file" not in self.errors:
            self.add_error("file", _("Choose a file, or paste the rows."))
        return cleaned

    def content(self) -> tuple[bytes, str]:
        """The bytes and the name of what was given."""
        given = self.cleaned_data["file"]
        if given:
            return given.read(), given.name
        return self.cleaned_data["text"].encode(), gettext("pasted rows")


class RosterLoad(forms.Form):
    """The same file once more, with what staff chose for some rows."""

    filename = forms.CharField(widget=forms.HiddenInput)
    content = forms.CharField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, data: bytes, filename: str) -> "RosterLoad":
        """The form that carries a file to the next page."""
        return cls(initial={"filename": filename, "content": base64.b64encode(data).decode()})

    def clean_content(self) -> bytes:
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except ValueError as broken:
            raise forms.ValidationError(_("The file was lost on its way. Choose it again.")) from broken

    def choices(self) -> dict[int, str]:
        """What was chosen, by row of the file."""
        named = {
            name.removeprefix(PREFIX): value for name, value in self.data.items() if name.startswith(PREFIX)
        }
        return {int(row): str(value) for row, value in named.items() if row.isdecimal()}
