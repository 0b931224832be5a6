"""The form of a sector of tables and its judges."""

from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.alphabet import name_sort_key
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_choices
from floor.engine.sectors import TableRange
from floor.models import Sector
from floor.queries.division_tables import first_table_by_division
from floor.queries.sectors import current_range
from floor.services.sectors import LAST_TABLE, MAX_NAME_LENGTH
from tournaments.labels import role_text
from tournaments.models import Tournament

BY_TABLES, FIXED = "tables", "fixed"
"""Choices for the division that a sector moves with: the one at its first table, or none."""


class SectorForm(ConcurrentForm):
    """Name, current first and last table, the division they move with, and judges from the event's staff."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH, help_text=_("North, A, stage …"))
    table_from = forms.IntegerField(label=_("From table"), min_value=1, max_value=LAST_TABLE)
    table_to = forms.IntegerField(label=_("To table"), min_value=1, max_value=LAST_TABLE)
    moves_with = forms.ChoiceField(
        label=_("Moves with"),
        required=False,
        help_text=_("When this division’s tables are renumbered, the sector moves with them."),
    )
    judges = forms.MultipleChoiceField(label=_("Judges"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any, event: Tournament, sector: Sector | None = None) -> None:
        initial: SectorValues | dict[str, str] = {"moves_with": BY_TABLES}
        if sector is not None:
            initial = _initial_sector_values(sector, current_range(sector, first_table_by_division(event)))
        super().__init__(data, initial={**initial})
        divisions = [(str(division.pk), str(division)) for division in event.divisions.all()]
        set_choices(
            self,
            "moves_with",
            [
                (BY_TABLES, _("The division at these tables")),
                *divisions,
                (FIXED, _("No division: fixed table numbers")),
            ],
        )
        staff = sorted(
            event.staff.select_related("user").order_by("pk"),
            key=lambda member: name_sort_key(f"{member.user.last_name}, {member.user.first_name}"),
        )
        set_choices(
            self, "judges", [(str(member.pk), f"{member.user}, {role_text(member.role)}") for member in staff]
        )


class SectorValues(TypedDict):
    """The fields of a saved sector, for its form."""

    name: str
    table_from: int
    table_to: int
    moves_with: str
    judges: list[str]


def _initial_sector_values(sector: Sector, tables: TableRange) -> SectorValues:
    return SectorValues(
        name=sector.name,
        table_from=tables.first,
        table_to=tables.last,
        moves_with=FIXED if sector.division_id is None else str(sector.division_id),
        judges=[str(judge.pk) for judge in sector.judges.all()],
    )
