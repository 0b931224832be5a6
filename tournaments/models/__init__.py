"""People, places and times of events: rows only. Writes are in `tournaments.services`."""

from tournaments.models.announcement import Announcement
from tournaments.models.division import Division
from tournaments.models.entry import Entry
from tournaments.models.journal import JournalEvent
from tournaments.models.link import EndedLink, PersonalLink
from tournaments.models.organizer import Organizer, OrganizerInvitation, OrganizerMember
from tournaments.models.origin import EventOrigin
from tournaments.models.people import KnownPlayer, KnownPlayersLoad, Player, Season, User
from tournaments.models.public_address import PublicAddress
from tournaments.models.schedule import ScheduleItem
from tournaments.models.seal import DeletedEvent, JournalRedaction, JournalSeal, SealRecord
from tournaments.models.sign_in import SignIn
from tournaments.models.staff import StaffInvitation, StaffMember
from tournaments.models.teammate import Teammate
from tournaments.models.tournament import Tournament

__all__ = [
    "Announcement",
    "DeletedEvent",
    "Division",
    "EndedLink",
    "Entry",
    "EventOrigin",
    "JournalEvent",
    "JournalRedaction",
    "JournalSeal",
    "KnownPlayer",
    "KnownPlayersLoad",
    "Organizer",
    "OrganizerInvitation",
    "OrganizerMember",
    "PersonalLink",
    "Player",
    "PublicAddress",
    "ScheduleItem",
    "SealRecord",
    "Season",
    "SignIn",
    "StaffInvitation",
    "StaffMember",
    "Teammate",
    "Tournament",
    "User",
]
