"""The form to upload a snapshot."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from core.engine.refusals import CoreRefusal
from core.sentences import refusal_code_text

MAX_BYTES = 64 * 1024**2


class RestoreForm(forms.Form):
    """A file, the slug of the new event, and whether staff get their roles again.

    Administrators can also mark the file as trusted.
    """

    file = forms.FileField(
        label=_("Snapshot"),
        help_text=_(
            "A file ending in .stadium, from an event’s Snapshots page or from a USB stick with copies."
        ),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".stadium,.zip"}),
    )
    slug = forms.CharField(
        label=_("Address"),
        max_length=70,
        required=False,
        help_text=_("Leave blank to use the one in the file, or a similar one."),
    )

    staff = forms.BooleanField(
        label=_("Give staff their roles again"),
        required=False,
        help_text=_(
            "Gives roles to accounts here with the same username and email address as in the file. Choose "
            "it only for a file you trust; otherwise you are the only staff member and invite the others."
        ),
    )

    trusted = forms.BooleanField(
        label=_("I made this file"),
        required=False,
        help_text=_("Earlier steps can then be undone. Choose it only for a file of your own Stadium."),
    )

    def __init__(self, *args: Any, administrator: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not administrator:
            del self.fields["trusted"]

    def clean_file(self) -> UploadedFile:
        """Reject a file that is too large before it is read."""
        upload: UploadedFile = self.cleaned_data["file"]
        if (upload.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                refusal_code_text(CoreRefusal.SNAPSHOT_TOO_BIG, {"limit": MAX_BYTES // 1024**2})
            )
        return upload
