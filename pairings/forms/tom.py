"""Forms for the fields of a TOM file, and for a file to confirm."""

import base64
from collections.abc import Iterable
from dataclasses import astuple
from typing import Any, TypedDict

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent_edits import ConcurrentEditsMixin
from pairings.models import TomDetails
from pairings.services.known_players import ListedPlayer
from tournaments.models import User

FILENAME = 200

SALT = "known-players-{}"
"""Salt for signing players, combined with the key of the account."""


class TomDetailsForm(ConcurrentEditsMixin, forms.ModelForm):
    """Organizer and location in TOM's file."""

    class Meta:
        model = TomDetails
        fields = ("organizer_name", "organizer_id", "state", "overflow_table_start")
        help_texts = {
            "organizer_id": _("The person named in the file."),
            "state": _("As entered in TOM. Leave blank if the country has none."),
            "overflow_table_start": _("0: none."),
        }


class ImportArguments(TypedDict):
    """The arguments of `import_event` other than the file."""

    filename: str
    name: str | None
    timezone: str


class ConfirmImportForm(forms.Form):
    """Form to confirm a file, which is embedded in the page so that nothing is stored before that."""

    filename = forms.CharField(widget=forms.HiddenInput, required=False)
    content = forms.CharField(widget=forms.HiddenInput, strip=False)
    name = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)
    timezone = forms.CharField(widget=forms.HiddenInput, required=False)

    @classmethod
    def of(cls, data: bytes, filename: str, name: str | None, timezone: str) -> "ConfirmImportForm":
        """Return the form that embeds a file in the next page."""
        content = base64.b64encode(data).decode()
        return cls(
            initial={"filename": filename, "content": content, "name": name or "", "timezone": timezone}
        )

    def clean_content(self) -> bytes:
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except ValueError as error:
            raise forms.ValidationError(_("The file was not received. Choose it again.")) from error

    def import_arguments(self) -> ImportArguments:
        entered = self.cleaned_data
        return ImportArguments(
            filename=entered["filename"], name=entered["name"] or None, timezone=entered["timezone"]
        )


class NewerFileConfirm(ConfirmImportForm):
    """Form to confirm a newer file of a stored event."""

    name = None  # type: ignore[assignment]
    timezone = None  # type: ignore[assignment]
    replaces = forms.CharField(widget=forms.HiddenInput, required=False)

    @classmethod
    def of_file(cls, data: bytes, filename: str) -> "NewerFileConfirm":
        """Return the form that embeds a file in the next page, without a confirmed replacement."""
        return cls(initial={"filename": filename, "content": base64.b64encode(data).decode()})


class KnownPlayersConfirm(forms.Form):
    """Form to confirm players from files. The page embeds the players, signed for this account."""

    filename = forms.CharField(widget=forms.HiddenInput, required=False)
    players = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    @classmethod
    def of(cls, players: Iterable[ListedPlayer], filename: str, user: User) -> "KnownPlayersConfirm":
        """Return the form that embeds players in the next page."""
        rows = [astuple(player) for player in players]
        signed = signing.dumps(rows, salt=SALT.format(user.pk), compress=True)
        return cls(initial={"filename": filename[:FILENAME], "players": signed}, user=user)

    def clean_players(self) -> list[ListedPlayer]:
        try:
            rows = signing.loads(self.cleaned_data["players"], salt=SALT.format(self.user.pk))
        except signing.BadSignature as error:
            raise forms.ValidationError(_("The file was not received. Choose it again.")) from error
        return [ListedPlayer(*row) for row in rows]
