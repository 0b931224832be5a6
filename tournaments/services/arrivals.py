"""Who comes in: known people found again, new ones made, for one at the door or a thousand of a roster."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property

from django.db.models import Q

from core.engine.people import SUBSET, Person, likeness, search_key
from core.engine.refused import Refused
from tournaments import hooks
from tournaments.engine import divisions as ages
from tournaments.engine.tie_break_numbers import tie_break_number
from tournaments.models import Division, Entry, Player, Tournament, User
from tournaments.queries.ages import season_at
from tournaments.queries.people import exact, known_people, person_of, recorded, sees_everybody
from tournaments.services import locks, players

SETTLED = (
    *("checked_in_at", "joined_round", "late", "awarded_byes"),
    *("dropped_in", "dropped_at", "disqualified", "notes"),
)
"""What an entry takes over from an arrival as it is."""

UNGROUPED = "masters"
"""The age division of somebody without a birth year where ages play no part."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One person to enter.

    `player` is the key of a person known to the organizer; without it the Player ID decides, else the person is new.
    `age_division` and `division` are codes; without them the birth year and the divisions of the event decide.
    `namesake`: staff confirmed that this is not the entered person of that name. `newcomer`: staff confirmed that
    this is not the known person with that Player ID; a new record is made. `corrects`: a different birth year given
    here also corrects the known person's record, not this entry alone.
    """

    first_name: str = ""
    last_name: str = ""
    player_id: str | None = None
    birth_year: int | None = None
    birth_date: date | None = None
    player: int | None = None
    age_division: str | None = None
    division: str | None = None
    namesake: bool = False
    newcomer: bool = False
    corrects: bool = True
    joined_round: int = 1
    late: bool = False
    awarded_byes: int = 0
    checked_in_at: datetime | None = None
    dropped_in: int | None = None
    dropped_at: datetime | None = None
    disqualified: bool = False
    notes: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def people(event: Tournament, arrivals: Sequence[Arrival], *, by: User | None) -> list[Entry]:
    """An entry for each arrival, not saved yet, with its person and facts; new people are saved. In few queries.

    People are found again among those of the event's organizer that `by` knows. Someone who plays at another event of
    that organizer under the same name, Player ID and birth year is the same person too, but the entry has only what
    was given here.
    Refused, each with `row` counted from 1: PERSON_UNKNOWN, PLAYER_ID_TAKEN, ALREADY_ENTERED, NAMESAKE_ENTERED,
    and what `players.check` refuses.
    """
    found = _Known(event, arrivals, by)
    rows: list[Entry] = []
    for number, arrival in enumerate(arrivals, 1):
        try:
            rows.append(found.entry(arrival))
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": number}) from refused
    Entry.objects.bulk_update(found.renumbered, ["namesake"])
    again = [row for row in rows if row.player_id is not None]
    others = {row.player_id for row, given in zip(rows, arrivals, strict=True) if not given.corrects}
    born = (
        dict(Player.objects.filter(pk__in=others - {None}).values_list("pk", "birth_year")) if others else {}
    )
    again = [row for row in again if born.get(row.player_id) in (None, row.birth_year)]
    Player.objects.bulk_create([row.player for row in rows if row.player_id is None])
    if again:
        players.follow(again, by=by, organizer=event.organizer_id)
    return rows


class _Known:
    """The people an arrival may be, and those who are in the event by now."""

    def __init__(self, event: Tournament, arrivals: Sequence[Arrival], by: User | None) -> None:
        numbers = {number for one in arrivals if (number := players.clean_player_id(one.player_id))}
        locks.player_ids(numbers)
        keys = [arrival.player for arrival in arrivals if arrival.player]
        self.event, home = event, event.organizer_id
        self.by_key = known_people(by, home, Q(player__in=keys)) if keys else {}
        if keys and sees_everybody(by):
            records = Player.objects.filter(pk__in=keys, organizer=home)
            self.by_key = {row.pk: recorded(row) for row in records} | self.by_key
        with_number = known_people(by, home, Q(player_number__in=numbers)) if numbers else {}
        self.by_number = {person.player_id: person for person in with_number.values()}
        self.elsewhere = exact(numbers, organizer=home)
        self.inside: set[int] = set()
        self.numbers: set[str] = set()
        self.names: dict[str, list[Entry]] = {}
        self.renumbered: list[Entry] = []
        for entry in event.entries.all():
            self._remember(entry)

    def entry(self, arrival: Arrival) -> Entry:
        known = self._known(arrival)
        entry = self._made(known or Person(0, arrival.first_name.strip(), arrival.last_name.strip()), arrival)
        players.check(person_of(entry))
        if (known and known.id in self.inside) or entry.player_number in self.numbers:
            raise Refused("ALREADY_ENTERED", name=str(entry), player=known.id if known else None)
        if known is None and not arrival.namesake:
            self._refuse_namesake(entry)
        self._tie(entry, known)
        self._number(entry)
        self._remember(entry)
        return entry

    def _known(self, arrival: Arrival) -> Person | None:
        if arrival.player is not None:
            if arrival.player not in self.by_key:
                raise Refused("PERSON_UNKNOWN")
            return self.by_key[arrival.player]
        if arrival.newcomer:
            return None
        number = players.clean_player_id(arrival.player_id)
        owner = self.by_number.get(number) if number else None
        if owner is not None and likeness(arrival.name, owner.name) < SUBSET:
            raise Refused("PLAYER_ID_TAKEN", player_id=number, name=owner.name, player=owner.id)
        return owner

    def _made(self, person: Person, arrival: Arrival) -> Entry:
        """What the person at the door says fills the gaps of what is known, and a birth year corrects it."""
        entry, year = Entry(tournament=self.event), arrival.birth_year or person.birth_year
        filled = replace(
            person,
            player_id=person.player_id or players.clean_player_id(arrival.player_id),
            birth_year=year,
            birth_date=players.fitting(arrival.birth_date or person.birth_date, year),
        )
        players.put(entry, filled)
        return entry

    def _tie(self, entry: Entry, known: Person | None) -> None:
        """Whose entry it is. Nothing anybody sees tells a person of other events from a new one."""
        other = self.elsewhere.get((entry.player_number or "", entry.birth_year or 0))
        if known is not None:
            entry.player_id = known.id
        elif other and other.pk not in self.inside and likeness(str(entry), str(other)) >= SUBSET:
            entry.player = other
        else:
            entry.player = Player(organizer_id=self.event.organizer_id)
            players.put(entry.player, person_of(entry))

    def _refuse_namesake(self, entry: Entry) -> None:
        for other in self.names.get(entry.search_key, ()):
            if may_be(entry, other):
                raise Refused("NAMESAKE_ENTERED", name=str(other), player=other.player_id)

    def _number(self, entry: Entry) -> None:
        """Tell an entry apart from those of the same name who are in."""
        others = self.names.get(entry.search_key, [])
        self.renumbered += [other for other in others if other.pk and not other.namesake]
        entry.namesake = players.number_after(others)

    def _remember(self, entry: Entry) -> None:
        if entry.player_id is not None:
            self.inside.add(entry.player_id)
        self.names.setdefault(entry.search_key, []).append(entry)
        if entry.player_number:
            self.numbers.add(entry.player_number)
            self.by_number[entry.player_number] = person_of(entry)


def may_be(entry: Entry, other: Entry) -> bool:
    """Nothing that is known of two people of one name tells them apart."""
    if entry.player_number and other.player_number:
        return entry.player_number == other.player_number
    return not (entry.birth_year and other.birth_year and entry.birth_year != other.birth_year)


class Placing:
    """Where arrivals play: their age division by the season, and the division of the event that takes it."""

    def __init__(self, event: Tournament, divisions: Sequence[Division]) -> None:
        self.event = event
        self.divisions = {division.age_division: division for division in divisions}
        self.ages_matter = any(division.by_age or division.age_division != "all" for division in divisions)

    @cached_property
    def season(self) -> ages.Season:
        """Asked for only where a birth year has to tell: old events name the age divisions themselves."""
        return season_at(self.event)

    def place(self, entry: Entry, age_division: str | None, division: str | None) -> tuple[str, Division]:
        """Where somebody of that birth year plays. Refused: DIVISION_UNKNOWN (name), NO_DIVISION_TAKES (age division),
        DIVISION_NOT_FOR (age division, division), SEASON_UNKNOWN (day, first).
        """
        own = age_division or self._age_division(entry, division)
        if division is not None:
            if own not in ages.PLAYS_IN[division] or division not in self.divisions:
                raise Refused("DIVISION_NOT_FOR", age_division=own, division=division)
            return own, self.divisions[division]
        home = ages.division_of(own, self.divisions)
        if home is None:
            raise Refused("NO_DIVISION_TAKES", age_division=own)
        return own, self.divisions[home]

    def _age_division(self, entry: Entry, division: str | None) -> str:
        if entry.birth_year is not None:
            return ages.age_division_of(entry.birth_year, self.season)
        if division in ages.AGE_DIVISIONS:
            return str(division)
        if self.ages_matter:
            raise Refused("DIVISION_UNKNOWN", name=str(entry))
        return UNGROUPED


def tie_break_key(entry: Entry) -> str:
    """What a player's tie-break number is drawn from: the Player ID, or the name of somebody without one."""
    return entry.player_number or search_key(entry.first_name, entry.last_name)


