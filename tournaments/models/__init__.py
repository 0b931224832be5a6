"""Who, where, when: rows only. What happens to them is in `tournaments.services`."""

from tournaments.models.announcement import Announcement
from tournaments.models.division import Division
from tournaments.models.entry import Entry
from tournaments.models.job import WaitingJob
from tournaments.models.journal import JournalEvent
from tournaments.models.link import PersonalLink
from tournaments.models.people import KnownPlayer, KnownPlayersLoad, Player, Season, User
from tournaments.models.public_address import PublicAddress
from tournaments.models.schedule import ScheduleItem
from tournaments.models.staff import StaffInvitation, StaffMember
from tournaments.models.tournament import Tournament

__all__ = [
    "Announcement",
    "Division",
    "Entry",
    "JournalEvent",
    "KnownPlayer",
    "KnownPlayersLoad",
    "PersonalLink",
    "Player",
    "PublicAddress",
    "ScheduleItem",
    "Season",
    "StaffInvitation",
    "StaffMember",
    "Tournament",
    "User",
    "WaitingJob",
]
