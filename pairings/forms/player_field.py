"""A field in which a player of a division is typed or chosen."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.alphabet import name_sort_key
from core.engine.person_names import search_key
from tournaments.models import Division, Entry
from tournaments.words.entrants import entrant_title

NUMBERED = re.compile(r"\((\d{1,18})\)\s*$")


class PlayerField(forms.CharField):
    """A player of the division, by name, or as chosen from the list: "Maya Okonkwo (17)".

    The number is the entry key. The cleaned value is the entry, or None if the field is blank.
    """

    def __init__(self, *, label: Any) -> None:
        widget = forms.TextInput(attrs={"list": "players", "autocomplete": "off"})
        super().__init__(label=label, max_length=160, widget=widget)
        self.division: Division | None = None

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        self.label = entrant_title(self.label or "")
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> Any:
        """Return the entry of the typed player, or None if the field is blank."""
        typed = super().clean(value)
        if not typed:
            return None
        division_entries = Entry.objects.filter(division=self.division).select_related(
            "player", "division__tournament"
        )
        # The name as shown on pages, "Ana Lima (2)", takes precedence over the entry key and the plain name.
        search_term, number_match, entries = search_key(typed), NUMBERED.search(typed), list(division_entries)
        matching = [entry for entry in entries if search_key(str(entry)) == search_term]
        if not matching and number_match:
            matching = [entry for entry in entries if entry.pk == int(number_match[1])]
        elif not matching:
            matching = [entry for entry in entries if search_key(entry.own_name) == search_term]
        if len(matching) != 1:
            raise forms.ValidationError(
                _("No player here is called “%(name)s”.") % {"name": typed}
                if not matching
                else _("Several players are called “%(name)s”. Choose one from the list.") % {"name": typed}
            )
        return matching[0]


def player_choices(division: Division) -> list[str]:
    """Return the names to choose from in a PlayerField, each with the entry key."""
    entries = division.entries.select_related("player").order_by("pk")
    return [
        f"{entry} ({entry.pk})" for entry in sorted(entries, key=lambda entry: name_sort_key(entry.sort_name))
    ]
