"""The models of this room that belong to an event."""

from core.engine.seals import require_gaps, require_pairs
from core.engine.snapshots.parts import Part
from tournaments.models import (
    Announcement,
    Division,
    Entry,
    EventOrigin,
    JournalEvent,
    JournalSeal,
    PersonalLink,
    ScheduleItem,
    StaffMember,
    Teammate,
    Tournament,
)

ENTRY = "tournaments.Entry"
PLAYER = "tournaments.Player"
USER = "tournaments.User"

PARTS = (
    Part(Tournament, "pk", without=("organizer", "webhook_topics")),
    Part(StaffMember, "tournament"),
    Part(Division, "tournament"),
    Part(Entry, "tournament"),
    Part(Teammate, "entry__tournament"),
    Part(PersonalLink, "entry__tournament"),
    Part(ScheduleItem, "tournament"),
    Part(Announcement, "tournament"),
    Part(EventOrigin, "tournament"),
    Part(JournalEvent, "tournament"),
    Part(JournalSeal, "tournament", reads={"gaps": require_gaps, "lines": require_pairs}),
)
