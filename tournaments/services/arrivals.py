"""Enter people in an event, from the door or a roster, by matching known people or creating new ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from core.engine.person_names import SUBSET, name_similarity, search_key
from core.engine.refused import Refused
from core.queries.teams import sees_all_teams
from tournaments import hooks
from tournaments.engine import divisions as ages
from tournaments.engine.person_fields import (
    Person,
    PersonChanges,
    PersonFacts,
    check_person,
    normalized_player_id,
    person_with_gaps_filled,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.team_entries import TEAMS_ONLY, TeamEntryMember
from tournaments.engine.tie_break_numbers import tie_break_number
from tournaments.models import Division, Entry, Player, Tournament, User
from tournaments.queries.ages import season_at
from tournaments.queries.people import (
    people_visible_to,
    person_from_entry,
    person_on_record,
    records_by_number_and_birth,
)
from tournaments.queries.team_entries import takes_teams, team_rows
from tournaments.services import locks, players
from tournaments.services import namesakes as namesakes_services

COPIED_FIELDS = (
    *("checked_in_at", "joined_round", "late", "awarded_byes"),
    *("dropped_in", "dropped_at", "disqualified", "notes"),
)
"""Fields copied unchanged from an arrival to its entry."""

UNGROUPED = "masters"
"""The age division of a person without a birth year in events where ages do not matter."""


@dataclass(frozen=True, slots=True)
class Arrival(PersonFacts):
    """One person to enter.

    `player` is the key of a person known to the organizer. If it is None, the person is found by Player ID;
    without either, the person is new. `age_division` and `division` are codes; if they are missing, the birth
    year and the event's divisions decide. `namesake` means that staff confirmed that this is not the entered
    person with the same name. `newcomer` creates a new record even if a known person has the Player ID, since
    the input of a stranger proves nothing. `corrects` also corrects a different birth year in the known person's
    record, not only in this entry.
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
    """Facts of an arrival as keyword arguments. Missing facts have the defaults of `Arrival`."""

    age_division: str | None
    namesake: bool
    joined_round: int
    late: bool
    awarded_byes: int
    notes: str


def build_unsaved_entries(event: Tournament, arrivals: Sequence[Arrival], *, by: User | None) -> list[Entry]:
    """Build an unsaved entry for each arrival, with its person and facts. New people are saved.

    Arrivals are matched with the people of the event's organizer that `by` may see. A player in another event
    of the organizer with the same name, Player ID and birth year is also matched, but then the entry contains
    only the facts of the arrival. Namesakes in the event get numbers. The record of a matched person is updated
    if `by` runs every event of the person, and if its birth year is unknown or equal, or the arrival `corrects`
    it. The number of queries does not depend on the number of arrivals.
    Refused, each with `row` counted from 1: PERSON_UNKNOWN, PLAYER_ID_TAKEN, ALREADY_ENTERED,
    NAMESAKE_ENTERED, and whatever `person_fields.check_person` refuses.
    """
    matcher = _ArrivalMatcher(event, arrivals, by)
    entries: list[Entry] = []
    for row_number, arrival in enumerate(arrivals, 1):
        try:
            entries.append(matcher.entry(arrival))
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": row_number}) from refused
    Entry.objects.bulk_update(matcher.renumbered, ["namesake"])
    entries_with_record = [entry for entry in entries if entry.player_id is not None]
    uncorrected_players = {
        entry.player_id for entry, arrival in zip(entries, arrivals, strict=True) if not arrival.corrects
    }
    birth_year_by_player = (
        dict(Player.objects.filter(pk__in=uncorrected_players - {None}).values_list("pk", "birth_year"))
        if uncorrected_players
        else {}
    )
    entries_with_record = [
        entry
        for entry in entries_with_record
        if birth_year_by_player.get(entry.player_id) in (None, entry.birth_year)
    ]
    Player.objects.bulk_create([entry.player for entry in entries if entry.player_id is None])
    if entries_with_record:
        players.update_person_records(entries_with_record, by=by, organizer=event.organizer_id)
    return entries


