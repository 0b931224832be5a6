"""People entering an event, one at the door or a thousand of a roster: matched to known people, or created."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from core.engine.people import SUBSET, likeness, search_key
from core.engine.refused import Refused
from core.queries.teams import sees_everybody
from tournaments import hooks
from tournaments.engine import divisions as ages
from tournaments.engine.person_fields import (
    Person,
    PersonChanges,
    PersonFacts,
    check,
    clean_player_id,
    completed,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.tie_break_numbers import tie_break_number
from tournaments.models import Division, Entry, Player, Tournament, User
from tournaments.queries.ages import season_at
from tournaments.queries.people import exact, known_people, person_of, recorded
from tournaments.services import locks, players

SETTLED = (
    *("checked_in_at", "joined_round", "late", "awarded_byes"),
    *("dropped_in", "dropped_at", "disqualified", "notes"),
)
"""Fields copied unchanged from an arrival to its entry."""

UNGROUPED = "masters"
"""The age division of a person without a birth year where ages do not matter."""


@dataclass(frozen=True, slots=True)
class Arrival(PersonFacts):
    """One person to enter.

    `player` is the key of a person known to the organizer; without it the Player ID decides, else the person is new.
    `age_division` and `division` are codes; without them the birth year and the divisions of the event decide.
    `namesake`: staff confirmed that this is not the entered person of that name. `newcomer`: staff confirmed that this
    is not the known person with that Player ID; a new record is made. `corrects`: a different birth year also corrects
    the known person's record, not only this entry.
    """

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


class ArrivalFields(PersonChanges, total=False):
    """Facts of an arrival, to enter one person; those left out have the defaults of `Arrival`."""

    age_division: str | None
    namesake: bool
    joined_round: int
    late: bool
    awarded_byes: int
    notes: str


def people(event: Tournament, arrivals: Sequence[Arrival], *, by: User | None) -> list[Entry]:
    """An unsaved entry for each arrival, with its person and facts; new people are saved. Uses few queries.

    People are matched among those of the event's organizer that `by` knows. A player of another event of that organizer
    with the same name, Player ID and birth year is the same person too, but the entry has only the given facts.
    Refused, each with `row` counted from 1: PERSON_UNKNOWN, PLAYER_ID_TAKEN, ALREADY_ENTERED, NAMESAKE_ENTERED, and
    what `person_fields.check` refuses.
    """
    known = _Known(event, arrivals, by)
    rows: list[Entry] = []
    for number, arrival in enumerate(arrivals, 1):
        try:
            rows.append(known.entry(arrival))
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": number}) from refused
    Entry.objects.bulk_update(known.renumbered, ["namesake"])
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
    """The people an arrival may be, and those already in the event."""

    def __init__(self, event: Tournament, arrivals: Sequence[Arrival], by: User | None) -> None:
        numbers = {number for one in arrivals if (number := clean_player_id(one.player_id))}
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
        person = known or Person(arrival.first_name.strip(), arrival.last_name.strip())
        entry = Entry(tournament=self.event)
        players.put(entry, completed(person, arrival, corrects=True))
        check(person_of(entry), today=timezone.localdate())
        if (known and known.id in self.inside) or entry.player_number in self.numbers:
            raise Refused(
                TournamentRefusal.ALREADY_ENTERED, name=str(entry), player=known.id if known else None
            )
        if known is None and not arrival.namesake:
            for other in self.names.get(entry.search_key, ()):
                if may_be(entry, other):
                    raise Refused(TournamentRefusal.NAMESAKE_ENTERED, name=str(other), player=other.player_id)
        elsewhere = self.elsewhere.get((entry.player_number or "", entry.birth_year or 0))
        if known is not None:
            entry.player_id = known.id
        # Nothing visible may reveal that a person of other events was matched instead of created.
        elif elsewhere and elsewhere.pk not in self.inside and likeness(str(entry), str(elsewhere)) >= SUBSET:
            entry.player = elsewhere
        else:
            entry.player = Player(organizer_id=self.event.organizer_id)
            players.put(entry.player, person_of(entry))
        others = self.names.get(entry.search_key, [])
        self.renumbered += [other for other in others if other.pk and not other.namesake]
        entry.namesake = players.number_after(others)
        self._remember(entry)
        return entry

    def _known(self, arrival: Arrival) -> Person | None:
        if arrival.player is not None:
            if arrival.player not in self.by_key:
                raise Refused(TournamentRefusal.PERSON_UNKNOWN)
            return self.by_key[arrival.player]
        if arrival.newcomer:
            return None
        number = clean_player_id(arrival.player_id)
        owner = self.by_number.get(number) if number else None
        if owner is not None and likeness(arrival.name, owner.name) < SUBSET:
            raise Refused(
                TournamentRefusal.PLAYER_ID_TAKEN, player_id=number, name=owner.name, player=owner.id
            )
        return owner

    def _remember(self, entry: Entry) -> None:
        if entry.player_id is not None:
            self.inside.add(entry.player_id)
        self.names.setdefault(entry.search_key, []).append(entry)
        if entry.player_number:
            self.numbers.add(entry.player_number)
            self.by_number[entry.player_number] = person_of(entry)


def may_be(entry: Entry, other: Entry) -> bool:
    """Whether two people of the same name may be one: no known fact contradicts it."""
    if entry.player_number and other.player_number:
        return entry.player_number == other.player_number
    return not (entry.birth_year and other.birth_year and entry.birth_year != other.birth_year)


class Placing:
    """Where arrivals play: their age division in the season, and the event's division for it."""

    def __init__(self, event: Tournament, divisions: Sequence[Division]) -> None:
        self.event = event
        self.divisions = {division.age_division: division for division in divisions}
        self.ages_matter = any(division.by_age or division.age_division != "all" for division in divisions)

    @cached_property
    def season(self) -> ages.Season:
        # Read only if a birth year must decide: old events name the age divisions themselves.
        return season_at(self.event)

    def place(self, entry: Entry, age_division: str | None, division: str | None) -> tuple[str, Division]:
        """The age division and division of an entry. Refused: DIVISION_UNKNOWN (name), NO_DIVISION_TAKES (age
        division), DIVISION_NOT_FOR (age division, division), SEASON_UNKNOWN (day, first).
        """
        own = age_division
        if not own:
            if entry.birth_year is not None:
                own = ages.age_division_of(entry.birth_year, self.season)
            elif division in ages.AGE_DIVISIONS:
                own = str(division)
            elif self.ages_matter:
                raise Refused(TournamentRefusal.DIVISION_UNKNOWN, name=str(entry))
            else:
                own = UNGROUPED
        if division is not None:
            if own not in ages.PLAYS_IN[division] or division not in self.divisions:
                raise Refused(TournamentRefusal.DIVISION_NOT_FOR, age_division=own, division=division)
            return own, self.divisions[division]
        home = ages.division_of(own, self.divisions)
        if home is None:
            raise Refused(TournamentRefusal.NO_DIVISION_TAKES, age_division=own)
        return own, self.divisions[home]


def enter(event: Tournament, rows: Sequence[Arrival], *, by: User | None) -> list[Entry]:
    """Enter all arrivals, with all divisions locked. Refused: see `entries.add`."""
    placing = Placing(event, locks.divisions(event))
    entries = people(event, rows, by=by)
    taken = set(Entry.objects.filter(tournament=event).values_list("tie_break_number", flat=True))
    for number, (row, entry) in enumerate(zip(rows, entries, strict=True), 1):
        try:
            entry.age_division, entry.division = placing.place(entry, row.age_division, row.division)
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": number}) from refused
        for name in SETTLED:
            setattr(entry, name, getattr(row, name))
        turn, key = 0, entry.player_number or search_key(entry.first_name, entry.last_name)
        while (drawn := tie_break_number(event.seed, key, turn)) in taken:
            turn += 1
        taken.add(drawn)
        entry.tie_break_number = drawn
    return save(event, entries)


def save(event: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """Save new entries, and the rows other rooms create for each."""
    saved = Entry.objects.bulk_create(entries)
    if saved:
        players.number_short_names(event, saved)
        for follow in hooks.entries_made:
            follow(event)
    return saved
