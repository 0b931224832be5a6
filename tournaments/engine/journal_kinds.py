"""Kinds of journal lines about events, their people and the installation."""

from typing import Annotated

from core.engine.journal.facts import (
    Changes,
    Code,
    Columns,
    Moment,
    Name,
    Numbers,
    OwnName,
    Ref,
    Statement,
    Text,
    Typed,
    UndeclaredFactType,
)
from core.engine.journal.kinds import Kind, add_common_fact

ENTRY = "tournaments.Entry"
PLAYER = "tournaments.Player"

EntryKey = Annotated[int, Ref(ENTRY)]
PlayerKey = Annotated[int, Ref(PLAYER)]
Entrant = Annotated[int, Ref(ENTRY, subject=True)]
Person = Annotated[int, Ref(PLAYER, subject=True)]
"""The subject of a line: an entry, or the record of a person."""

AnnouncementKey = Annotated[int, Ref("tournaments.Announcement")]
DivisionKey = Annotated[int, Ref("tournaments.Division")]
LineKey = Annotated[int, Ref("tournaments.JournalEvent")]
MatchKey = Annotated[int, Ref("pairings.Match")]
StaffKey = Annotated[int, Ref("tournaments.StaffMember")]
UserKey = Annotated[int, Ref("tournaments.User")]

MovedRows = Annotated[dict[str, list[int]], UndeclaredFactType(python=(dict,))]
"""The keys of rows that moved to another entry, by model and field. `declare_fact_keys` declares the models."""

FilledFields = Annotated[list[str], UndeclaredFactType(python=(list,), left_out=True)]
FilledEntries = Annotated[
    dict[str, list[str]], UndeclaredFactType(python=(dict,), left_out=True, spec={"#": (ENTRY, None)})
]
"""The identifying fields that were filled in, by entry key if there are several entries."""


BY_LINK = "by_link"
"""The name of a fact in lines written through a personal link: the key of its entry, never the link itself."""

add_common_fact(BY_LINK, Ref(ENTRY))


class Announced(Kind, scope="event", topic="event"):
    text: Statement
    announcement: AnnouncementKey


class AnnouncementWithdrawn(Announced): ...


class DivisionAdded(Kind, topic="event"): ...


class DivisionChanged(Kind, topic="event", may_undo="organize", any_time=True):
    changed: Changes


class DivisionRemoved(Kind, scope="event", topic="event"):
    """A division was removed; `which` is the code of its age divisions."""

    which: Code


class DivisionsArranged(Kind, scope="event", topic="event"):
    divisions: list[Code]


class DivisionsByNumbers(Kind, scope="event", topic="event"): ...


class OfEntry(Kind, base=True, topic="people"):
    """Base class of journal lines about one entry."""

    name: OwnName
    entry: Entrant


class EntryAdded(OfEntry, any_time=True): ...


class EntriesImported(Kind, scope="event", topic="people"):
    count: int
    filename: Text


class EntryChanged(OfEntry):
    changed: Changes


class EntryRemoved(Kind, topic="people"):
    name: OwnName
    player: Person


class EntryCheckedIn(OfEntry): ...


class EntryCheckedOut(OfEntry): ...


class EntriesCheckedIn(Kind, scope="either", topic="people", any_time=True):
    """All missing players were checked in. Each item of `entries` is an entry key and its `joined_round`."""

    count: int
    entries: list[tuple[EntryKey, int]]
    moment: Moment


class EntryDropped(OfEntry, any_time=True):
    round: int


class EntryReinstated(OfEntry, any_time=True):
    """A dropped player was reinstated.

    `missed` are the rounds missed since the drop. The other fields are values from before: `joined_before` is
    the first round of the player, and `left_in` and `left_at` are the round and time of the drop.
    """

    missed: list[int]
    joined_before: int
    left_in: int
    left_at: Moment | None


