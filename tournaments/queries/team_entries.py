"""Teams of an event with their players."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from core.engine.alphabet import sort_key
from tournaments.engine.team_entries import KINDS, Member
from tournaments.models import Entry, Teammate, Tournament


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team in a list; `division` is the code."""

    entry: int
    name: str
    division: str
    members: tuple[Member, ...]
    active: bool


def takes_teams(event: Tournament) -> bool:
    """Whether events of this kind take teams."""
    return event.kind in KINDS


def team_rows(event: Tournament) -> list[TeamRow]:
    """The teams by name. Two queries."""
    entries = list(event.entries.filter(teammates__isnull=False).distinct().select_related("division"))
    members = members_of([entry.pk for entry in entries])
    rows = [
        TeamRow(entry.pk, str(entry), entry.division.age_division, members[entry.pk], entry.active)
        for entry in entries
    ]
    return sorted(rows, key=lambda row: sort_key(row.name))


def teams_of(event: Tournament, *, public: bool = False) -> dict[int, tuple[Member, ...]]:
    """The players of every team of an event, by entry. One query, none if the event takes no teams."""
    return members_of(event.entries.values("pk"), public=public) if takes_teams(event) else {}


def members_of(
    entries: Collection[int] | QuerySet[Entry, Any], *, public: bool = False
) -> dict[int, tuple[Member, ...]]:
    """The players of these entries by seat, for those that are teams. `public`: children with an initial. One query."""
    rows = Teammate.objects.filter(entry__in=entries).select_related("entry").order_by("entry", "seat")
    found: dict[int, list[Member]] = {}
    for row in rows:
        hidden = public and row.entry.age_division != Entry.AgeDivision.MASTERS and row.first_name
        last_name = f"{row.last_name[:1]}." if hidden else row.last_name
        found.setdefault(row.entry_id, []).append(Member(row.seat, row.first_name, last_name, row.player_id))
    return {entry: tuple(members) for entry, members in found.items()}
