"""Import a roster file: preview it, then load the rows without problems. The other rows have to be fixed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db import transaction

from core.engine.person_names import SUBSET, name_similarity, search_key
from core.engine.refused import Refused
from registration.engine import roster
from registration.engine.refusals import RegistrationRefusal
from registration.services import roster_tags
from registration.services.roster_lines import (
    ENTERED,
    FILE,
    NEW,
    SKIP,
    WITHOUT_ID,
    Candidate,
    Difference,
    RosterLine,
)
from tournaments.engine.person_fields import Person, person_facts_by_key
from tournaments.engine.same_person import likely_same_people
from tournaments.models import Entry, Tournament, User
from tournaments.queries.ages import start_day_of
from tournaments.queries.people import people_visible_to, person_from_entry
from tournaments.services import arrivals, entries, locks

MAX_NAMESAKES = 5
"""The most namesakes offered for a row."""


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """The preview of a file: a line for each valid row in order, and the problems of other rows.

    If there are neither lines nor `wrong` rows, the problems concern the whole file. `wrong` maps row -> field ->
    text as in the file. Ignored columns are listed too. `titled` is True if a row has the column titles; `above`
    are the rows above it, which are not read.
    """

    filename: str
    lines: tuple[RosterLine, ...] = ()
    problems: tuple[roster.Problem, ...] = ()
    ignored: tuple[str, ...] = ()
    wrong: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    columns: tuple[roster.Column, ...] = ()
    titles_row: int = 0
    titled: bool = True
    above: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of lines by status."""
        return dict.fromkeys(("new", "known", "entered", "choose"), 0) | Counter(
            line.status for line in self.lines
        )


def preview_roster(
    event: Tournament,
    data: bytes,
    filename: str,
    *,
    by: User | None,
    reading: roster.Reading | None = None,
) -> RosterPreview:
    """Read a CSV or XLSX roster and match its people with the organizer's records. Writes nothing.

    Only people visible to `by` are matched. Problems: those of `engine.roster`, and DIVISION_UNKNOWN,
    NO_DIVISION_TAKES and SEASON_UNKNOWN of a row.
    """
    roster_file = roster.read_roster(data, filename, this_year=start_day_of(event).year, reading=reading)
    return _preview_parsed_roster(event, roster_file, filename, by=by)


def _preview_parsed_roster(
    event: Tournament, roster_file: roster.Roster, filename: str, *, by: User | None
) -> RosterPreview:
    """Match the people of a parsed file with the organizer's records.

    Rows whose age division or division cannot be determined become problems.
    """
    people = _PersonIndex(event, by)
    placing = arrivals.DivisionChooser(event, list(event.divisions.all()))
    lines, problems = [], list(roster_file.problems)
    for row in roster_file.rows:
        line = people.line(row)
        try:
            age_division, _ = placing.place(people.entry_of(line), row.age_division, None)
            lines.append(replace(line, age_division=age_division))
        except Refused as refused:
            problems.append(roster.Problem(row.row, None, refused.code, refused.facts))
    lines, tag_problems = roster_tags.with_tags(event, lines, roster_file.columns)
    problems += tag_problems
    problems.sort(key=lambda problem: problem.row or 0)
    rows = dict.fromkeys(problem.row for problem in problems if problem.row is not None)
    return RosterPreview(
        filename,
        tuple(lines),
        tuple(problems),
        roster_file.ignored,
        {row: roster_file.cells[row] for row in rows if row in roster_file.cells},
        roster_file.columns,
        roster_file.titles_row,
        roster_file.titled,
        roster_file.above,
    )


def load_roster(
    event: Tournament,
    data: bytes,
    filename: str,
    *,
    by: User | None,
    choices: Mapping[int, str] | None = None,
    reading: roster.Reading | None = None,
) -> int:
    """Enter the people in all rows without problems, or none if one is refused, and return their number.

    The tags of the rows are set for them, and for players who are in the event already.

    `choices` are `RosterLine` choices by row number; other rows follow the preview.
    Refused: ROSTER_HAS_PROBLEMS (problems, row, first) if every row has one, ROSTER_CHOICE_UNKNOWN (row), and
    whatever `entries.add_entry` refuses, with the `row` of the file.
    """
    roster_file = roster.read_roster(data, filename, this_year=start_day_of(event).year, reading=reading)
    with transaction.atomic():
        locks.lock_divisions(event)
        preview = _preview_parsed_roster(event, roster_file, filename, by=by)
        if preview.problems and not preview.lines:
            first_problem = preview.problems[0]
            raise Refused(
                RegistrationRefusal.ROSTER_HAS_PROBLEMS,
                problems=len(preview.problems),
                row=first_problem.row,
                first=first_problem.code,
            )
        chosen_lines = []
        for line in preview.lines:
            choice = (choices or {}).get(line.row.row, line.choice)
            if choice not in (*line.choices, line.choice):
                raise Refused(RegistrationRefusal.ROSTER_CHOICE_UNKNOWN, row=line.row.row)
            if choice != SKIP:
                chosen_lines.append((line, choice))
        try:
            people = [line.arrival(choice) for line, choice in chosen_lines]
            added = entries.add_entries(event, people, by=by, filename=filename)
        except Refused as refused:
            position = refused.facts.get("row")
            row = chosen_lines[position - 1][0].row.row if isinstance(position, int) else None
            raise Refused(refused.code, **refused.facts | {"row": row}) from refused
        new_entries = {
            line.row.row: entry for (line, _choice), entry in zip(chosen_lines, added, strict=True)
        }
        roster_tags.set_tags(event, preview.lines, new_entries, by=by)
        return len(added)


