"""Forms of check-in: scanned code, hall code, times of self check-in, and missing players to drop."""

from collections.abc import Sequence
from datetime import timedelta

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_choices
from pairings.models import Qualifier
from registration.forms.settings import OptionalMomentField
from tournaments.engine.check_in import LENGTH, MAX_SCAN_LENGTH
from tournaments.forms.entries import show_refusal
from tournaments.models import Entry, Tournament, User
from tournaments.queries.self_check_in import self_check_in_of
from tournaments.services.self_check_in import change_self_check_in

EARLY = timedelta(hours=1)
"""Default time between the opening of self check-in and the start of the event."""

TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class ScanForm(forms.Form):
    """Text of a scanned code, which is never shown again, since a personal link is a secret."""

    code = forms.CharField(
        label=_("Code"),
        max_length=MAX_SCAN_LENGTH,
        widget=forms.TextInput({**TYPED, "autofocus": True, "class": "input secret", "enterkeyhint": "go"}),
        error_messages={"required": _("Scan a code, or type a Player ID.")},
    )


class HallCodeForm(forms.Form):
    """Hall code, copied by a player from the screen or the sheet in the hall."""

    code = forms.CharField(
        label=_("Hall code"),
        max_length=20,
        widget=forms.TextInput({**TYPED, "autocapitalize": "characters", "class": "input code-input"}),
        help_text=_("%(n)s letters, shown on a screen or a sheet in the hall.") % {"n": LENGTH},
        error_messages={"required": _("Enter the code from the screen or the sheet in the hall.")},
    )


class SelfCheckInForm(ConcurrentForm):
    """Whether and when players may check themselves in."""

    is_on = forms.BooleanField(label=_("Players check themselves in"), required=False)
    opens_at = OptionalMomentField(
        label=_("From"), required=False, help_text=_("Leave blank to open immediately.")
    )
    closes_at = OptionalMomentField(
        label=_("Until"), required=False, help_text=_("After this time the desk checks players in.")
    )

    def __init__(self, data: QueryDict | None = None, *, event: Tournament) -> None:
        self.event, row = event, self_check_in_of(event)
        opens_at, closes_at = (
            (row.opens_at, row.closes_at) if row else (event.starts_at - EARLY, event.starts_at)
        )
        initial = {
            "is_on": bool(row and row.is_on),
            "opens_at": opens_at and timezone.localtime(opens_at),
            "closes_at": closes_at and timezone.localtime(closes_at),
        }
        super().__init__(data, initial=initial, auto_id="self_%s")

    def save(self, *, by: User) -> bool:
        """Save the settings. Return False if they are refused, with the reason as an error of the field."""
        try:
            change_self_check_in(self.event, by=by, **self.cleaned_data)
        except Refused as refused:
            show_refusal(self, refused)
            return False
        return True


class DayTwoMarkForm(forms.Form):
    """The new check-in of one player of day 2."""

    entry = forms.IntegerField()
    mark = forms.ChoiceField(choices=Qualifier.Mark.choices)


class DropMissingForm(forms.Form):
    """One checkbox per player who has not checked in, all ticked by default."""

    missing = forms.MultipleChoiceField(
        label=_("Players to drop"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Clear the box for a player who is on the way."),
        error_messages={"required": _("Choose players to drop, or cancel.")},
    )

    def __init__(self, data: QueryDict | None, rows: Sequence[Entry], *, names_divisions: bool) -> None:
        """List the missing players `rows`; `names_divisions` adds the division to each label."""
        super().__init__(data, initial={"missing": [str(entry.pk) for entry in rows]})
        labels = [
            (str(entry.pk), f"{entry}, {entry.division}" if names_divisions else str(entry)) for entry in rows
        ]
        set_choices(self, "missing", labels)
        # Players who arrived while the page was open are no longer choices, and are not dropped.
        self.keys = {entry.pk for entry in rows}

    @property
    def chosen(self) -> set[int]:
        """The keys of the chosen players who are still missing."""
        sent = set(self.data.getlist("missing")) if isinstance(self.data, QueryDict) else set()
        return {key for key in self.keys if str(key) in sent}
