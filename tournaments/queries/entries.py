"""Players of an event: the door list, the list of players, and single players."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from core.engine.alphabet import name_sort_key
from core.engine.person_names import add_namesake_number, short_last_name
from core.queries.journal import JournalRow, journal_rows
from tournaments.engine.person_fields import ON_PAGES, PUBLIC, PersonFacts, PersonField
from tournaments.engine.roster_rows import AttendanceListRow
from tournaments.engine.team_entries import team_seats_text
from tournaments.models import AccountLink, Division, Entry, Tournament, User
from tournaments.queries.people import (
    FoundPlayer,
    entries_visible_to,
    entry_search_condition,
    find_players,
    person_facts_from_entry,
)
from tournaments.queries.team_entries import takes_teams, team_members_of, team_members_of_event

SHOWS = ("all", "missing", "here", "late", "left")
"""The filters of a list of players."""

FILTERS = {
    "missing": Q(checked_in_at=None, dropped_in=None, disqualified=False),
    "here": Q(checked_in_at__isnull=False, dropped_in=None, disqualified=False),
    "late": Q(late=True) | Q(joined_round__gt=1),
    "left": Q(dropped_in__isnull=False) | Q(disqualified=True),
}
"""The conditions of SHOWS except "all"."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One player of an event. `age_division` and `division` are codes.

    `facts` are the facts that the reader may see. Public rows have only names, without other facts or notes, and
    only a first name and an initial for children. `members` are the players of a team by seat, where staff see them.
    """

    entry: int
    player: int
    facts: PersonFacts
    age_division: str
    division: str
    checked_in_at: datetime | None
    joined_round: int
    late: bool
    dropped_in: int | None
    disqualified: bool
    awarded_byes: int
    notes: str
    namesake: int = 0
    members: str = ""

    @property
    def first_name(self) -> str:
        return self.facts.first_name

    @property
    def last_name(self) -> str:
        return self.facts.last_name

    @property
    def player_id(self) -> str:
        return self.facts.player_id or ""

    @property
    def birth_year(self) -> int | None:
        return self.facts.birth_year

    @property
    def name(self) -> str:
        return add_namesake_number(self.facts.name, self.namesake)

    @property
    def sort_name(self) -> str:
        """The name with the last name first, and with the number that distinguishes namesakes."""
        return add_namesake_number(
            ", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake
        )

    @property
    def alphabetical(self) -> tuple[str, str]:
        """Sort key for printed lists."""
        return name_sort_key(self.sort_name)

    @property
    def state(self) -> str:
        """The state of the entry: "disqualified", "left", "here" or "missing"."""
        return _entry_state(self.disqualified, self.dropped_in, self.checked_in_at)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """What the list of players is ordered by. `age_division` and `division` are codes."""

    entry: int
    first_name: str
    last_name: str
    namesake: int
    player_id: str
    age_division: str
    division: str
    awarded_byes: int
    state: str

    @property
    def sort_name(self) -> str:
        return add_namesake_number(
            ", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake
        )

    @property
    def alphabetical(self) -> tuple[str, str]:
        """Sort key for lists."""
        return name_sort_key(self.sort_name)


@dataclass(frozen=True, slots=True)
class DoorCounts:
    """The number of players in an event or division by state, as in `FILTERS`. `all` includes players who left.

    `late` players are also counted in their other state.
    """

    all: int
    here: int
    missing: int
    late: int
    left: int


@dataclass(frozen=True, slots=True)
class DoorList:
    """The rows that match all filters, and the counts of all players who match the division filter."""

    rows: list[EntryRow]
    counts: DoorCounts


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """One player in an event, with the journal, other events visible to the user, and possible duplicates."""

    entry: Entry
    row: EntryRow
    history: list[JournalRow]
    other_events: list[Tournament]
    alike: list[FoundPlayer]


def entry_lines(entries: QuerySet[Entry]) -> list[EntryLine]:
    """Return the lines of entries in alphabetical order, without loading the entries. Makes one query."""
    columns = ("first_name", "last_name", "namesake", "player_number", "age_division")
    rows = entries.order_by().values_list(
        "pk",
        *columns,
        "division__age_division",
        "awarded_byes",
        "disqualified",
        "dropped_in",
        "checked_in_at",
    )
    lines = [
        EntryLine(pk, first, last, namesake, player_id or "", age, division, byes, _entry_state(*state))
        for pk, first, last, namesake, player_id, age, division, byes, *state in rows
    ]
    return sorted(lines, key=lambda line: line.alphabetical)


def entry_rows_of(event: Tournament, lines: Sequence[EntryLine]) -> list[EntryRow]:
    """Return the rows of some lines, in their order. Makes one query, or two if the event takes teams."""
    keys = [line.entry for line in lines]
    entries = _entries_of(event, None).select_related("player", "division").in_bulk(keys)
    teams = team_members_of(keys) if takes_teams(event) else {}
    return [
        replace(entry_row(entries[key]), members=team_seats_text(teams.get(key, ())))
        for key in keys
        if key in entries
    ]


def door_rows(
    event: Tournament, *, show: str = "all", text: str = "", division: Division | None = None
) -> DoorList:
    """Return the door list in alphabetical order. Makes two queries, three with teams."""
    rows = player_rows(event, show=show, text=text, division=division)
    return DoorList(rows_with_team_members(event, rows), door_counts(event, division=division))


def player_rows(
    event: Tournament,
    *,
    show: str = "all",
    text: str = "",
    division: Division | None = None,
    public: bool = False,
    shows: Collection[PersonField] = ON_PAGES,
) -> list[EntryRow]:
    """Return the players of an event in alphabetical order, with the facts in `shows`. Makes one query.

    `show` is one of SHOWS, and `text` contains words of a name or Player ID. If `public`, rows contain only
    public names, whatever `shows` lists.
    """
    rows = _entries_of(event, division).select_related("player", "division")
    if show != "all":
        rows = rows.filter(FILTERS[show])
    condition = entry_search_condition(text) if text.strip() else Q()
    if condition is None:
        return []
    matches = [entry_row(entry, public=public, shows=shows) for entry in rows.filter(condition)]
    return sorted(matches, key=lambda row: row.alphabetical)


def entry_row_by_key(event: Tournament, pk: int) -> EntryRow | None:
    """Return one player of the event as a row, or None if missing.

    Makes one query, or two if the event takes teams.
    """
    entry = _entries_of(event, None).select_related("player", "division").filter(pk=pk).first()
    return rows_with_team_members(event, [entry_row(entry)])[0] if entry is not None else None


def rows_with_team_members(event: Tournament, rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Return the rows with the players of teams. Makes one query, or none if the event takes no teams."""
    teams = team_members_of_event(event)
    return [replace(row, members=team_seats_text(teams.get(row.entry, ()))) for row in rows]


