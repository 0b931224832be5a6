"""People somebody knows: those of the events they work at, as those events have them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from tournaments.engine.people import Person, search_key
from tournaments.models import Entry, KnownPlayer, Player, StaffMember, Tournament, User


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A known person; `entered` says whether they are in the event asked about.

    `player` is the key of the person, None for somebody of the account's own list, whose key is `listed`.
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


def sees_everybody(by: User | None) -> bool:
    """Administrators, and the command line (None)."""
    return by is None or (by.is_active and by.is_superuser)


def entries_known_to(by: User | None) -> QuerySet[Entry]:
    """The entries of the events on whose staff `by` is."""
    return _entries_at(by, StaffMember.Role.values)


def entries_run_by(by: User | None) -> QuerySet[Entry]:
    """The entries of the events that `by` runs, which is who may change them."""
    return _entries_at(by, StaffMember.RUNNERS)


def _entries_at(by: User | None, roles: Collection[str]) -> QuerySet[Entry]:
    if sees_everybody(by):
        return Entry.objects.all()
    events = StaffMember.objects.filter(user=by, role__in=roles).values("tournament")
    return Entry.objects.filter(tournament__in=events)


def newest_known_to(by: User | None) -> QuerySet[Entry]:
    """One entry of each person `by` knows, the newest: what is known of them."""
    return _newest(entries_known_to(by))


def _newest(known: QuerySet[Entry]) -> QuerySet[Entry]:
    newer = known.filter(player=OuterRef("player"), pk__gt=OuterRef("pk"))
    return known.filter(~Exists(newer))


def known_people(by: User | None, among: Q | None = None) -> dict[int, Person]:
    """What `by` knows of people, by key, for the newest entries that fit `among`. One query."""
    rows = newest_known_to(by).filter(among or Q()).order_by("pk")
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
    text: str, *, by: User | None, event: Tournament | None = None, limit: int = 8, to_change: bool = False
) -> list[FoundPlayer]:
    """People `by` knows of whose name or Player ID every word typed begins a part, accents ignored. One query.

    `to_change`: only those of events that `by` runs.
    """
    wanted = matching(text)
    if wanted is None:
        return []
    inside = Entry.objects.filter(tournament=event, player=OuterRef("player"))
    entered = Exists(inside) if event else Value(False)
    known = entries_run_by(by) if to_change else entries_known_to(by)
    rows = _newest(known).filter(wanted).annotate(entered=entered)
    return [_found(entry) for entry in rows.order_by("last_name", "first_name", "pk")[:limit]]


def find_listed(text: str, *, by: User, event: Tournament, limit: int = 8) -> list[FoundPlayer]:
    """People of `by`'s own list found as `find_players` does, without those that one finds by their Player ID.

    One query.
    """
    wanted = matching(text, number="player_id")
    if wanted is None:
        return []
    number = OuterRef("player_id")
    met = entries_known_to(by).filter(player_number=number).exclude(tournament=event)
    inside = Entry.objects.filter(tournament=event, player_number=number)
    rows = KnownPlayer.objects.filter(wanted, ~Exists(met), user=by).annotate(entered=Exists(inside))
    return [
        FoundPlayer(
            None, row.first_name, row.last_name, row.player_id, row.birth_year, row.entered, listed=row.pk
        )
        for row in rows.order_by("last_name", "first_name", "pk")[:limit]
    ]


def listed_person(key: int, *, by: User) -> Person | None:
    """Somebody of `by`'s own list, as the facts of somebody new."""
    row = KnownPlayer.objects.filter(pk=key, user=by).first()
    return Person(0, row.first_name, row.last_name, row.player_id, row.birth_year) if row else None


def find_exactly(player_id: str, birth_year: int) -> Person | None:
    """The person with this Player ID and birth year, whoever knows them. For pages that count guesses alone."""
    found = Player.objects.filter(player_id=player_id, birth_year=birth_year).order_by("pk").first()
    return recorded(found) if found else None


def exact(numbers: Iterable[str]) -> dict[tuple[str, int], Player]:
    """People by Player ID and birth year, whoever knows them: to tie entries together, never to show. One query."""
    rows = Player.objects.filter(player_id__in=list(numbers), birth_year__isnull=False).order_by("-pk")
    return {(row.player_id or "", row.birth_year or 0): row for row in rows}


def run_alone_by(by: User | None, players: Collection[int]) -> set[int]:
    """Which of these people play in no event but those that `by` runs. One query."""
    here = entries_run_by(by).filter(player=OuterRef("player"), pk=OuterRef("pk"))
    elsewhere = Entry.objects.filter(~Exists(here), player__in=players).values("player")
    return set(Player.objects.filter(pk__in=players).exclude(pk__in=elsewhere).values_list("pk", flat=True))


def matching(text: str, prefix: str = "", number: str = "player_number") -> Q | None:
    """The condition for `text` on entries, or on what holds an entry under `prefix`; None without a word.

    `number` is the field of the Player ID.
    """
    words = search_key(text).split()
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
