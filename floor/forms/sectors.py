"""The form of a sector of tables and its judges."""

from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.alphabet import name_sort_key
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_choices
from floor.models import Sector
from floor.services.sectors import LAST_TABLE, MAX_NAME_LENGTH
from tournaments.models import Tournament
from tournaments.wording import role_text


class SectorForm(ConcurrentForm):
    """Name, first and last table, and judges from the event's staff."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH, help_text=_("North, A, stage …"))
    table_from = forms.IntegerField(label=_("From table"), min_value=1, max_value=LAST_TABLE)
    table_to = forms.IntegerField(label=_("To table"), min_value=1, max_value=LAST_TABLE)
    judges = forms.MultipleChoiceField(label=_("Judges"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any, event: Tournament, sector: Sector | None = None) -> None:
        super().__init__(data, initial={**_initial_values(sector)} if sector is not None else {})
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
    judges: list[str]


def _initial_values(sector: Sector) -> SectorValues:
    return SectorValues(
        name=sector.name,
        table_from=sector.table_from,
        table_to=sector.table_to,
        judges=[str(judge.pk) for judge in sector.judges.all()],
    )
