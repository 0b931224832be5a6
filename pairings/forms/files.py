"""Files of TOM that are uploaded."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from pairings.services import tom
from tournaments.forms.event import zone_choices
from tournaments.sentences import say


class TomFileForm(forms.Form):
    """One `.tdf` file."""

    file = forms.FileField(
        label=_("File of TOM"),
        help_text=_("It ends in .tdf and lies where TOM saves its tournaments."),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".tdf,.xml"}),
    )

    def clean_file(self) -> UploadedFile:
        """Refuses what is too large before it is read."""
        given: UploadedFile = self.cleaned_data["file"]
        if (given.size or 0) > tom.MOST_BYTES:
            facts = {"limit": tom.MOST_BYTES // 1024**2}
            raise forms.ValidationError(say("TDF_TOO_BIG", facts), code="TDF_TOO_BIG")
        return given

    def data_of(self) -> tuple[bytes, str]:
        """Content and name of the file."""
        given = self.cleaned_data["file"]
        return given.read(), str(given.name)


class TakeOverForm(TomFileForm):
    """A whole event out of a file, under its own name or another one."""

    name = forms.CharField(
        label=_("Name of the event"),
        max_length=120,
        required=False,
        help_text=_("Empty: the name in the file."),
    )
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Files of TOM tell times without saying where. Choose where the event is played."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("That of the file’s country, else this computer’s")), *zone_choices()]
        self.fields["timezone"].choices = choices  # type: ignore[attr-defined]

    def clean_name(self) -> str | None:
        given: Any = self.cleaned_data.get("name")
        return str(given).strip() or None if given else None
