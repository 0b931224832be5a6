"""Events with their people, places and times. Only `tournaments.services` writes these rows."""

from tournaments.models.announcement import Announcement
from tournaments.models.deleted_event import DeletedEvent
from tournaments.models.division import Division
from tournaments.models.entry import Entry
from tournaments.models.event_origin import EventOrigin
from tournaments.models.people import KnownPlayer, KnownPlayersLoad, Player, Season, User
from tournaments.models.personal_link import AccountLink, EndedLink, PersonalLink
from tournaments.models.schedule import ScheduleItem
from tournaments.models.self_check_in import SelfCheckIn
from tournaments.models.staff import StaffInvitation, StaffMember
from tournaments.models.teammate import Teammate
from tournaments.models.tournament import Tournament

__all__ = [
    "AccountLink",
    "Announcement",
    "DeletedEvent",
    "Division",
    "EndedLink",
    "Entry",
    "EventOrigin",
    "KnownPlayer",
    "KnownPlayersLoad",
    "PersonalLink",
    "Player",
    "ScheduleItem",
    "Season",
    "SelfCheckIn",
    "StaffInvitation",
    "StaffMember",
    "Teammate",
    "Tournament",
    "User",
]