class _ArrivalMatcher:
    """Matches arrivals with known people, and with the people already in the event."""

    def __init__(self, event: Tournament, arrivals: Sequence[Arrival], by: User | None) -> None:
        numbers = {number for arrival in arrivals if (number := normalized_player_id(arrival.player_id))}
        locks.lock_player_ids(numbers)
        keys = [arrival.player for arrival in arrivals if arrival.player]
        self.event, organizer = event, event.organizer_id
        self.people_by_key = people_visible_to(by, organizer, Q(player__in=keys)) if keys else {}
        if keys and sees_all_teams(by):
            records = Player.objects.filter(pk__in=keys, organizer=organizer)
            self.people_by_key = {
                record.pk: person_on_record(record) for record in records
            } | self.people_by_key
        numbers_to_match = {
            number
            for arrival in arrivals
            if not arrival.newcomer and (number := normalized_player_id(arrival.player_id))
        }
        people_with_number = (
            people_visible_to(by, organizer, Q(player_number__in=numbers_to_match))
            if numbers_to_match
            else {}
        )
        self.people_by_number = {person.player_id: person for person in people_with_number.values()}
        self.records_of_other_events = (
            {}
            if all(arrival.newcomer for arrival in arrivals)
            else records_by_number_and_birth(numbers_to_match, organizer=organizer)
        )
        self.entered_players: set[int] = set()
        self.entered_player_ids: set[str] = set()
        self.entries_by_name: dict[str, list[Entry]] = {}
        self.renumbered: list[Entry] = []
        for entry in self._possible_doubles(arrivals, numbers):
            self._remember(entry)

    def _possible_doubles(self, arrivals: Sequence[Arrival], numbers: set[str]) -> Iterable[Entry]:
        """Return the entries that an arrival may duplicate or share a name with, or all entries for several arrivals.

        The cost of a single arrival does not depend on the size of the event.
        """
        if len(arrivals) > 1:
            return self.event.entries.all()
        people = [*self.people_by_key.values(), *self.people_by_number.values()]
        names = {search_key(person.first_name, person.last_name)[:200] for person in (*arrivals, *people)}
        numbers = numbers | {person.player_id for person in people if person.player_id}
        records = {person.id for person in people} | {
            record.pk for record in self.records_of_other_events.values()
        }
        # Two queries are faster than one with OR, which reads every entry of the event.
        doubles = {entry.pk: entry for entry in self.event.entries.filter(search_key__in=names)}
        by_number = self.event.entries.filter(Q(player_number__in=numbers) | Q(player__in=records))
        if numbers or records:
            doubles |= {entry.pk: entry for entry in by_number}
        return doubles.values()

    def entry(self, arrival: Arrival) -> Entry:
        """Build the unsaved entry of an arrival, and compare later arrivals with it.

        Refused: see `build_unsaved_entries`.
        """
        recorded_person = self._recorded_person(arrival)
        person = recorded_person or Person(arrival.first_name.strip(), arrival.last_name.strip())
        entry = Entry(tournament=self.event)
        players.set_person_facts(entry, person_with_gaps_filled(person, arrival, corrects=True))
        check_person(person_from_entry(entry), today=timezone.localdate())
        if (
            recorded_person and recorded_person.id in self.entered_players
        ) or entry.player_number in self.entered_player_ids:
            raise Refused(
                TournamentRefusal.ALREADY_ENTERED,
                name=str(entry),
                player=recorded_person.id if recorded_person else None,
            )
        if recorded_person is None and not arrival.namesake:
            for namesake in self.entries_by_name.get(entry.search_key, ()):
                if may_be_same_person(entry, namesake):
                    raise Refused(
                        TournamentRefusal.NAMESAKE_ENTERED, name=str(namesake), player=namesake.player_id
                    )
        record = self.records_of_other_events.get((entry.player_number or "", entry.birth_year or 0))
        if recorded_person is not None:
            entry.player_id = recorded_person.id
        # Nothing visible may reveal that the person was matched with a record of other events.
        elif (
            record
            and not arrival.newcomer
            and record.pk not in self.entered_players
            and name_similarity(str(entry), str(record)) >= SUBSET
        ):
            entry.player = record
        else:
            entry.player = Player(organizer_id=self.event.organizer_id)
            players.set_person_facts(entry.player, person_from_entry(entry))
        namesakes = self.entries_by_name.get(entry.search_key, [])
        self.renumbered += [namesake for namesake in namesakes if namesake.pk and not namesake.namesake]
        entry.namesake = namesakes_services.number_after_namesakes(namesakes)
        self._remember(entry)
        return entry

    def _recorded_person(self, arrival: Arrival) -> Person | None:
        """Return the known person of an arrival, or None for a new person.

        Refused: PERSON_UNKNOWN, PLAYER_ID_TAKEN (player_id, name, player).
        """
        if arrival.player is not None:
            if arrival.player not in self.people_by_key:
                raise Refused(TournamentRefusal.PERSON_UNKNOWN)
            return self.people_by_key[arrival.player]
        if arrival.newcomer:
            return None
        number = normalized_player_id(arrival.player_id)
        owner = self.people_by_number.get(number) if number else None
        if owner is not None and name_similarity(arrival.name, owner.name) < SUBSET:
            raise Refused(
                TournamentRefusal.PLAYER_ID_TAKEN, player_id=number, name=owner.name, player=owner.id
            )
        return owner

    def _remember(self, entry: Entry) -> None:
        """Add a new entry to the entries of the event, so that later arrivals are compared with it."""
        if entry.player_id is not None:
            self.entered_players.add(entry.player_id)
        self.entries_by_name.setdefault(entry.search_key, []).append(entry)
        if entry.player_number:
            self.entered_player_ids.add(entry.player_number)
            self.people_by_number[entry.player_number] = person_from_entry(entry)


