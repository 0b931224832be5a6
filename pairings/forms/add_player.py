"""Add one player, before the event or late."""

from typing import TypedDict, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.forms.fields import set_row_choices
from core.sentences import REFUSALS
from tournaments.engine.person_fields import FIELDS, Person, PersonChanges, person_facts_by_key
from tournaments.engine.refusals import TournamentRefusal
from tournaments.forms.person_fields import person_inputs
from tournaments.models import Entry, Player, Tournament, User
from tournaments.queries.people import newest_entries_visible_to

MAX_BYES = 3
SUGGESTS = {"autocomplete": "off", "data-suggests": ""}
"""HTML attributes of a field that suggests known people."""

SUGGESTING = ("first_name", "last_name", "player_id")

IN_ADD_FORM = tuple(field for field in FIELDS if field.in_add_form)


class NewPlace(TypedDict):
    """Entry data of a new player. `player` is the known person, or None for a new one."""

    player: Player | None
    age_division: str | None
    awarded_byes: int
    checked_in: bool
    namesake: bool
    notes: str


class AddPlayerForm(forms.Form):
    """Form for a known person (`player`) or a new one.

    The age division follows from the birth year, if entered.
    """

    fieldsets = (
        (_("Who"), tuple(field.key for field in IN_ADD_FORM)),
        (_("In this event"), ("age_division", "awarded_byes", "checked_in", "namesake", "notes")),
    )
    player = forms.ModelChoiceField(
        Player.objects.none(),
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": REFUSALS[TournamentRefusal.PERSON_UNKNOWN]},
    )
    # Every name in a class body becomes a field, including names added through `vars()`.
    vars().update(person_inputs(IN_ADD_FORM, hints=False))

    age_division = forms.ChoiceField(
        label=_("Age division"),
        choices=[("", _("By birth year")), *Entry.AgeDivision.choices],
        required=False,
    )
    awarded_byes = forms.IntegerField(
        label=_("Byes awarded in advance"),
        min_value=0,
        max_value=MAX_BYES,
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
        """Prefill the form with `person`.

        `known` is whether they have an entry in an event of `by`. `ask_namesake` shows the box to confirm that
        this is a different person with the same name. `is_here` ticks the check-in box.
        """
        known_person = (
            {"player": person.id if known else None, **person_facts_by_key(person)} if person else {}
        )
        super().__init__(data, initial=({"checked_in": True} if is_here else {}) | known_person)
        for name in SUGGESTING:
            self.fields[name].widget.attrs |= SUGGESTS
        self.fields["last_name"].error_messages["required"] = str(REFUSALS[TournamentRefusal.NAME_MISSING])
        if person is None:
            self.fields["first_name"].widget.attrs["autofocus"] = True
        players = newest_entries_visible_to(by, event.organizer_id).values("player")
        set_row_choices(self, "player", Player.objects.filter(pk__in=players))
        if not any(division.by_age or division.age_division != "all" for division in event.divisions.all()):
            self.fields["age_division"].help_text = _("Everyone plays together here.")
        self.fields["last_name"].required = not (known or self.data.get("player"))
        if not ask_namesake and not self.data.get("namesake"):
            self.fields["namesake"].widget = forms.HiddenInput()

    @property
    def person_name(self) -> str:
        """The name of the known person, or "" for a new one."""
        names = (str(self.initial.get(name) or "") for name in ("first_name", "last_name"))
        return " ".join(names).strip() if self.initial.get("player") else ""

    def ask_namesake(self) -> None:
        """Show the box to confirm that this is a different person with the same name."""
        self.fields["namesake"].widget = forms.CheckboxInput()

    @property
    def facts(self) -> PersonChanges:
        """The entered data of the person, once the form is valid."""
        return cast(PersonChanges, {field.key: self.cleaned_data[field.key] for field in IN_ADD_FORM})

    @property
    def place(self) -> NewPlace:
        """The arguments of `tournaments.services.entries.add_entry` other than the data of the person."""
        data = self.cleaned_data
        return NewPlace(
            player=data["player"],
            age_division=data["age_division"] or None,
            awarded_byes=data["awarded_byes"] or 0,
            checked_in=data["checked_in"],
            namesake=data["namesake"],
            notes=data["notes"],
        )
