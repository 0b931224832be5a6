"""Teams in an event: entered with their players, one at a time or from a file, and changed."""

from collections.abc import Sequence

from django.db import transaction

from core.engine.people import search_key
from core.engine.refused import Refused
from core.services import journal
from tournaments.engine.journal_kinds import TeamSeated
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.team_entries import TeamEntry, check
from tournaments.models import Division, Entry, Teammate, Tournament, User
from tournaments.queries.team_entries import takes_teams
from tournaments.services import entries, locks, players


@transaction.atomic
def add(event: Tournament, team: TeamEntry, *, by: User | None, division: Division | None = None) -> Entry:
    """Enter one team: an entry with the team's name, and its players by seat.

    Refused: TEAMS_NOT_HERE, TEAM_NAME_TAKEN (team), as `engine.team_entries.check`, and as `entries.add`.
    """
    locks.divisions(event)
    if not takes_teams(event):
        raise Refused(TournamentRefusal.TEAMS_NOT_HERE)
    check(team)
    _refuse_taken(event, team)
    home = division or event.divisions.order_by("position", "pk").first()
    ages = Entry.AgeDivision
    age_division = home.age_division if home and home.age_division in ages.values else ages.MASTERS
    entry = entries.add(
        event, by=by, last_name=team.name, age_division=age_division, division=home, namesake=True
    )
    _seat(entry, team)
    _journal(entry, by=by)
    return entry


@transaction.atomic
def add_all(
    event: Tournament,
    teams: Sequence[tuple[int, TeamEntry]],
    *,
    by: User | None,
    division: Division | None = None,
) -> list[Entry]:
    """Enter all teams of a file or none. Refused as `add`, with the `row` of the file."""
    entered = []
    for row, team in teams:
        try:
            entered.append(add(event, team, by=by, division=division))
        except Refused as refused:
            raise Refused(refused.code, **{**refused.facts, "row": row}) from refused
    return entered


@transaction.atomic
def change(entry: Entry, team: TeamEntry, *, by: User | None) -> Entry:
    """Change a team's name, players or seats. Refused as `add`."""
    row = locks.entry(entry)
    check(team)
    _refuse_taken(row.tournament, team, but=row.pk)
    row = players.correct(row, by=by, first_name="", last_name=team.name)
    _seat(row, team)
    _journal(row, by=by)
    return row


def _refuse_taken(event: Tournament, team: TeamEntry, *, but: int = 0) -> None:
    wanted = search_key(team.name)
    others = event.entries.filter(teammates__isnull=False).exclude(pk=but).distinct()
    if any(search_key(other.own_name) == wanted for other in others):
        raise Refused(TournamentRefusal.TEAM_NAME_TAKEN, team=team.name)


def _seat(entry: Entry, team: TeamEntry) -> None:
    entry.teammates.all().delete()
    Teammate.objects.bulk_create(
        Teammate(
            entry=entry,
            seat=one.seat,
            first_name=one.first_name,
            last_name=one.last_name,
            player_id=one.player_id,
        )
        for one in team.members
    )
    entry.search_key = search_key(team.name, *(member.name for member in team.members))[:200]
    entry.save(update_fields=["search_key"])


def _journal(entry: Entry, *, by: User | None) -> None:
    # The players' names stay out: forgetting a person redacts only journal lines about their own record.
    journal.write(
        entry.tournament, TeamSeated(name=str(entry), entry=entry.pk), by=by, division=entry.division
    )
