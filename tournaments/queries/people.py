"""The people of one organizer that a user may see.

Administrators, members of the organizer's team and the command line (None) see all people, other users
only people in events where they are on the staff.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import attrgetter

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.engine.alphabet import name_sort_key
from core.engine.person_names import search_key, strip_namesake_number
from core.models import TeamMember
from core.queries.teams import sees_all_teams
from tournaments.engine.person_fields import KEYS, OF_ENTRY, Person, PersonFacts, PersonField
from tournaments.models import Entry, EventOrigin, KnownPlayer, Player, StaffMember, Tournament, User


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A person found by a search. `entered` is True if the person is already in the event.

    `player` is the key of the person. It is None for a player on the organizer's list, identified by the key
    `listed`.
    """

    player: int | None
    first_name: str
    last_name: str
    player_id: str
    birth_year: int | None
    entered: bool = False
    listed: int | None = None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def alphabetical(self) -> tuple[str, str]:
        """Return a sort key by last name."""
        return name_sort_key(f"{self.last_name}, {self.first_name}")


def entries_visible_to(by: User | None, organizer: int) -> QuerySet[Entry]:
    """Select the organizer's entries that `by` may see.

    Members of the organizer's team, administrators and the command line (None) see all entries, other users
    those of events where they are on the staff.
    """
    return _entries_at(by, organizer, StaffMember.Role.values)


def entries_run_by(by: User | None, organizer: int) -> QuerySet[Entry]:
    """Select the organizer's entries that `by` may change.

    Members of the organizer's team, administrators and the command line (None) may change all entries, other
    users those of events that they run.
    """
    return _entries_at(by, organizer, StaffMember.RUNNERS)


def _entries_at(by: User | None, organizer: int, roles: Collection[str]) -> QuerySet[Entry]:
    """Select the organizer's entries in events where `by` has one of these roles.

    Members of the organizer's team, administrators and the command line (None) get the entries of all its
    events.
    """
    rows = Entry.objects.filter(tournament__in=Tournament.objects.filter(organizer=organizer).values("pk"))
    if sees_all_teams(by):
        return rows
    events = StaffMember.objects.filter(user=by, role__in=roles).values("tournament")
    team = TeamMember.objects.filter(user=by, team=organizer, accepted=True)
    return rows.filter(Q(tournament__in=events) | Exists(team))


def rehearsal_copy_condition() -> Exists:
    """Return the condition for entries in rehearsal copies, which share their people with the original events."""
    return Exists(EventOrigin.objects.filter(tournament=OuterRef("tournament"), rehearsal=True))


def is_rehearsal_copy(event: int) -> bool:
    """Return whether an event, given by key, is a rehearsal copy."""
    return EventOrigin.objects.filter(tournament=event, rehearsal=True).exists()


def newest_entries_visible_to(by: User | None, organizer: int) -> QuerySet[Entry]:
    """Select the newest entry of each person whom `by` may see, which has the person's current facts.

    Entries in rehearsal copies of events are excluded.
    """
    return _newest_entry_of_each(entries_visible_to(by, organizer))


