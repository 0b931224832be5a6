"""Forms for uploaded TOM files."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.forms.fields import set_choices
from core.sentences import refusal_text
from core.text_parts import text_labeled_with_part
from pairings.services.known_players import ListedPlayer
from pairings.services.tom import importing
from tournaments.forms.event import zone_choices


class TomFileForm(forms.Form):
    """One `.tdf` file."""

    file = forms.FileField(
        label=_("TOM file (.tdf)"),
        help_text=_("It ends in .tdf and is in the folder where TOM saves its tournaments."),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".tdf,.xml"}),
    )

    def clean_file(self) -> UploadedFile:
        """Reject a file that is too large, before reading it."""
        upload: UploadedFile = self.cleaned_data["file"]
        try:
            importing.require_tdf_size(upload.size or 0)
        except Refused as refused:
            raise forms.ValidationError(refusal_text(refused), code=refused.code) from refused
        return upload

    def content_and_name(self) -> tuple[bytes, str]:
        """Return content and name of the file."""
        upload = self.cleaned_data["file"]
        return upload.read(), str(upload.name)


class TomRosterForm(TomFileForm):
    """A `.tdf` file whose players are imported.

    `ask` adds a box to confirm that people whose name or birth year differs are the same.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.data.get("same_people"):
            self.ask()

    @property
    def same_people(self) -> bool:
        """Whether staff confirmed that people whose name or birth year differs are the same."""
        return bool(self.data.get("same_people"))

    def ask(self) -> None:
        """Add a box to confirm that people whose name or birth year differs are the same."""
        self.fields["same_people"] = forms.BooleanField(
            label=_("These are the same people"),
            help_text=_("They are added with the names known here."),
            required=False,
        )


class SeveralFiles(forms.ClearableFileInput):
    """A file input that accepts several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One or more files as a list, each cleaned separately."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        uploads = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(upload, initial) for upload in uploads or [None]]


class KnownPlayersForm(forms.Form):
    """TOM's `players.xml`, and `.tdf` files of past events."""

    tom_files = FilesField(
        label=_("TOM files (.tdf)"),
        help_text=_(
            "players.xml, which has everyone in TOM’s list, or .tdf files of earlier events. You can "
            "choose several."
        ),
        allow_empty_file=True,
        widget=SeveralFiles(attrs={"accept": ".xml,.tdf"}),
    )

    def players(self) -> tuple[list[ListedPlayer], str]:
        """Return the players of all files in order, and the names of the files.

        A file that is too large or unreadable becomes an error of the form.
        """
        players: list[ListedPlayer] = []
        files = self.cleaned_data["tom_files"]
        for upload in files:
            try:
                importing.require_tdf_size(upload.size or 0)
                players += importing.read_listed_players(upload.read())
            except Refused as refused:
                self.add_error("tom_files", text_labeled_with_part(upload.name, refusal_text(refused)))
        return players, ", ".join(str(upload.name) for upload in files)


class TakeOverForm(TomFileForm):
    """A `.tdf` file to import as a new event, with the event's name from the file or another one."""

    name = forms.CharField(
        label=_("Event name"),
        max_length=120,
        required=False,
        help_text=_("Leave blank to use the name in the file."),
    )
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("TOM files have times without a time zone. Choose where the event is played."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("From the file’s country, or else from this computer")), *zone_choices()]
        set_choices(self, "timezone", choices)

    def clean_name(self) -> str | None:
        name: Any = self.cleaned_data.get("name")
        return str(name).strip() or None if name else None
