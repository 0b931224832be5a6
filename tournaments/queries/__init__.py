"""The door in: rows of the database to engine values and rows to show. Nothing here writes."""

from tournaments.queries.ages import counts_by_age, day_of, proposed_divisions, season_at, seasons
from tournaments.queries.entries import (
    SHOWS,
    DoorCounts,
    DoorList,
    EntryDetail,
    EntryRow,
    door_counts,
    door_rows,
    entry_detail,
    entry_row,
    player_rows,
    roster_rows,
)
from tournaments.queries.events import (
    AnnouncementRow,
    Arrangement,
    EventRow,
    ReportState,
    StaffRow,
    announcement_rows,
    arrangement,
    events_of,
    public_events,
    report_state,
    staff_rows,
)
from tournaments.queries.journal import JournalRow, journal_rows
from tournaments.queries.people import FoundPlayer, find_players
from tournaments.queries.schedule import Schedule, ScheduleRow, schedule

__all__ = [
    "SHOWS",
    "AnnouncementRow",
    "Arrangement",
    "DoorCounts",
    "DoorList",
    "EntryDetail",
    "EntryRow",
    "EventRow",
    "FoundPlayer",
    "JournalRow",
    "ReportState",
    "Schedule",
    "ScheduleRow",
    "StaffRow",
    "announcement_rows",
    "arrangement",
    "counts_by_age",
    "day_of",
    "door_counts",
    "door_rows",
    "entry_detail",
    "entry_row",
    "events_of",
    "find_players",
    "journal_rows",
    "player_rows",
    "proposed_divisions",
    "public_events",
    "report_state",
    "roster_rows",
    "schedule",
    "season_at",
    "seasons",
    "staff_rows",
]