def taken_numbers(event: Tournament) -> set[int]:
    return set(Entry.objects.filter(tournament=event).values_list("tie_break_number", flat=True))


def enter(event: Tournament, rows: Sequence[Arrival], *, by: User | None) -> list[Entry]:
    """The entries of all arrivals, under the lock of all divisions. Refused: see `entries.add`."""
    placing = Placing(event, locks.divisions(event))
    entries = people(event, rows, by=by)
    taken = taken_numbers(event)
    for number, (row, entry) in enumerate(zip(rows, entries, strict=True), 1):
        try:
            entry.age_division, entry.division = placing.place(entry, row.age_division, row.division)
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": number}) from refused
        _settle(entry, row)
        entry.tie_break_number = _free_number(event.seed, entry, taken)
    return save(event, entries)


def save(event: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """Save new entries, and the rows other rooms make for each."""
    made = Entry.objects.bulk_create(entries)
    if made:
        players.number_short_names(event, made)
        for follow in hooks.entries_made:
            follow(event)
    return made


def _settle(entry: Entry, row: Arrival) -> None:
    for name in SETTLED:
        setattr(entry, name, getattr(row, name))


def _free_number(seed: int, entry: Entry, taken: set[int]) -> int:
    turn, key = 0, tie_break_key(entry)
    while (drawn := tie_break_number(seed, key, turn)) in taken:
        turn += 1
    taken.add(drawn)
    return drawn
