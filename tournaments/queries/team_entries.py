"""Teams of an event with their players."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from core.engine.alphabet import name_sort_key
from tournaments.engine.team_entries import KINDS, TEAMS_ONLY, TeamEntryMember
from tournaments.models import Entry, Teammate, Tournament


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team in a list. `entry` is its key, and `division` a code.

    `active` teams have neither dropped nor been disqualified.
    """

    entry: int
    name: str
    division: str
    members: tuple[TeamEntryMember, ...]
    active: bool


def takes_teams(event: Tournament) -> bool:
    """Return whether events of this kind take teams."""
    return event.kind in KINDS


def is_played_by_teams(event: Tournament) -> bool:
    """Return whether every entry of an event is a team, so that its pages count teams. At most one query."""
    if event.kind in TEAMS_ONLY:
        return True
    return takes_teams(event) and not event.entries.filter(teammates=None).exists()


def team_rows(event: Tournament) -> list[TeamRow]:
    """List the teams by name. Makes two queries."""
    entries = list(event.entries.filter(teammates__isnull=False).distinct().select_related("division"))
    members = team_members_of([entry.pk for entry in entries])
    rows = [
        TeamRow(entry.pk, str(entry), entry.division.age_division, members[entry.pk], entry.active)
        for entry in entries
    ]
    return sorted(rows, key=lambda row: name_sort_key(row.name))


def team_members_of_event(
    event: Tournament, *, public: bool = False
) -> dict[int, tuple[TeamEntryMember, ...]]:
    """Return the players of every team of an event, by entry key, as `team_members_of` does.

    Makes one query, or none if the event takes no teams.
    """
    return team_members_of(event.entries.values("pk"), public=public) if takes_teams(event) else {}


def team_members_of(
    entries: Collection[int] | QuerySet[Entry, Any], *, public: bool = False
) -> dict[int, tuple[TeamEntryMember, ...]]:
    """Return the players of those entries that are teams, by entry key, in the order of seats. Makes one query.

    With `public`, children have only an initial for a last name.
    """
    rows = Teammate.objects.filter(entry__in=entries).select_related("entry").order_by("entry", "seat")
    members_by_entry: dict[int, list[TeamEntryMember]] = {}
    for teammate in rows:
        is_shortened = (
            public and teammate.entry.age_division != Entry.AgeDivision.MASTERS and teammate.first_name
        )
        last_name = f"{teammate.last_name[:1]}." if is_shortened else teammate.last_name
        members_by_entry.setdefault(teammate.entry_id, []).append(
            TeamEntryMember(teammate.seat, teammate.first_name, last_name, teammate.player_id)
        )
    return {entry: tuple(members) for entry, members in members_by_entry.items()}
