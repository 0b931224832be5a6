"""Filters for lists of players."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Division, Entry, Tournament
from tournaments.queries.entries import FILTERS
from tournaments.queries.people import entry_search_condition

STATES = {
    "here": (pgettext_lazy("state", "Checked in"), FILTERS["here"]),
    "missing": (_("Not checked in"), FILTERS["missing"]),
    "late": (_("Late"), FILTERS["late"]),
    "left": (_("Dropped"), FILTERS["left"]),
    "disqualified": (_("Disqualified"), Q(disqualified=True)),
}


class EntryFilter(django_filters.FilterSet):
    """A filter of an event's players by name or Player ID, age division, division, state and byes."""

    q = django_filters.CharFilter(label=_("Name or Player ID"), method="find")
    state = django_filters.ChoiceFilter(
        label=_("State"),
        method="filter_by_state",
        empty_label=_("Any"),
        choices=[(code, word) for code, (word, _condition) in STATES.items()],
    )
    age_division = django_filters.ChoiceFilter(
        label=_("Age division"), choices=Entry.AgeDivision.choices, empty_label=_("Any")
    )
    division = django_filters.ChoiceFilter(
        label=_("Division"), field_name="division__age_division", empty_label=_("Any")
    )
    byes = django_filters.ChoiceFilter(
        label=_("Byes"),
        method="filter_by_byes",
        empty_label=_("Any"),
        choices=[("some", _("With byes")), ("none", _("Without"))],
    )

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        rows = event.entries.select_related("player", "division")
        super().__init__(*args, queryset=rows, **kwargs)
        codes = list(event.divisions.values_list("age_division", flat=True))
        labels = dict(Division.AgeDivision.choices)
        self.filters["division"].extra["choices"] = [(code, labels[code]) for code in codes]
        if len(codes) < 2:
            del self.filters["division"]

    def find(self, rows: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """Select the players whose name or Player ID matches the typed words; no players if the text has no words."""
        condition = entry_search_condition(value)
        return rows.none() if condition is None else rows.filter(condition)

    def filter_by_state(self, rows: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """Select the players in the state with this code."""
        return rows.filter(STATES[value][1])

    def filter_by_byes(self, rows: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """Select the players with awarded byes ("some") or without byes ("none")."""
        return rows.filter(awarded_byes__gt=0) if value == "some" else rows.filter(awarded_byes=0)
