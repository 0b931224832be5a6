"""Filters of the list of registrations."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from core.engine.numbers import whole_number
from core.engine.person_names import search_key
from registration.models import Registration
from registration.queries.registrations import registrations_of_event
from tournaments.labels import division_label
from tournaments.models import Tournament


class RegistrationFilter(django_filters.FilterSet):
    """A filter of an event's registrations by name, Player ID or number, state, division and payment."""

    q = django_filters.CharFilter(label=_("Name, Player ID or number"), method="find")
    state = django_filters.ChoiceFilter(
        label=_("State"), choices=Registration.States.choices, empty_label=_("Any")
    )
    division = django_filters.ChoiceFilter(
        label=_("Division"), field_name="division__age_division", empty_label=_("Any")
    )
    paid = django_filters.ChoiceFilter(
        label=_("Entry fee"),
        method="filter_by_payment",
        empty_label=_("Any"),
        choices=[("yes", _("Paid")), ("no", _("Not paid"))],
    )

    class Meta:
        model = Registration
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, queryset=registrations_of_event(event), **kwargs)
        codes = list(event.divisions.order_by("position").values_list("age_division", flat=True))
        self.filters["division"].extra["choices"] = [(code, division_label(code)) for code in codes]
        if len(codes) < 2:
            del self.filters["division"]

    def find(self, rows: QuerySet[Registration], name: str, value: str) -> QuerySet[Registration]:
        """Select the registrations that match a text, or none if it has no words.

        Either the name contains all its words, or the text is the Player ID or the registration's number.
        """
        words = search_key(value).split()
        if not words:
            return rows.none()
        condition = Q()
        for word in words:
            condition &= Q(search_key__contains=word)
        number = whole_number(value.strip())
        if number is not None:
            condition |= Q(player_id=value.strip())
            # The database column of the number cannot store larger ones.
            if number < 2**31:
                condition |= Q(number=number)
        return rows.filter(condition)

    def filter_by_payment(
        self, rows: QuerySet[Registration], name: str, value: str
    ) -> QuerySet[Registration]:
        """Select paid registrations, or for "no" unpaid ones."""
        return rows.filter(paid_at__isnull=value == "no")
