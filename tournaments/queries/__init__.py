"""Queries, which return engine values or rows for pages. They never write."""

from core.queries.journal import JournalRow, journal_rows
from tournaments.queries.ages import (
    age_division_by_birth,
    player_counts_by_age,
    proposed_divisions,
    season_at,
    seasons,
    start_day_of,
)
from tournaments.queries.announcements import AnnouncementRow, announcement_rows
from tournaments.queries.divisions import DivisionArrangement, division_arrangement
from tournaments.queries.entries import (
    SHOWS,
    DoorCounts,
    DoorList,
    EntryDetail,
    EntryLine,
    EntryRow,
    attendance_list_rows,
    door_counts,
    door_rows,
    entry_detail,
    entry_lines,
    entry_row,
    entry_row_by_key,
    entry_rows_of,
    player_rows,
)
from tournaments.queries.events import EventRow, events_staffed_by, public_events
from tournaments.queries.merges import Merge, merge_preview
from tournaments.queries.people import FoundPlayer, find_players
from tournaments.queries.report_state import ReportState, report_state
from tournaments.queries.schedule import Schedule, ScheduleRow, schedule_of_event
from tournaments.queries.staff_list import StaffRow, staff_rows

__all__ = [
    "SHOWS",
    "AnnouncementRow",
    "DivisionArrangement",
    "DoorCounts",
    "DoorList",
    "EntryDetail",
    "EntryLine",
    "EntryRow",
    "EventRow",
    "FoundPlayer",
    "JournalRow",
    "Merge",
    "ReportState",
    "Schedule",
    "ScheduleRow",
    "StaffRow",
    "age_division_by_birth",
    "announcement_rows",
    "attendance_list_rows",
    "division_arrangement",
    "door_counts",
    "door_rows",
    "entry_detail",
    "entry_lines",
    "entry_row",
    "entry_row_by_key",
    "entry_rows_of",
    "events_staffed_by",
    "find_players",
    "journal_rows",
    "merge_preview",
    "player_counts_by_age",
    "player_rows",
    "proposed_divisions",
    "public_events",
    "report_state",
    "schedule_of_event",
    "season_at",
    "seasons",
    "staff_rows",
    "start_day_of",
]