class EntryDisqualified(OfEntry):
    """A player was disqualified in `round`. `left_before` is True if the player had already dropped."""

    round: int
    reason: Typed
    left_before: bool


class EntryDisqualificationLifted(OfEntry): ...


class EventCreated(Kind, scope="event", topic="event"):
    name: Text


class EventChanged(Kind, scope="event", topic="event", may_undo="organize", any_time=True):
    changed: Changes


class EventReported(Kind, scope="event", topic="event"): ...


class EventReportWithdrawn(Kind, scope="event", topic="event"): ...


class FeaturesChosen(
    Kind, scope="event", topic="event", group="features", may_undo="organize", at_desk=False, any_time=True
):
    before: list[Code] | None
    after: list[Code] | None


class PersonalLinkRenewed(OfEntry): ...


class PersonalLinkShown(OfEntry): ...


class PersonalLinkAddedToAccount(OfEntry): ...


class PersonalLinkRemovedFromAccount(OfEntry): ...


class PersonalLinksPrinted(Kind, scope="event", topic="people"):
    count: int


class EntriesMerged(Kind, scope="event", topic="people", any_time=True):
    """The entry `removed` was merged into the entry `stays`. `name` and `other` are the two names.

    `player_before`, `byes_before` and `joined_before` are values of the remaining entry from before the
    merge, and `removed_player` and `row` those of the removed entry. `rows` are the rows that moved, `filled`
    the facts that were filled in, and `matches` and `missed` come from `hooks.entries_joined`.
    """

    name: Name
    other: Name
    stays: EntryKey
    removed: int
    player_before: PlayerKey
    removed_player: PlayerKey
    byes_before: int
    row: Columns
    rows: MovedRows
    filled: FilledFields
    matches: list[MatchKey]
    missed: list[int]
    joined_before: int


class PlayersMerged(Kind, scope="event", topic="people", any_time=True):
    """The person `other_player`, named `other`, was merged into the person `player`, named `name`.

    `moved` are the entries of this event that moved, `filled` the facts filled in by entry key, `record` the
    changes of the remaining record, and `account` the key of the account that moved, or None.
    """

    name: OwnName
    player: Person
    other: Name
    other_player: Person
    record: Numbers
    moved: list[EntryKey]
    filled: FilledEntries
    account: UserKey | None


class OfPerson(Kind, base=True):
    name: OwnName
    player: Person


class PersonAdded(OfPerson, scope="installation"):
    changed: Changes


class PersonChanged(OfPerson, scope="installation"):
    changed: Changes


class PersonDeleted(OfPerson, scope="installation"): ...


class PlayerChanged(OfPerson, topic="people"):
    entry: Entrant
    changed: Changes


class SelfCheckInChanged(Kind, scope="event", topic="event"):
    changed: Changes


class HallCodeRenewed(Kind, scope="event", topic="event"):
    """A new hall code. The line omits the code itself, since all staff can read the journal."""


class SchedulePlanned(Kind, scope="event", topic="event"):
    count: int


class ScheduleChanged(Kind, scope="event", topic="event"):
    title: Text
    round: int | None


class EventRestored(Kind, scope="event", topic="event"):
    """The event was restored from a snapshot. `source` is the slug of the original event.

    `taken_at` and `digest` are those of the snapshot, and `rehearsal` marks a copy for practice.
    """

    source: Text
    taken_at: Moment
    digest: Code
    rehearsal: bool


class StaffAdded(Kind, scope="event", topic="event"):
    name: Text
    role: Code


class StaffChanged(Kind, scope="event", topic="event"):
    name: Text
    role: Code


class StaffRemoved(Kind, scope="event", topic="event"):
    name: Text


class StaffInvited(Kind, scope="event", topic="event"):
    role: Code


class StaffInvitationWithdrawn(Kind, scope="event", topic="event"):
    role: Code


class StaffJoined(Kind, scope="event", topic="event"):
    name: Text
    role: Code


class TeamSeated(OfEntry): ...
