"""A form for a table: a file, or rows pasted from a spreadsheet."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.engine.refusals import CoreRefusal
from core.sentences import refusal_code_text

MAX_FILE_SIZE = 5_000_000
"""The limit in bytes. The reader of a table may set a lower one."""


class TableUpload(forms.Form):
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
        if upload is not None and (upload.size or 0) > MAX_FILE_SIZE:
            limit = MAX_FILE_SIZE // 1_000_000
            raise forms.ValidationError(refusal_code_text(CoreRefusal.FILE_TOO_BIG, {"limit": limit}))
        return upload

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text", "").strip() and "file" not in self.errors:
            self.add_error("file", _("Choose a file, or paste the rows."))
        return cleaned

    def content(self) -> tuple[bytes, str]:
        """Return the bytes and the name of the uploaded file, or of the pasted rows if there is none."""
        upload = self.cleaned_data["file"]
        if upload:
            return upload.read(), upload.name
        return self.cleaned_data["text"].encode(), gettext("pasted rows")
