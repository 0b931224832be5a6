"""People of one organizer visible to a user: those of events whose staff they are on; all of them for its team."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import attrgetter

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.engine.alphabet import sort_key
from core.engine.people import search_key, without_number
from core.models import TeamMember
from core.queries.teams import sees_everybody
from tournaments.engine.person_fields import KEYS, OF_ENTRY, Person, PersonFacts, PersonField
from tournaments.models import Entry, EventOrigin, KnownPlayer, Player, StaffMember, Tournament, User


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A known person; `entered` says whether they are in the given event.

    `player` is the key of the person, None for a player of the organizer's list, whose key is `listed`.
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
        return sort_key(f"{self.last_name}, {self.first_name}")


def entries_known_to(by: User | None, organizer: int) -> QuerySet[Entry]:
    """The entries of the organizer's events whose staff include `by`; for its team, of all its events."""
    return _entries_at(by, organizer, StaffMember.Role.values)


def entries_run_by(by: User | None, organizer: int) -> QuerySet[Entry]:
    """The entries of the organizer's events that `by` runs, so may change; for its team, of all its events."""
    return _entries_at(by, organizer, StaffMember.RUNNERS)


def _entries_at(by: User | None, organizer: int, roles: Collection[str]) -> QuerySet[Entry]:
    rows = Entry.objects.filter(tournament__in=Tournament.objects.filter(organizer=organizer).values("pk"))
    if sees_everybody(by):
        return rows
    events = StaffMember.objects.filter(user=by, role__in=roles).values("tournament")
    team = TeamMember.objects.filter(user=by, team=organizer, accepted=True)
    return rows.filter(Q(tournament__in=events) | Exists(team))


def in_copy() -> Exists:
    """Whether an entry is in a rehearsal copy, which shares the people of the original event."""
    return Exists(EventOrigin.objects.filter(tournament=OuterRef("tournament"), rehearsal=True))


def is_copy(event: int) -> bool:
    """Whether an event is a rehearsal copy."""
    return EventOrigin.objects.filter(tournament=event, rehearsal=True).exists()


def newest_known_to(by: User | None, organizer: int) -> QuerySet[Entry]:
    """The newest entry of each person `by` knows, with the current facts. Copies of events do not count."""
    return _newest(entries_known_to(by, organizer))


def _newest(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    entries = entries.filter(~in_copy())
    newer = entries.filter(player=OuterRef("player"), pk__gt=OuterRef("pk"))
    return entries.filter(~Exists(newer))


def known_people(by: User | None, organizer: int, among: Q | None = None) -> dict[int, Person]:
    """The facts of people known to `by`, by key, from the newest entries that match `among`. One query."""
    rows = newest_known_to(by, organizer).filter(among or Q()).order_by("pk")
    return {row.player_id: person_of(row) for row in rows}


_of_entry, _of_record = attrgetter(*OF_ENTRY), attrgetter(*KEYS)


def person_of(entry: Entry) -> Person:
    """The person as in an event."""
    return Person(*_of_entry(entry), id=entry.player_id)


def facts_of(entry: Entry, fields: Iterable[PersonField]) -> PersonFacts:
    """These facts of a person as in an event; all others are unknown."""
    return PersonFacts(**{field.key: getattr(entry, field.of_entry) for field in fields})


def recorded(player: Player) -> Person:
    """The person as in the record."""
    return Person(*_of_record(player), id=player.pk)


def find_players(
    text: str, *, by: User | None, event: Tournament, limit: int = 8, to_change: bool = False
) -> list[FoundPlayer]:
    """People of the event's organizer known to `by` whose name or Player ID has a part beginning with each typed word.

    Accents are ignored. One query. `to_change`: only people of events that `by` runs.
    """
    wanted = matching(text)
    if wanted is None:
        return []
    inside = Entry.objects.filter(tournament=event, player=OuterRef("player"))
    known = (entries_run_by if to_change else entries_known_to)(by, event.organizer_id)
    rows = _newest(known).filter(wanted).annotate(entered=Exists(inside))
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


def find_listed(text: str, *, by: User, event: Tournament, limit: int = 8) -> list[FoundPlayer]:
    """Players of the organizer's list, searched like `find_players`, without those that it finds.

    One query. `by` runs the event.
    """
    wanted = matching(text, number="player_id")
    if wanted is None:
        return []
    number, organizer = OuterRef("player_id"), event.organizer_id
    met = entries_known_to(by, organizer).filter(player_number=number).exclude(tournament=event)
    inside = Entry.objects.filter(tournament=event, player_number=number)
    rows = KnownPlayer.objects.filter(wanted, ~Exists(met), organizer=organizer)
    rows = rows.annotate(entered=Exists(inside))
    found = [
        FoundPlayer(
            None, row.first_name, row.last_name, row.player_id, row.birth_year, row.entered, listed=row.pk
        )
        for row in rows.order_by("last_name", "first_name", "pk")[:limit]
    ]
    return sorted(found, key=FoundPlayer.alphabetical)


def listed_person(key: int, *, organizer: int) -> Person | None:
    """A player of the organizer's list as a new person."""
    row = KnownPlayer.objects.filter(pk=key, organizer=organizer).first()
    return Person(row.first_name, row.last_name, row.player_id, row.birth_year) if row else None


def find_exactly(player_id: str, birth_year: int, *, organizer: int) -> Person | None:
    """The organizer's person with this Player ID and birth year. Only for pages that limit guesses."""
    found = Player.objects.filter(organizer=organizer, player_id=player_id, birth_year=birth_year)
    first = found.order_by("pk").first()
    return recorded(first) if first else None


def exact(numbers: Iterable[str], *, organizer: int) -> dict[tuple[str, int], Player]:
    """The organizer's people by Player ID and birth year: for linking entries, never for display. One query."""
    rows = Player.objects.filter(organizer=organizer, player_id__in=list(numbers), birth_year__isnull=False)
    return {(row.player_id or "", row.birth_year or 0): row for row in rows.order_by("-pk")}


def run_alone_by(by: User | None, players: Collection[int], *, organizer: int) -> set[int]:
    """Those of the organizer's people who play only in events that `by` runs, copies aside. One query."""
    here = entries_run_by(by, organizer).filter(player=OuterRef("player"), pk=OuterRef("pk"))
    elsewhere = Entry.objects.filter(~Exists(here), ~in_copy(), player__in=players).values("player")
    own = Player.objects.filter(pk__in=players, organizer=organizer)
    return set(own.exclude(pk__in=elsewhere).values_list("pk", flat=True))


def matching(text: str, prefix: str = "", number: str = "player_number") -> Q | None:
    """The condition for `text` on entries, or on a relation to entries with `prefix`; None without a word.

    `number` is the field of the Player ID. For a name with a number, "Ana Lima (2)", all namesakes match.
    """
    words = search_key(without_number(text)).split()
    if not words:
        return None
    wanted = Q()
    for word in words:
        name = Q(**{f"{prefix}search_key__startswith": word}) | Q(
            **{f"{prefix}search_key__contains": f" {word}"}
        )
        wanted &= (name | Q(**{f"{prefix}{number}__startswith": word})) if word.isdigit() else name
    return wanted
