"""Importing a roster file: a preview first, then the rows without problems; the others are left to be fixed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from django.db import transaction

from core.engine.people import SUBSET, likeness, search_key
from core.engine.refused import Refused
from tournaments.engine import roster
from tournaments.engine.person_fields import BIRTH, Person, values_of
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.same_person import proposals
from tournaments.models import Entry, Tournament, User
from tournaments.queries.ages import day_of
from tournaments.queries.people import known_people, person_of
from tournaments.services import arrivals, entries, locks
from tournaments.services.arrivals import Arrival

MOST_NAMESAKES = 5
"""The most people with the same name offered for a row."""

NEW, SKIP, WITHOUT_ID = "new", "skip", "new-without-id"
FILE = ":file"
"""Suffix of a candidate's key: the same person, with the birth from the file."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known person who may be the one in the file; `player` is the key to choose."""

    player: int
    name: str
    player_id: str | None
    birth_year: int | None
    entered: bool
    birth_date: date | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a row and a known person: ROSTER_OTHER_NAME (player_id, name), ROSTER_OTHER_ID (name,
    known, player_id), ROSTER_NEW_ID (name, player_id), ROSTER_OTHER_YEAR (name, known, year), ROSTER_OTHER_DAY
    (name).
    """

    code: StrEnum
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the file and how loading treats it.

    `status`: new, known (a person who exists), entered (already in the event, not changed) or choose. `choice` applies
    unless staff choose otherwise: "new", "skip", "new-without-id" or the key of a candidate as text, whose missing
    facts are filled in from the file; with the suffix ":file" the birth is that of the file. `choices` are all choices,
    `differences` what staff should know first. `age_division` is None if unknown.
    """

    row: roster.RosterRow
    status: str
    choice: str
    candidates: tuple[Candidate, ...] = ()
    choices: tuple[str, ...] = ()
    age_division: str | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def name(self) -> str:
        return self.row.name


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """The preview of a file: a line for each row in order, the problems of the others, and ignored columns.

    Without lines and `wrong` rows the problems are those of the whole file. `wrong`: row -> field -> text as in the
    file. `titled`: whether a row has the column titles; `above`: the rows above it, which are not read.
    """

    filename: str
    lines: tuple[Line, ...] = ()
    problems: tuple[roster.Problem, ...] = ()
    ignored: tuple[str, ...] = ()
    wrong: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    columns: tuple[roster.Column, ...] = ()
    titles_row: int = 0
    titled: bool = True
    above: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many lines have each status."""
        return dict.fromkeys(("new", "known", "entered", "choose"), 0) | Counter(
            line.status for line in self.lines
        )


def preview(
    event: Tournament,
    data: bytes,
    filename: str,
    *,
    by: User | None,
    reading: roster.Reading | None = None,
) -> RosterPreview:
    """Read a CSV or XLSX roster and match its people with the organizer's that `by` knows; writes nothing.

    Problems are those of `engine.roster`, and DIVISION_UNKNOWN, NO_DIVISION_TAKES and SEASON_UNKNOWN of a row.
    """
    read = roster.read(data, filename, this_year=day_of(event).year, reading=reading)
    return _preview(event, read, filename, by=by)


def _preview(event: Tournament, read: roster.Roster, filename: str, *, by: User | None) -> RosterPreview:
    known = _KnownPeople(event, by)
    placing = arrivals.Placing(event, list(event.divisions.all()))
    lines, problems = [], list(read.problems)
    for row in read.rows:
        line = known.line(row)
        try:
            age_division, _ = placing.place(known.entry_of(line), row.age_division, None)
            lines.append(replace(line, age_division=age_division))
        except Refused as refused:
            problems.append(roster.Problem(row.row, None, refused.code, refused.facts))
    problems.sort(key=lambda problem: problem.row or 0)
    rows = dict.fromkeys(problem.row for problem in problems if problem.row is not None)
    return RosterPreview(
        filename,
        tuple(lines),
        tuple(problems),
        read.ignored,
        {row: read.cells[row] for row in rows if row in read.cells},
        read.columns,
        read.titles_row,
        read.titled,
        read.above,
    )


def load(
    event: Tournament,
    data: bytes,
    filename: str,
    *,
    by: User | None,
    choices: Mapping[int, str] | None = None,
    reading: roster.Reading | None = None,
) -> int:
    """Enter the people of the rows without problems, all of them or none; returns how many.

    `choices` by row number: "new", "skip" or the key of a candidate; other rows follow the preview.
    Refused: ROSTER_HAS_PROBLEMS (problems, row, first) if every row has one, ROSTER_CHOICE_UNKNOWN (row), and what
    `entries.add` refuses, with the `row` of the file.
    """
    read = roster.read(data, filename, this_year=day_of(event).year, reading=reading)
    return _load(event, read, filename, by=by, choices=choices or {})


@transaction.atomic
def _load(
    event: Tournament, read: roster.Roster, filename: str, *, by: User | None, choices: Mapping[int, str]
) -> int:
    locks.divisions(event)
    seen = _preview(event, read, filename, by=by)
    if seen.problems and not seen.lines:
        first = seen.problems[0]
        raise Refused(
            TournamentRefusal.ROSTER_HAS_PROBLEMS,
            problems=len(seen.problems),
            row=first.row,
            first=first.code,
        )
    wanted = []
    for line in seen.lines:
        choice = choices.get(line.row.row, line.choice)
        if choice not in (*line.choices, line.choice):
            raise Refused(TournamentRefusal.ROSTER_CHOICE_UNKNOWN, row=line.row.row)
        if choice != SKIP:
            wanted.append((line, choice))
    try:
        rows = [_arrival(line, choice) for line, choice in wanted]
        return len(entries.add_all(event, rows, by=by, filename=filename))
    except Refused as refused:
        number = refused.facts.get("row")
        row = wanted[number - 1][0].row.row if isinstance(number, int) else None
        raise Refused(refused.code, **refused.facts | {"row": row}) from refused


def _arrival(line: Line, choice: str) -> Arrival:
    key, file, _ = choice.partition(FILE)
    candidate = next((other for other in line.candidates if str(other.player) == key), None)
    facts = values_of(line.row)
    if candidate is not None and not file:
        facts |= {name: getattr(candidate, name) or facts[name] for name in BIRTH}
    if choice == WITHOUT_ID:
        facts["player_id"] = None
    return Arrival(
        **facts,
        age_division=line.row.age_division,
        player=candidate.player if candidate else None,
        namesake=line.status != "new",
    )


class _KnownPeople:
    """The people a row may be, indexed by Player ID and by words of the name."""

    def __init__(self, event: Tournament, by: User | None) -> None:
        here = {entry.player_id: person_of(entry) for entry in event.entries.all()}
        self.inside = here.keys()
        self.players = known_people(by, event.organizer_id) | here
        outside_first = sorted(self.players.values(), key=lambda person: person.id in self.inside)
        self.by_number = {person.player_id: person for person in outside_first if person.player_id}
        self.keys = {key: search_key(person.name) for key, person in self.players.items()}
        self.by_word: dict[str, set[int]] = {}
        for key, words in self.keys.items():
            for word in words.split():
                self.by_word.setdefault(word, set()).add(key)
        self.reported: set[tuple[str, str | None, int | None]] = set()

    def line(self, row: roster.RosterRow) -> Line:
        owner = self.by_number.get(row.player_id) if row.player_id else None
        if owner is not None:
            return self._owned(row, owner)
        own = search_key(row.first_name, row.last_name)
        near = set().union(*(self.by_word.get(word, set()) for word in own.split()))
        likely = proposals(Person(**values_of(row)), (self.players[key] for key in near))
        alike = tuple(self._candidate(self.players[match.id]) for match in likely)
        namesakes = sorted(key for key in near if self.keys[key] == own)
        others = [self._candidate(self.players[key]) for key in namesakes[:MOST_NAMESAKES]]
        same = (own, row.player_id, row.birth_year)
        if same in self.reported:
            return Line(row, "choose", SKIP, alike, (NEW, SKIP))
        self.reported.add(same)
        if not alike and not others:
            return Line(row, "new", NEW, (), (NEW, SKIP))
        return self._to_choose(row, alike, tuple(person for person in others if person not in alike))

    def entry_of(self, line: Line) -> Entry:
        """An unsaved entry with the birth year that decides the age division."""
        person = self.players.get(int(line.choice)) if line.choice not in (NEW, SKIP) else None
        year = (person.birth_year if person else None) or line.row.birth_year
        if year is None and line.candidates:
            year = line.candidates[0].birth_year
        return Entry(first_name=line.row.first_name, last_name=line.row.last_name, birth_year=year)

    def _owned(self, row: roster.RosterRow, owner: Person) -> Line:
        """Match by Player ID, unless name or birth differ; then staff decide."""
        candidate = self._candidate(owner)
        people, key, differences = (candidate,), str(owner.id), _differences(row, candidate)
        named = likeness(row.name, owner.name) >= SUBSET
        if not named:
            differences = (
                _difference(TournamentRefusal.ROSTER_OTHER_NAME, player_id=row.player_id, name=owner.name),
                *differences,
            )
        if owner.id in self.inside:
            status, choices = ("entered", (SKIP,)) if named else ("choose", (SKIP, WITHOUT_ID))
            return Line(row, status, SKIP, people, choices, differences=differences)
        keys = (key, key + FILE) if _born_otherwise(row, candidate) else (key,)
        if not named:
            return Line(row, "choose", SKIP, people, (*keys, SKIP, WITHOUT_ID), differences=differences)
        return Line(
            row, "choose" if differences else "known", key, people, (*keys, SKIP), differences=differences
        )

    def _to_choose(
        self, row: roster.RosterRow, alike: tuple[Candidate, ...], others: tuple[Candidate, ...]
    ) -> Line:
        """Match by name: the same name is the same person if no known fact differs and no Player ID would be added; a
        similar name, or a namesake (`others`), only if staff choose so.
        """
        own = search_key(row.first_name, row.last_name)
        same = [person for person in alike if self.keys[person.player] == own]
        people = (*alike, *others)
        choices = [NEW, SKIP]
        for person in people:
            if not person.entered:
                choices += [
                    str(person.player),
                    *([f"{person.player}{FILE}"] if _born_otherwise(row, person) else []),
                ]
        first = same[0] if len(same) == 1 else None
        differences = _differences(row, first or people[0])
        if first and first.entered:
            return Line(
                row,
                "choose" if differences else "entered",
                SKIP,
                people,
                tuple(choices),
                differences=differences,
            )
        if first and not differences:
            return Line(row, "known", str(first.player), people, tuple(choices))
        return Line(row, "choose", NEW, people, tuple(choices), differences=differences)

    def _candidate(self, person: Person) -> Candidate:
        return Candidate(
            person.id,
            person.name,
            person.player_id,
            person.birth_year,
            person.id in self.inside,
            person.birth_date,
        )


def _differences(row: roster.RosterRow, person: Candidate) -> tuple[Difference, ...]:
    """The facts that a known person would gain, or that differ from the known ones; except names."""
    differences = []
    if row.player_id and person.player_id and row.player_id != person.player_id:
        facts = {"name": person.name, "known": person.player_id, "player_id": row.player_id}
        differences.append(_difference(TournamentRefusal.ROSTER_OTHER_ID, **facts))
    elif row.player_id and not person.player_id:
        differences.append(
            _difference(TournamentRefusal.ROSTER_NEW_ID, name=person.name, player_id=row.player_id)
        )
    if _born_otherwise(row, person):
        if row.birth_year != person.birth_year:
            facts = {"name": person.name, "known": str(person.birth_year), "year": str(row.birth_year)}
            differences.append(_difference(TournamentRefusal.ROSTER_OTHER_YEAR, **facts))
        else:
            differences.append(_difference(TournamentRefusal.ROSTER_OTHER_DAY, name=person.name))
    return tuple(differences)


def _difference(code: StrEnum, **facts: object) -> Difference:
    return Difference(code, facts)


def _born_otherwise(row: roster.RosterRow, person: Candidate) -> bool:
    pairs = [(getattr(row, name), getattr(person, name)) for name in BIRTH]
    return any(read and recorded and read != recorded for read, recorded in pairs)
