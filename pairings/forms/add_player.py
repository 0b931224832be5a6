"""Add one player, before the event or late."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.engine.people import Person
from core.sentences import REFUSALS
from tournaments.models import Entry, Player, Tournament, User
from tournaments.queries.people import newest_known_to

MOST_BYES = 3
SUGGESTS = {"autocomplete": "off", "data-suggests": ""}
"""Attributes of a field that suggests known people."""


class EnterForm(forms.Form):
    """A known person (`player`) or a new one; the age division follows from the birth year if given."""

    fieldsets = (
        (_("Who"), ("first_name", "last_name", "player_id", "birth_year")),
        (_("In this event"), ("age_division", "awarded_byes", "checked_in", "namesake", "notes")),
    )
    player = forms.ModelChoiceField(
        Player.objects.none(),
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": REFUSALS["PERSON_UNKNOWN"]},
    )
    first_name = forms.CharField(
        label=_("First name"), max_length=80, required=False, widget=forms.TextInput(SUGGESTS)
    )
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(SUGGESTS),
        error_messages={"required": _("Enter at least a last name.")},
    )
    player_id = forms.CharField(
        label=_("Player ID"),
        max_length=20,
        required=False,
        widget=forms.TextInput({"inputmode": "numeric", **SUGGESTS}),
    )
    birth_year = forms.IntegerField(
        label=_("Birth year"),
        required=False,
        widget=forms.TextInput({"inputmode": "numeric", "maxlength": 4}),
    )
    age_division = forms.ChoiceField(
        label=_("Age division"),
        choices=[("", _("By birth year")), *Entry.AgeDivision.choices],
        required=False,
    )
    awarded_byes = forms.IntegerField(
        label=_("Byes awarded in advance"),
        min_value=0,
        max_value=MOST_BYES,
        initial=0,
        required=False,
        help_text=_("Counts from round 1."),
    )
    checked_in = forms.BooleanField(label=_("Check in now"), required=False)
    namesake = forms.BooleanField(label=_("Another person with the same name"), required=False)
    notes = forms.CharField(label=_("Note for staff"), max_length=200, required=False)

    def __init__(
        self,
        data: QueryDict | None,
        event: Tournament,
        *,
        by: User,
        person: Person | None = None,
        known: bool = False,
        ask_namesake: bool = False,
        is_here: bool = False,
    ) -> None:
        """`person` fills in the form; `known`: `by` knows them by an entry of their own events.

        `is_here` ticks the check-in.
        """
        here = {"checked_in": True} if is_here else {}
        super().__init__(data, initial=self._initial(person, known=known) | here)
        if person is None:
            self.fields["first_name"].widget.attrs["autofocus"] = True
        mine = newest_known_to(by, event.organizer_id).values("player")
        self.fields["player"].queryset = Player.objects.filter(pk__in=mine)  # type: ignore[attr-defined]
        if not any(division.by_age or division.age_division != "all" for division in event.divisions.all()):
            self.fields["age_division"].help_text = _("Everyone plays together here.")
        self.fields["last_name"].required = not (known or self._ticked("player"))
        if not ask_namesake and not self._ticked("namesake"):
            self.fields["namesake"].widget = forms.HiddenInput()

    def _ticked(self, name: str) -> bool:
        return bool(self.data.get(name))

    @staticmethod
    def _initial(person: Person | None, *, known: bool) -> dict[str, object]:
        if person is None:
            return {}
        return {
            "player": person.id if known else None,
            "first_name": person.first_name,
            "last_name": person.last_name,
            "player_id": person.player_id,
            "birth_year": person.birth_year,
        }

    @property
    def person_name(self) -> str:
        """The name of the known person, empty for a new one."""
        names = (str(self.initial.get(name) or "") for name in ("first_name", "last_name"))
        return " ".join(names).strip() if self.initial.get("player") else ""

    def ask_namesake(self) -> None:
        """Show the box that confirms another person of the same name."""
        self.fields["namesake"].widget = forms.CheckboxInput()

    @property
    def who(self) -> dict[str, Any]:
        """The arguments of `pairings.services.rounds.attendance.enter`, once the form is valid."""
        data = self.cleaned_data
        return {
            "player": data["player"],
            "first_name": data["first_name"],
            "last_name": data["last_name"],
            "player_id": data["player_id"] or None,
            "birth_year": data["birth_year"],
            "age_division": data["age_division"] or None,
            "awarded_byes": data["awarded_byes"] or 0,
            "checked_in": data["checked_in"],
            "namesake": data["namesake"],
            "notes": data["notes"],
        }
