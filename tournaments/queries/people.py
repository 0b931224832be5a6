"""People of one organizer that somebody knows: those of its events they work at, for its team those of all."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.engine.alphabet import sort_key
from core.engine.people import Person, search_key, without_number
from tournaments.models import (
    Entry,
    EventOrigin,
    KnownPlayer,
    OrganizerMember,
    Player,
    StaffMember,
    Tournament,
    User,
)


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A known person; `entered` says whether they are in the event asked about.

    `player` is the key of the person, None for somebody of the organizer's list, whose key is `listed`.
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


def sees_everybody(by: User | None) -> bool:
    """Administrators, and the command line (None)."""
    return by is None or (by.is_active and by.is_superuser)


def entries_known_to(by: User | None, organizer: int) -> QuerySet[Entry]:
    """The entries of the organizer's events on whose staff `by` is; for its team, those of all its events."""
    return _entries_at(by, organizer, StaffMember.Role.values)


def entries_run_by(by: User | None, organizer: int) -> QuerySet[Entry]:
    """The entries of the organizer's events that `by` runs, which is who may change them; for its team, of all."""
    return _entries_at(by, organizer, StaffMember.RUNNERS)


def _entries_at(by: User | None, organizer: int, roles: Collection[str]) -> QuerySet[Entry]:
    rows = Entry.objects.filter(tournament__in=Tournament.objects.filter(organizer=organizer).values("pk"))
    if sees_everybody(by):
        return rows
    events = StaffMember.objects.filter(user=by, role__in=roles).values("tournament")
    team = OrganizerMember.objects.filter(user=by, organizer=organizer, accepted=True)
    return rows.filter(Q(tournament__in=events) | Exists(team))


def in_copy() -> Exists:
    """Whether an entry is in a copy of an event to try things on, which shares the people of the event."""
    return Exists(EventOrigin.objects.filter(tournament=OuterRef("tournament"), rehearsal=True))


def is_copy(event: int) -> bool:
    """Whether an event is a copy to try things on."""
    return EventOrigin.objects.filter(tournament=event, rehearsal=True).exists()


def newest_known_to(by: User | None, organizer: int) -> QuerySet[Entry]:
    """One entry of each person `by` knows, the newest: what is known of them. What a copy says stays there."""
    return _newest(entries_known_to(by, organizer))


def _newest(known: QuerySet[Entry]) -> QuerySet[Entry]:
    known = known.filter(~in_copy())
    newer = known.filter(player=OuterRef("player"), pk__gt=OuterRef("pk"))
    return known.filter(~Exists(newer))


def known_people(by: User | None, organizer: int, among: Q | None = None) -> dict[int, Person]:
    """What `by` knows of people, by key, for the newest entries that fit `among`. One query."""
    rows = newest_known_to(by, organizer).filter(among or Q()).order_by("pk")
    return {row.player_id: person_of(row) for row in rows}


def person_of(entry: Entry) -> Person:
    """Somebody as an event has them."""
    return Person(
        entry.player_id,
        entry.first_name,
        entry.last_name,
        entry.player_number,
        entry.birth_year,
        entry.birth_date,
    )


def recorded(player: Player) -> Person:
    """Somebody as the record has them."""
    return Person(
        player.pk, player.first_name, player.last_name, player.player_id, player.birth_year, player.birth_date
    )


def find_players(
    text: str, *, by: User | None, event: Tournament, limit: int = 8, to_change: bool = False
) -> list[FoundPlayer]:
    """People of the event's organizer that `by` knows, of whose name or Player ID every word typed begins a part.

    Accents are ignored. One query. `to_change`: only those of events that `by` runs.
    """
    wanted = matching(text)
    if wanted is None:
        return []
    inside = Entry.objects.filter(tournament=event, player=OuterRef("player"))
    known = (entries_run_by if to_change else entries_known_to)(by, event.organizer_id)
    rows = _newest(known).filter(wanted).annotate(entered=Exists(inside))
    found = [_found(entry) for entry in rows.order_by("last_name", "first_name", "pk")[:limit]]
    return sorted(found, key=FoundPlayer.alphabetical)


def find_listed(text: str, *, by: User, event: Tournament, limit: int = 8) -> list[FoundPlayer]:
    """People of the list of the event's organizer, found as `find_players` does, but for those that one finds.

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
    """Somebody of the organizer's list, as the facts of somebody new."""
    row = KnownPlayer.objects.filter(pk=key, organizer=organizer).first()
    return Person(0, row.first_name, row.last_name, row.player_id, row.birth_year) if row else None


def find_exactly(player_id: str, birth_year: int, *, organizer: int) -> Person | None:
    """The organizer's person with this Player ID and birth year. For pages that count guesses alone."""
    found = Player.objects.filter(organizer=organizer, player_id=player_id, birth_year=birth_year)
    first = found.order_by("pk").first()
    return recorded(first) if first else None


def exact(numbers: Iterable[str], *, organizer: int) -> dict[tuple[str, int], Player]:
    """The organizer's people by Player ID and birth year: to tie entries together, never to show. One query."""
    rows = Player.objects.filter(organizer=organizer, player_id__in=list(numbers), birth_year__isnull=False)
    return {(row.player_id or "", row.birth_year or 0): row for row in rows.order_by("-pk")}


def run_alone_by(by: User | None, players: Collection[int], *, organizer: int) -> set[int]:
    """Which of these people of the organizer play in no event but those that `by` runs, copies aside. One query."""
    here = entries_run_by(by, organizer).filter(player=OuterRef("player"), pk=OuterRef("pk"))
    elsewhere = Entry.objects.filter(~Exists(here), ~in_copy(), player__in=players).values("player")
    own = Player.objects.filter(pk__in=players, organizer=organizer)
    return set(own.exclude(pk__in=elsewhere).values_list("pk", flat=True))


def matching(text: str, prefix: str = "", number: str = "player_number") -> Q | None:
    """The condition for `text` on entries, or on what holds an entry under `prefix`; None without a word.

    `number` is the field of the Player ID. Of a name with a number, "Ana Lima (2)", all namesakes are found.
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


def _found(entry: Entry) -> FoundPlayer:
    return FoundPlayer(
        entry.player_id,
        entry.first_name,
        entry.last_name,
        entry.player_number or "",
        entry.birth_year,
        bool(getattr(entry, "entered", False)),
    )