class _PersonIndex:
    """The people to whom rows may refer, indexed by Player ID and by words of the name."""

    def __init__(self, event: Tournament, by: User | None) -> None:
        entered = {entry.player_id: person_from_entry(entry) for entry in event.entries.all()}
        self.entered_players = entered.keys()
        self.people = people_visible_to(by, event.organizer_id) | entered
        # If two people have one Player ID, the dict below holds the one who is in the event.
        entered_last = sorted(self.people.values(), key=lambda person: person.id in self.entered_players)
        self.people_by_player_id = {person.player_id: person for person in entered_last if person.player_id}
        self.search_keys = {key: search_key(person.name) for key, person in self.people.items()}
        self.players_by_word: dict[str, set[int]] = {}
        for key, words in self.search_keys.items():
            for word in words.split():
                self.players_by_word.setdefault(word, set()).add(key)
        self.seen_rows: set[tuple[str, str | None, int | None]] = set()

    def line(self, row: roster.RosterRow) -> RosterLine:
        """Return the line of a row, matched by the owner of its Player ID, or else by name.

        A row that repeats an earlier one is skipped unless staff choose otherwise.
        """
        owner = self.people_by_player_id.get(row.player_id) if row.player_id else None
        if owner is not None:
            return self._match_by_player_id(row, owner)
        own_key = search_key(row.first_name, row.last_name)
        similar_players = set().union(*(self.players_by_word.get(word, set()) for word in own_key.split()))
        proposed_matches = likely_same_people(
            Person(**person_facts_by_key(row)), (self.people[key] for key in similar_players)
        )
        candidates = tuple(self._candidate_of_person(self.people[match.id]) for match in proposed_matches)
        namesakes = sorted(key for key in similar_players if self.search_keys[key] == own_key)
        namesake_candidates = [
            self._candidate_of_person(self.people[key]) for key in namesakes[:MAX_NAMESAKES]
        ]
        row_identity = (own_key, row.player_id, row.birth_year)
        if row_identity in self.seen_rows:
            return RosterLine(row, "choose", SKIP, candidates, (NEW, SKIP))
        self.seen_rows.add(row_identity)
        if not candidates and not namesake_candidates:
            return RosterLine(row, "new", NEW, (), (NEW, SKIP))
        return self._match_by_name(
            row, candidates, tuple(person for person in namesake_candidates if person not in candidates)
        )

    def entry_of(self, line: RosterLine) -> Entry:
        """Build an unsaved entry of a line, with the birth year that decides its age division."""
        person = self.people.get(int(line.choice)) if line.choice not in (NEW, SKIP) else None
        year = (person.birth_year if person else None) or line.row.birth_year
        if year is None and line.candidates:
            year = line.candidates[0].birth_year
        return Entry(first_name=line.row.first_name, last_name=line.row.last_name, birth_year=year)

    def _match_by_player_id(self, row: roster.RosterRow, owner: Person) -> RosterLine:
        """Match a row with the owner of its Player ID.

        Staff decide if the name or the birth differs. An owner who is already entered is skipped.
        """
        candidate = self._candidate_of_person(owner)
        people, key, differences = (candidate,), str(owner.id), candidate.differences(row)
        has_same_name = name_similarity(row.name, owner.name) >= SUBSET
        if not has_same_name:
            differences = (
                Difference(
                    RegistrationRefusal.ROSTER_OTHER_NAME, {"player_id": row.player_id, "name": owner.name}
                ),
                *differences,
            )
        if owner.id in self.entered_players:
            status, choices = (ENTERED, (SKIP,)) if has_same_name else ("choose", (SKIP, WITHOUT_ID))
            return RosterLine(row, status, SKIP, people, choices, differences=differences)
        keys = (key, key + FILE) if candidate.has_different_birth(row) else (key,)
        if not has_same_name:
            return RosterLine(row, "choose", SKIP, people, (*keys, SKIP, WITHOUT_ID), differences=differences)
        return RosterLine(
            row, "choose" if differences else "known", key, people, (*keys, SKIP), differences=differences
        )

    def _match_by_name(
        self, row: roster.RosterRow, similar: tuple[Candidate, ...], namesakes: tuple[Candidate, ...]
    ) -> RosterLine:
        """Match a row by name, with people whose facts do not contradict it (`similar`) and other namesakes.

        The only person in `similar` with the same name is matched if no stored fact differs and no Player ID would be
        added. All others are matched only if staff choose so.
        """
        own_key = search_key(row.first_name, row.last_name)
        same_name_candidates = [person for person in similar if self.search_keys[person.player] == own_key]
        people = (*similar, *namesakes)
        choices = [NEW, SKIP]
        for person in people:
            if not person.entered:
                choices += [
                    str(person.player),
                    *([f"{person.player}{FILE}"] if person.has_different_birth(row) else []),
                ]
        only_match = same_name_candidates[0] if len(same_name_candidates) == 1 else None
        differences = (only_match or people[0]).differences(row)
        if only_match and only_match.entered:
            # The player's own entry comes first, because its tags may change.
            people = (only_match, *(person for person in people if person != only_match))
            return RosterLine(
                row,
                "choose" if differences else ENTERED,
                SKIP,
                people,
                tuple(choices),
                differences=differences,
            )
        if only_match and not differences:
            return RosterLine(row, "known", str(only_match.player), people, tuple(choices))
        return RosterLine(row, "choose", NEW, people, tuple(choices), differences=differences)

    def _candidate_of_person(self, person: Person) -> Candidate:
        """Return a person as a candidate for a row."""
        return Candidate(
            person.id,
            person.name,
            person.player_id,
            person.birth_year,
            person.id in self.entered_players,
            person.birth_date,
        )
