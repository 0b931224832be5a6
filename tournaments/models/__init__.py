"""Who, where, when: rows only. What happens to them is in `tournaments.services`."""

from tournaments.models.announcement import Announcement
from tournaments.models.division import Division
from tournaments.models.entry import Entry
from tournaments.models.job import WaitingJob
from tournaments.models.journal import JournalEvent
from tournaments.models.link import PersonalLink
from tournaments.models.people import Player, Season, User
from tournaments.models.schedule import ScheduleItem
from tournaments.models.staff import StaffMember
from tournaments.models.tournament import Tournament

__all__ = [
    "Announcement",
    "Division",
    "Entry",
    "JournalEvent",
    "PersonalLink",
    "Player",
    "ScheduleItem",
    "Season",
    "StaffMember",
    "Tournament",
    "User",
    "WaitingJob",
]