def may_be_same_person(entry: Entry, other: Entry) -> bool:
    """Return whether two people with the same name may be the same person.

    They are compared by Player ID if both have one, otherwise by birth year if both have one.
    """
    if entry.player_number and other.player_number:
        return entry.player_number == other.player_number
    return not (entry.birth_year and other.birth_year and entry.birth_year != other.birth_year)


class DivisionChooser:
    """Chooses the age division of each arrival, and the division in which the arrival plays."""

    def __init__(self, event: Tournament, divisions: Sequence[Division]) -> None:
        self.event = event
        self.divisions = {division.age_division: division for division in divisions}
        self.ages_matter = any(division.by_age or division.age_division != "all" for division in divisions)

    @cached_property
    def season(self) -> ages.Season:
        # Read only if a birth year decides, since files of old events already contain the age divisions.
        return season_at(self.event)

    def place(self, entry: Entry, age_division: str | None, division: str | None) -> tuple[str, Division]:
        """Return the age division and the division of an entry, given the requested codes or None.

        Without a requested age division, the birth year decides, or else the requested division if it is a single
        age division. If ages do not matter in the event, the last resort is UNGROUPED.
        Refused: DIVISION_UNKNOWN (name), NO_DIVISION_TAKES (age division), DIVISION_NOT_FOR (age division,
        division), SEASON_UNKNOWN (day, first).
        """
        own_age_division = age_division
        if not own_age_division:
            if entry.birth_year is not None:
                own_age_division = ages.age_division_of(entry.birth_year, self.season)
            elif division in ages.AGE_DIVISIONS:
                own_age_division = str(division)
            elif self.ages_matter:
                raise Refused(TournamentRefusal.DIVISION_UNKNOWN, name=str(entry))
            else:
                own_age_division = UNGROUPED
        if division is not None:
            if own_age_division not in ages.PLAYS_IN[division] or division not in self.divisions:
                raise Refused(
                    TournamentRefusal.DIVISION_NOT_FOR, age_division=own_age_division, division=division
                )
            return own_age_division, self.divisions[division]
        home_division = ages.division_of_age_division(own_age_division, self.divisions)
        if home_division is None:
            raise Refused(TournamentRefusal.NO_DIVISION_TAKES, age_division=own_age_division)
        return own_age_division, self.divisions[home_division]


def enter_all_arrivals(
    event: Tournament, people: Sequence[Arrival], *, by: User | None, are_teams: bool = False
) -> list[Entry]:
    """Enter all arrivals, with all divisions locked, and return their entries.

    `are_teams` means that the arrivals are teams, not players who enter an event of teams alone.
    Refused: see `entries.add_entry`.
    """
    chooser = DivisionChooser(event, locks.lock_divisions(event))
    entries = build_unsaved_entries(event, people, by=by)
    if takes_teams(event) and not are_teams:
        _require_may_enter_as_singles(event, entries)
    event_entries = Entry.objects.filter(tournament=event)
    used_tie_breaks = (
        set(event_entries.values_list("tie_break_number", flat=True)) if len(people) > 1 else set()
    )
    for row_number, (arrival, entry) in enumerate(zip(people, entries, strict=True), 1):
        try:
            entry.age_division, entry.division = chooser.place(entry, arrival.age_division, arrival.division)
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": row_number}) from refused
        for name in COPIED_FIELDS:
            setattr(entry, name, getattr(arrival, name))
        turn, key = 0, entry.player_number or search_key(entry.first_name, entry.last_name)
        while (tie_break := tie_break_number(event.seed, key, turn)) in used_tie_breaks or (
            len(people) == 1 and event_entries.filter(tie_break_number=tie_break).exists()
        ):
            turn += 1
        used_tie_breaks.add(tie_break)
        entry.tie_break_number = tie_break
    return save_entries(event, entries)


def _require_may_enter_as_singles(event: Tournament, entries: Sequence[Entry]) -> None:
    """Require that these people may enter an event of teams alone, and that none of them is in a team.

    Refused, each with `row` counted from 1: TEAMS_ONLY_HERE (name), TEAM_MEMBER_ELSEWHERE (name, team).
    """
    teams = team_rows(event)
    for row_number, entry in enumerate(entries, 1):
        if event.kind in TEAMS_ONLY:
            raise Refused(TournamentRefusal.TEAMS_ONLY_HERE, name=str(entry), row=row_number)
        person = TeamEntryMember("", entry.first_name, entry.last_name, entry.player_number or "")
        for team in teams:
            if any(person.may_be_same_person_as(member) for member in team.members):
                raise Refused(
                    TournamentRefusal.TEAM_MEMBER_ELSEWHERE, name=str(entry), team=team.name, row=row_number
                )


def save_entries(event: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """Save new entries, number their short names, and run the hooks with which other apps create rows."""
    saved_entries = Entry.objects.bulk_create(entries)
    if saved_entries:
        namesakes_services.number_short_names(event, saved_entries)
        for hook in hooks.entries_made:
            hook(event, saved_entries)
    return saved_entries
