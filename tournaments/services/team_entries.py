"""Enter teams with their players, one by one or from a file, and change them."""

from collections.abc import Sequence

from django.db import transaction

from core.engine.person_names import search_key
from core.engine.refused import Refused
from core.services import journal
from tournaments.engine.journal_kinds import TeamSeated
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember, require_complete_team
from tournaments.models import Division, Entry, Teammate, Tournament, User
from tournaments.queries.team_entries import takes_teams, team_rows
from tournaments.services import arrivals, entries, locks, players
from tournaments.services.arrivals import Arrival


@transaction.atomic
def add_team_entry(
    event: Tournament, team: TeamEntry, *, by: User | None, division: Division | None = None
) -> Entry:
    """Enter one team: an entry with the team's name, and a row for the player in each seat.

    `division` is by default the first division of the event. In a division for several ages, the team counts as
    Masters.
    Refused: TEAMS_NOT_HERE, TEAM_NAME_TAKEN (team), TEAM_MEMBER_ELSEWHERE (name, team), TEAM_MEMBER_ALONE (name),
    and whatever `engine.team_entries.require_complete_team` and `entries.add_entry` refuse.
    """
    locks.lock_divisions(event)
    if not takes_teams(event):
        raise Refused(TournamentRefusal.TEAMS_NOT_HERE)
    require_complete_team(team)
    _require_free_team_name(event, team)
    _require_free_members(event, team)
    team_division = division or event.divisions.order_by("position", "pk").first()
    age_divisions = Entry.AgeDivision
    age_division = (
        team_division.age_division
        if team_division and team_division.age_division in age_divisions.values
        else age_divisions.MASTERS
    )
    arrival = Arrival(
        last_name=team.name,
        age_division=age_division,
        division=team_division.age_division if team_division else None,
        # The name was checked above; a single player may have the same name.
        namesake=True,
    )
    (entry,) = arrivals.enter_all_arrivals(event, [arrival], by=by, are_teams=True)
    entries.journal_added_entry(entry, by=by)
    _seat_members(entry, team)
    _journal_seating(entry, by=by)
    return entry


@transaction.atomic
def add_team_entries(
    event: Tournament,
    teams: Sequence[tuple[int, TeamEntry]],
    *,
    by: User | None,
    division: Division | None = None,
) -> list[Entry]:
    """Enter all teams of a file, each with its row number, or none if one is refused.

    Refused: whatever `add_team_entry` refuses, with the `row` in the file.
    """
    entered = []
    for row, team in teams:
        try:
            entered.append(add_team_entry(event, team, by=by, division=division))
        except Refused as refused:
            raise Refused(refused.code, **{**refused.facts, "row": row}) from refused
    return entered


@transaction.atomic
def change_team_entry(entry: Entry, team: TeamEntry, *, by: User | None) -> Entry:
    """Change a team's name, and replace its players and their seats.

    Refused: TEAM_NAME_TAKEN (team), TEAM_MEMBER_ELSEWHERE (name, team), TEAM_MEMBER_ALONE (name), and whatever
    `engine.team_entries.require_complete_team` and `players.correct_person` refuse.
    """
    locks.lock_divisions(entry.tournament)
    row = locks.lock_entry(entry)
    require_complete_team(team)
    _require_free_team_name(row.tournament, team, except_entry=row.pk)
    _require_free_members(row.tournament, team, except_entry=row.pk)
    row = players.correct_person(row, by=by, first_name="", last_name=team.name)
    _seat_members(row, team)
    _journal_seating(row, by=by)
    return row


def _require_free_team_name(event: Tournament, team: TeamEntry, *, except_entry: int = 0) -> None:
    """Require that no other team of the event has the name. Refused: TEAM_NAME_TAKEN (team)."""
    key = search_key(team.name)
    other_teams = event.entries.filter(teammates__isnull=False).exclude(pk=except_entry).distinct()
    if any(search_key(entry.own_name) == key for entry in other_teams):
        raise Refused(TournamentRefusal.TEAM_NAME_TAKEN, team=team.name)


def _require_free_members(event: Tournament, team: TeamEntry, *, except_entry: int = 0) -> None:
    """Require that no player of a team is in it twice, in another team, or in the event without a team.

    Refused: TEAM_MEMBER_ELSEWHERE (name, team), TEAM_MEMBER_ALONE (name).
    """
    seated = [
        (member, row.name) for row in team_rows(event) if row.entry != except_entry for member in row.members
    ]
    singles = [
        TeamEntryMember("", first_name, last_name, player_id or "")
        for first_name, last_name, player_id in event.entries.filter(teammates=None)
        .exclude(pk=except_entry)
        .values_list("first_name", "last_name", "player_number")
    ]
    for member in team.members:
        for other, name in seated:
            if member.may_be_same_person_as(other):
                raise Refused(TournamentRefusal.TEAM_MEMBER_ELSEWHERE, name=member.name, team=name)
        if any(member.may_be_same_person_as(single) for single in singles):
            raise Refused(TournamentRefusal.TEAM_MEMBER_ALONE, name=member.name)
        seated.append((member, team.name))


def _seat_members(entry: Entry, team: TeamEntry) -> None:
    """Replace the players of a team, and make the team searchable by their names."""
    entry.teammates.all().delete()
    Teammate.objects.bulk_create(
        Teammate(
            entry=entry,
            tournament=entry.tournament,
            seat=member.seat,
            first_name=member.first_name,
            last_name=member.last_name,
            player_id=member.player_id,
        )
        for member in team.members
    )
    # 200 is the length of the column.
    entry.search_key = search_key(team.name, *(member.name for member in team.members))[:200]
    entry.save(update_fields=["search_key"])


def _journal_seating(entry: Entry, *, by: User | None) -> None:
    """Write the journal line that says that the players of a team were set or changed.

    The line omits their names, because forgetting a person only redacts lines about that person's record.
    """
    journal.write_journal_line(
        entry.tournament, TeamSeated(name=str(entry), entry=entry.pk), by=by, division=entry.division
    )
