"""The forms with which a player registers, and in which the answers are corrected."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from core.engine.refused import Refused
from registration.engine.questions import (
    ALWAYS,
    BIRTH_YEAR,
    COUNTRY,
    GUARDIAN,
    MAX_NAME_LENGTH,
    RULES,
    Answers,
    person_question_keys,
)
from registration.models import Registration, RegistrationSettings
from registration.queries import registrations as queries
from registration.services import registering
from tournaments.engine.person_fields import FIELDS
from tournaments.forms.entries import FIELD_OF, show_refusal
from tournaments.forms.person_fields import person_inputs
from tournaments.models import Division, Tournament

AUTOCOMPLETE: Mapping[str, str] = {
    "first_name": "given-name",
    "last_name": "family-name",
    "email": "email",
    "birth_year": "bday-year",
}
"""The value of `autocomplete` for each field that browsers can fill in."""

HELP: Mapping[str, object] = {
    "player_id": _("Leave blank if the player has none yet."),
    "email": _("For messages about this event. Only staff can see it."),
    "birth_year": _("Decides the age division. Only staff can see it."),
}


NAMES = frozenset(field.name for field in fields(Answers))


class AnswersForm(forms.Form):
    """A form with the questions that are asked according to the registration settings of an event."""

    def __init__(
        self, data: Any = None, *, event: Tournament, settings: RegistrationSettings, **kwargs: Any
    ) -> None:
        super().__init__(data, auto_id="register_%s", **kwargs)
        self.event, self.settings = event, settings
        questions = queries.question_codes_of_settings(settings)
        keys = person_question_keys(questions)
        person_fields = [
            replace(field, required=field.required or field.key in (*ALWAYS, BIRTH_YEAR))
            for field in FIELDS
            if field.key in keys
        ]
        self.fields.update(person_inputs(person_fields, hints=False))
        # Players with a single name enter it as the last name.
        self.fields["first_name"].required = False
        for key in keys:
            self.fields[key].help_text = str(HELP.get(key, ""))
            if key in AUTOCOMPLETE:
                self.fields[key].widget.attrs["autocomplete"] = AUTOCOMPLETE[key]
        if COUNTRY in questions:
            self.fields["country"] = forms.ChoiceField(label=_("Country"), choices=[("", "–"), *countries])
            self.fields["country"].widget.attrs["autocomplete"] = "country"
        if GUARDIAN in questions:
            self.fields["guardian_name"] = forms.CharField(
                label=_("Parent or guardian"),
                max_length=MAX_NAME_LENGTH,
                required=False,
                help_text=_("Only for players under 18."),
            )
            self.fields["guardian_consents"] = forms.BooleanField(
                label=_("I am the parent or guardian, and the player may take part"), required=False
            )
        if RULES in questions:
            self.fields["accepts_rules"] = forms.BooleanField(label=_("I accept the rules"), required=False)

    @property
    def answers(self) -> Answers:
        """The answers as typed. The form must be valid."""
        return Answers(**{name: value for name, value in self.cleaned_data.items() if name in NAMES})


class RegisterForm(AnswersForm):
    """The form to register: the answers and, if required, the division and the code."""

    def __init__(
        self,
        data: Any = None,
        *,
        event: Tournament,
        settings: RegistrationSettings,
        divisions: list[Division],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, event=event, settings=settings, **kwargs)
        if queries.chooses_division(settings, divisions):
            self.fields["division"] = forms.ModelChoiceField(
                label=_("Division"), queryset=event.divisions.order_by("position", "pk"), empty_label=None
            )
        if settings.code:
            self.fields["code"] = forms.CharField(
                label=_("Code"),
                max_length=40,
                help_text=_("It is in your invitation."),
                widget=forms.TextInput({"autocomplete": "off"}),
            )

    def store(self, *, language: str, site: str) -> Registration | None:
        """Register the player. Return None if that is refused, with an error on the form.

        Emails are written in `language`, with links to the address `site`.
        """
        data = self.cleaned_data
        try:
            return registering.register_player(
                self.event,
                self.answers,
                division=data.get("division"),
                code=data.get("code", ""),
                language=language,
                site=site,
            )
        except Refused as refused:
            show_refusal(self, refused, FIELD_OF)
            return None


class CorrectAnswersForm(AnswersForm):
    """The form in which the answers of a registration are corrected."""

    def __init__(self, data: Any = None, *, row: Registration, settings: RegistrationSettings) -> None:
        initial = {
            name: getattr(row, name)
            for name in (
                *person_question_keys(queries.question_codes_of_settings(settings)),
                "country",
                "guardian_name",
            )
        }
        initial |= {
            "guardian_consents": row.guardian_consented_at is not None,
            "accepts_rules": row.rules_accepted_at is not None,
        }
        super().__init__(data, event=row.tournament, settings=settings, initial=initial)
        self.row = row

    def store(self) -> bool:
        """Save the answers. Return False if that is refused, with an error on the form."""
        try:
            registering.correct_answers(self.row, self.answers)
        except Refused as refused:
            show_refusal(self, refused, FIELD_OF)
            return False
        return True