def _newest_entry_of_each(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Select each person's newest entry among `entries`, excluding rehearsal copies of events."""
    entries = entries.filter(~rehearsal_copy_condition())
    newer = entries.filter(player=OuterRef("player"), pk__gt=OuterRef("pk"))
    return entries.filter(~Exists(newer))


def people_visible_to(by: User | None, organizer: int, among: Q | None = None) -> dict[int, Person]:
    """Return the organizer's people whom `by` may see, by key. Makes one query.

    Their facts are those of each person's newest entry. With `among`, only people whose newest entry matches
    it are returned.
    """
    rows = newest_entries_visible_to(by, organizer).filter(among or Q()).order_by("pk")
    return {row.player_id: person_from_entry(row) for row in rows}


_read_entry, _read_record = attrgetter(*OF_ENTRY), attrgetter(*KEYS)


def person_from_entry(entry: Entry) -> Person:
    """Build a `Person` from the facts in an entry."""
    return Person(*_read_entry(entry), id=entry.player_id)


def person_facts_from_entry(entry: Entry, fields: Iterable[PersonField]) -> PersonFacts:
    """Return these facts of an entry; all other facts are unknown."""
    return PersonFacts(**{field.key: getattr(entry, field.of_entry) for field in fields})


def person_on_record(player: Player) -> Person:
    """Build a `Person` from the facts in a player's record."""
    return Person(*_read_record(player), id=player.pk)


def find_players(
    text: str, *, by: User | None, event: Tournament, limit: int = 8, to_change: bool = False
) -> list[FoundPlayer]:
    """Return at most `limit` people of the event's organizer whom `by` may see. Makes one query.

    Each typed word must begin a part of the name or Player ID; accents are ignored. With `to_change`, only
    people in events that `by` runs are returned.
    """
    condition = entry_search_condition(text)
    if condition is None:
        return []
    event_entries = Entry.objects.filter(tournament=event, player=OuterRef("player"))
    entries = (entries_run_by if to_change else entries_visible_to)(by, event.organizer_id)
    rows = _newest_entry_of_each(entries).filter(condition).annotate(entered=Exists(event_entries))
    people = [
        FoundPlayer(
            entry.player_id,
            entry.first_name,
            entry.last_name,
            entry.player_number or "",
            entry.birth_year,
            bool(getattr(entry, "entered", False)),
        )
        for entry in rows.order_by("last_name", "first_name", "pk")[:limit]
    ]
    return sorted(people, key=FoundPlayer.alphabetical)


def find_known_players(text: str, *, by: User, event: Tournament, limit: int = 8) -> list[FoundPlayer]:
    """Find players on the organizer's list, like `find_players` but without the people that it finds.

    The caller ensures that `by` runs the event. Makes one query.
    """
    condition = entry_search_condition(text, number="player_id")
    if condition is None:
        return []
    number, organizer = OuterRef("player_id"), event.organizer_id
    known_entries = entries_visible_to(by, organizer).filter(player_number=number).exclude(tournament=event)
    event_entries = Entry.objects.filter(tournament=event, player_number=number)
    rows = KnownPlayer.objects.filter(condition, ~Exists(known_entries), organizer=organizer)
    rows = rows.annotate(entered=Exists(event_entries))
    people = [
        FoundPlayer(
            None, row.first_name, row.last_name, row.player_id, row.birth_year, row.entered, listed=row.pk
        )
        for row in rows.order_by("last_name", "first_name", "pk")[:limit]
    ]
    return sorted(people, key=FoundPlayer.alphabetical)


def person_of_known_player(key: int, *, organizer: int) -> Person | None:
    """Return a player on the organizer's list as a new person, or None if missing."""
    row = KnownPlayer.objects.filter(pk=key, organizer=organizer).first()
    return Person(row.first_name, row.last_name, row.player_id, row.birth_year) if row else None


def person_by_number_and_birth(player_id: str, birth_year: int, *, organizer: int) -> Person | None:
    """Return the organizer's person with this Player ID and birth year, or None if there is none.

    Use this only on pages that limit the number of attempts.
    """
    matches = Player.objects.filter(organizer=organizer, player_id=player_id, birth_year=birth_year)
    match = matches.order_by("pk").first()
    return person_on_record(match) if match else None


def records_by_number_and_birth(numbers: Iterable[str], *, organizer: int) -> dict[tuple[str, int], Player]:
    """Map (Player ID, birth year) to the organizer's record of that person. Makes one query.

    Use this only to link entries, never for display.
    """
    rows = Player.objects.filter(organizer=organizer, player_id__in=list(numbers), birth_year__isnull=False)
    # Of several records, the oldest counts, so it comes last.
    return {(row.player_id or "", row.birth_year or 0): row for row in rows.order_by("-pk")}


def people_only_in_events_run_by(by: User | None, players: Collection[int], *, organizer: int) -> set[int]:
    """Return which of these people play only in events that `by` runs, as keys. Makes one query.

    Rehearsal copies of events are ignored.
    """
    run_entry = entries_run_by(by, organizer).filter(player=OuterRef("player"), pk=OuterRef("pk"))
    people_elsewhere = Entry.objects.filter(
        ~Exists(run_entry), ~rehearsal_copy_condition(), player__in=players
    ).values("player")
    records = Player.objects.filter(pk__in=players, organizer=organizer)
    return set(records.exclude(pk__in=people_elsewhere).values_list("pk", flat=True))


def entry_search_condition(text: str, prefix: str = "", number: str = "player_number") -> Q | None:
    """Return the condition for entries that match the words of `text`, or None if it has no words.

    `prefix` is the lookup path to the entries. `number` is the name of the Player ID's field. A name with a
    number, "Ana Lima (2)", matches all namesakes.
    """
    words = search_key(strip_namesake_number(text)).split()
    if not words:
        return None
    condition = Q()
    for word in words:
        name = Q(**{f"{prefix}search_key__startswith": word}) | Q(
            **{f"{prefix}search_key__contains": f" {word}"}
        )
        condition &= (name | Q(**{f"{prefix}{number}__startswith": word})) if word.isdigit() else name
    return condition
