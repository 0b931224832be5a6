"""Forms for the list rules of an event, and for staff changes to a list."""

from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import Any

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.engine.formats import DECK_RULES
from cards.engine.refusals import CardRefusal
from cards.engine.rule_settings import CHOICES
from cards.queries.expansion_names import find_expansion, suggested_expansions
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.days import DayField, MomentField
from core.forms.suggestions import SuggestedInput
from core.sentences import refusal_text
from core.text_parts import moment_text
from decks.engine.lists.files import MAX_FILE_SIZE
from decks.engine.refusals import DeckRefusal
from decks.forms import setting_fields
from decks.models import DeckList, ListRules, Version
from decks.models.lists import MAX_NOTE_LENGTH, MAX_WORKING_COPY_LENGTH
from decks.queries import check_rules
from decks.queries.drafts import choices_in_draft_plan
from decks.queries.lists import judging
from decks.queries.pools import autofill
from decks.services import lists
from decks.services.check_rules import set_check_rules
from tournaments.models import Tournament, User

SETTINGS = ("S4", "S5", "S6", "S1", "S2", "S7", "S8", "S9", "S9_BACK", "S10", "S11", "S16")
"""Open points of the rules that each event decides for its lists."""

YEARS = range(1990, 2101)
LIMITED_ONLY = ("S4", "S6", "energy_supplied")
"""Fields shown only at Limited events."""
THIRTY_ONLY = ("S10",)
"""Fields shown only at events with decks of 30 cards."""
REFUSED_AT: dict[StrEnum, str] = {
    CardRefusal.EXPANSION_UNKNOWN: "prerelease_expansion",
    DeckRefusal.LAST_DAY_WRONG: "last_day",
}
"""Refusal code -> the field beside which it is shown; other refusals are shown above the form."""