def door_counts(event: Tournament, *, division: Division | None = None) -> DoorCounts:
    """Count the players of the door list by state. Makes one query."""
    counts = {show: Count("pk", filter=condition) for show, condition in FILTERS.items()}
    return DoorCounts(**_entries_of(event, division).aggregate(all=Count("pk"), **counts))


def attendance_list_rows(event: Tournament, *, division: Division | None = None) -> list[AttendanceListRow]:
    """Return the door list for sheets and spreadsheets. Makes one query."""
    return [
        AttendanceListRow(
            row.entry,
            row.first_name,
            row.last_name,
            row.age_division,
            row.player_id,
            row.checked_in_at is not None,
            row.state in ("left", "disqualified"),
            row.notes,
            row.namesake,
        )
        for row in player_rows(event, division=division)
    ]


def entry_detail(event: Tournament, pk: int, *, by: User | None) -> EntryDetail | None:
    """Return one player of the event with everything that `by` may see, or None if missing. Makes six queries."""
    entry = event.entries.select_related("player", "division", "tournament").filter(pk=pk).first()
    if entry is None:
        return None
    other_entries = entries_visible_to(by, event.organizer_id).filter(player=entry.player_id)
    other_entries = other_entries.exclude(tournament=event)
    other_events = Tournament.objects.filter(pk__in=other_entries.values("tournament"))
    similar = find_players(entry.own_name, by=by, event=event, limit=50, to_change=True)
    return EntryDetail(
        entry,
        entry_row(entry),
        journal_rows(event, where=Q(facts__entry=entry.pk)),
        list(other_events),
        [other for other in similar if other.player != entry.player_id],
    )


def entry_row(entry: Entry, *, public: bool = False, shows: Collection[PersonField] = ON_PAGES) -> EntryRow:
    """Build the row of an entry with the facts in `shows`. The entry's division must be loaded.

    A `public` row contains only the public name, whatever `shows` lists.
    """
    is_shortened = public and entry.is_shortened
    facts = person_facts_from_entry(entry, PUBLIC if public else shows)
    if is_shortened:
        facts = replace(facts, last_name=short_last_name(entry.first_name, entry.last_name))
    return EntryRow(
        entry=entry.pk,
        player=entry.player_id,
        facts=facts,
        age_division=entry.age_division,
        division=entry.division.age_division,
        checked_in_at=entry.checked_in_at,
        joined_round=entry.joined_round,
        late=entry.late,
        dropped_in=entry.dropped_in,
        disqualified=entry.disqualified,
        awarded_byes=entry.awarded_byes,
        notes="" if public else entry.notes,
        namesake=entry.short_namesake if is_shortened else entry.namesake,
    )


def _entry_state(disqualified: bool, dropped_in: int | None, checked_in_at: datetime | None) -> str:
    if disqualified:
        return "disqualified"
    if dropped_in is not None:
        return "left"
    return "here" if checked_in_at else "missing"


def _entries_of(event: Tournament, division: Division | None) -> QuerySet[Entry]:
    """Select the entries of an event, or of one of its divisions."""
    rows = Entry.objects.filter(tournament=event)
    return rows.filter(division=division) if division is not None else rows


def own_entries(user: User, event: Tournament) -> Sequence[Entry]:
    """Return the entries of an account in one event (`account_entries_condition`). Makes one query."""
    rows = event.entries.filter(account_entries_condition(user)).select_related("player", "division")
    return list(rows.order_by("pk"))


def account_entries_condition(user: User) -> Q:
    """Return the condition for the entries of an account: those of its player, and those of stored links."""
    return Q(player__user=user) | Q(link__in=AccountLink.objects.filter(user=user).values("link"))


def entries_of_account(user: User) -> list[Entry]:
    """Return the entries of an account in all events, with their links if they have one. Makes one query."""
    rows = Entry.objects.filter(account_entries_condition(user)).select_related(
        "player", "division__tournament", "tournament", "link"
    )
    return list(rows.order_by("-pk"))
