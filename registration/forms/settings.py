"""The form for the settings of an event's registration."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.days import MomentField
from registration.engine.questions import QUESTIONS
from registration.models import DivisionPlaces
from registration.models.settings import MAX_HOURS
from registration.queries import registrations as queries
from registration.services.settings import change_registration_settings
from registration.words.registration_words import QUESTION_LABELS
from tournaments.forms.entries import show_refusal
from tournaments.forms.event import YEARS
from tournaments.labels import division_label
from tournaments.models import Tournament, User

MAX_PLACES = 32_000


class OptionalMomentField(MomentField):
    """An optional date and time in the event's time zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        moment: datetime | None = super().to_python(value)
        if moment is not None and moment.year not in YEARS:
            raise ValidationError(
                _("There can be no event in %(year)d. Check the year."), params={"year": moment.year}
            )
        return moment


class RegistrationSettingsForm(ConcurrentForm):
    """The settings of registration: when players can register, how many, and the questions."""

    is_open = forms.BooleanField(label=gettext_lazy("Players can register"), required=False)
    opens_at = OptionalMomentField(
        label=gettext_lazy("Opens"),
        required=False,
        help_text=gettext_lazy("Leave blank to open immediately."),
    )
    closes_at = OptionalMomentField(
        label=gettext_lazy("Closes"),
        required=False,
        help_text=gettext_lazy("Leave blank to close when round 1 is paired."),
    )
    cancel_until = OptionalMomentField(
        label=gettext_lazy("Players can cancel until"),
        required=False,
        help_text=gettext_lazy("Leave blank to let them cancel until round 1 is paired."),
    )
    accept_hours = forms.IntegerField(
        label=gettext_lazy("Hours to accept a seat from the waiting list"),
        min_value=0,
        max_value=MAX_HOURS,
        help_text=gettext_lazy("0 confirms the next player immediately."),
    )
    by_hand = forms.BooleanField(label=gettext_lazy("Staff must approve each registration"), required=False)
    code = forms.CharField(
        label=gettext_lazy("Code for invited players"),
        max_length=20,
        required=False,
        help_text=gettext_lazy(
            "Only players who enter it can register. Leave blank to let everyone register."
        ),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    questions = forms.MultipleChoiceField(
        label=gettext_lazy("Ask for"),
        choices=[(code, QUESTION_LABELS[code]) for code in QUESTIONS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Name and email address are always asked. What is not asked is not stored."),
    )
    rules_text = forms.CharField(
        label=gettext_lazy("Rules that players accept"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )
    fee = forms.CharField(
        label=gettext_lazy("Entry fee"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("As text, such as “12 €, paid at the shop”. Stadium takes no payments."),
    )

    def __init__(self, data: Any = None, *, event: Tournament) -> None:
        self.event, self.divisions = event, list(event.divisions.order_by("position", "pk"))
        current_settings = queries.registration_settings_of_event(event)
        initial = {name: getattr(current_settings, name) for name in self.base_fields}
        for name in ("opens_at", "closes_at", "cancel_until"):
            if initial[name] is not None:
                initial[name] = timezone.localtime(initial[name])
        places = DivisionPlaces.objects.filter(division__in=self.divisions)
        limits = dict(places.values_list("division", "places"))
        initial |= {f"places_{division.pk}": limits.get(division.pk) for division in self.divisions}
        super().__init__(data, initial=initial, auto_id="registration_%s")
        names_divisions = len(self.divisions) > 1
        for division in self.divisions:
            label = _("Places")
            if names_divisions:
                label = _("Places, %(division)s") % {"division": division_label(division.age_division)}
            self.fields[f"places_{division.pk}"] = forms.IntegerField(
                label=label,
                min_value=0,
                max_value=MAX_PLACES,
                required=False,
                help_text=_("Leave blank for no limit."),
            )
        order = ("is_open", *(f"places_{division.pk}" for division in self.divisions))
        self.order_fields(order)

    def save(self, *, by: User) -> bool:
        """Save the settings. Return False if that is refused, with an error on the form."""
        data = dict(self.cleaned_data)
        places = {division: data.pop(f"places_{division.pk}") for division in self.divisions}
        data["questions"] = [code for code in QUESTIONS if code in data["questions"]]
        try:
            change_registration_settings(self.event, by=by, places=places, **data)
        except Refused as refused:
            show_refusal(self, refused)
            return False
        return True