class EventMomentField(MomentField):
    """A date and time in the event's timezone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        moment: datetime | None = super().to_python(value)
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(
                _("There can be no event in %(year)d. Check the year."), params={"year": moment.year}
            )
        return moment


class ListRulesForm(ConcurrentForm):
    """The list rules of an event, with only the fields that apply to it."""

    folds = True
    fieldsets = (
        (
            gettext_lazy("Collecting"),
            ("deadline", "required", "S5", "S4", "S6", "energy_supplied", "visibility"),
        ),
        (
            gettext_lazy("Points the rules leave open"),
            (
                "prerelease_expansion",
                "S1",
                "S2",
                "S7",
                "S8",
                "S9",
                "S9_BACK",
                "S10",
                "S11",
                "S16",
                "last_day",
                "S17",
            ),
            gettext_lazy(
                "The first option of each is the default. A verdict that depends on an option says so."
            ),
        ),
    )
    deadline = EventMomentField(
        label=gettext_lazy("Lists close at"),
        required=False,
        help_text=gettext_lazy(
            "In the time zone of the event. Leave blank to keep lists open until a staff member locks them."
        ),
    )
    required = forms.BooleanField(
        label=gettext_lazy("Every player needs a list"),
        required=False,
        help_text=gettext_lazy("Posting round 1 then warns about missing and illegal lists."),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Deck lists visible to"),
        choices=ListRules.Visibility.choices,
        widget=forms.RadioSelect,
    )
    energy_supplied = forms.BooleanField(
        label=gettext_lazy("Basic Energy is supplied at the event"), required=False
    )
    prerelease_expansion = forms.CharField(
        label=gettext_lazy("Expansion of the prerelease"),
        max_length=120,
        required=False,
        widget=SuggestedInput(suggested_expansions),
        help_text=gettext_lazy("Its name or code. Its cards are legal here before their usual date."),
    )
    last_day = DayField(
        label=gettext_lazy("Last day of the event"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Leave blank for a one-day event."),
    )

    def __init__(self, data: Any = None, *, event: Tournament, rules: ListRules | None) -> None:
        """Show the rules of an event, or defaults with the choices of its draft plan if it has none."""
        current = rules or ListRules(tournament=event)
        initial = {name: getattr(current, name) for name in self.base_fields}
        # A code that the catalogue lacks is shown as stored.
        with suppress(Refused):
            initial["prerelease_expansion"] = find_expansion(current.prerelease_expansion).name
        choices = {name: judging.event_setting(event, current, name) for name in SETTINGS}
        if rules is None:
            choices_of_draft, energy_supplied = choices_in_draft_plan(event)
            choices |= choices_of_draft
            if energy_supplied is not None:
                initial["energy_supplied"] = energy_supplied
        choices["S17"] = check_rules.check_rules_of(event).base
        super().__init__(data, initial=initial | choices)
        self.event = event
        self.fields.update(setting_fields.setting_form_fields(SETTINGS))
        self.fields["S17"] = setting_fields.deck_check_base_field(_("Deck checks: percentage of"))
        style = DECK_RULES[self.event.play_style]
        omitted = [] if style.supplied_only else list(LIMITED_ONLY)
        omitted += [] if not style.official else list(THIRTY_ONLY)
        if self.event.kind != Tournament.Kind.PRERELEASE:
            omitted.append("prerelease_expansion")
        for name in omitted:
            del self.fields[name]

    def save(self, *, by: User) -> ListRules | None:
        """Save the rules. If they are refused, add an error to the form and return None.

        S17 is saved with the deck-check rules.
        """
        base = self.cleaned_data.pop("S17")
        values = {name: value for name, value in self.cleaned_data.items() if name not in SETTINGS}
        settings = {
            name: self.cleaned_data[name] for name in SETTINGS if self.cleaned_data.get(name) in CHOICES[name]
        }
        try:
            with transaction.atomic():
                rules = lists.collect_lists(self.event, by=by, settings=settings, **values)
                set_check_rules(self.event, by=by, base=base)
            return rules
        except Refused as refused:
            self.add_error(REFUSED_AT.get(refused.code), refusal_text(refused))
            return None


class EnterListForm(ConcurrentForm):
    """Form in which staff enter or correct a player's list."""

    text = forms.CharField(
        label=gettext_lazy("The list as text"),
        max_length=MAX_WORKING_COPY_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Note anything special about the copies in brackets after the line: [pt], [signed], [back "
            "japanese], [World Championships]."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "A spreadsheet uploaded here keeps its “proxy” column. A file opened by a player becomes "
            "text without it."
        ),
    )
    unused = forms.CharField(
        label=gettext_lazy("Unused cards"),
        max_length=MAX_WORKING_COPY_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    supplied = forms.IntegerField(
        label=gettext_lazy("Basic Energy from the organizer"), min_value=0, max_value=999, required=False
    )
    note = forms.CharField(
        label=gettext_lazy("Changes and reason"),
        max_length=MAX_NOTE_LENGTH,
        required=False,
        help_text=gettext_lazy("The player sees this."),
    )

    def __init__(self, data: Any = None, files: Any = None, *, row: DeckList, limited: bool) -> None:
        current_version = row.counts
        typed = (
            autofill.typed_pool_fields(current_version) if current_version else autofill.TypedFields("", 0)
        )
        initial = (
            {"text": current_version.text, "unused": typed.unused, "supplied": typed.supplied}
            if current_version
            else {}
        )
        super().__init__(data, files, initial=initial)
        self.row = row
        if not limited:
            del self.fields["unused"], self.fields["supplied"]

    def save(self, *, by: User) -> Version | None:
        """Save a new version. If it is refused, add an error to the form and return None."""
        data = self.cleaned_data
        upload = data.get("file")
        try:
            return lists.submit_list(
                self.row,
                text=data["text"],
                # One byte more than allowed is read, so that a larger file is refused.
                upload=lists.Upload(upload.read(MAX_FILE_SIZE + 1), upload.name) if upload else None,
                unused=data.get("unused", ""),
                supplied=data.get("supplied") or 0,
                by=by,
                by_player=False,
                note=data["note"],
            )
        except Refused as refused:
            self.add_error(
                "note" if refused.code == DeckRefusal.LIST_STAYS else "text", refusal_text(refused)
            )
            return None


class SendBackForm(forms.Form):
    """Form for the reason why a list is sent back."""

    reason = forms.CharField(label=gettext_lazy("Changes the player must make"), max_length=MAX_NOTE_LENGTH)


class ListRulingForm(forms.Form):
    """Form for a ruling on a problem (R-002)."""

    code = forms.CharField(max_length=40)
    card = forms.CharField(max_length=200, required=False, strip=False)
    reason = forms.CharField(label=gettext_lazy("Reason it does not count"), max_length=MAX_NOTE_LENGTH)


class ReopenListsForm(forms.Form):
    """Form for the time until which lists are reopened."""

    until = EventMomentField(label=gettext_lazy("Open until"), required=False)


class RemindForm(forms.Form):
    """Form for a reminder to players whose lists are missing."""

    text = forms.CharField(
        label=gettext_lazy("Reminder"), max_length=1000, widget=forms.Textarea(attrs={"rows": 6})
    )

    @staticmethod
    def default_text(rules: ListRules) -> str:
        """Return the proposed text of the reminder, with the deadline if it is still to come."""
        if rules.deadline is None or rules.deadline <= timezone.now():
            return _(
                "Some deck lists are still missing. Hand yours in through your personal link, or at the desk."
            )
        when = moment_text(rules.deadline)
        words = _("Deck lists close on %(when)s. Hand yours in through your personal link, or at the desk.")
        return words % {"when": when}
