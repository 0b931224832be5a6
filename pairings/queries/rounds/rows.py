"""Match and standings rows as shown on screens, sheets, spreadsheets and in the API."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from core.engine.person_names import short_last_name
from pairings.engine.metrics import TIE_BREAKS, TieBreaks
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import EntryPerson, MatchRow, StandingRow
from pairings.models import Bracket, Match, Round, Stage, Standing
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from tournaments.engine.team_entries import TeamEntryMember
from tournaments.models import Division, Entry
from tournaments.queries.team_entries import team_members_of_event

Score = tuple[int, str]
"""Match points and record: (9, "3-1-0")."""

NO_SCORE: Score = (0, "0-0-0")

Teams = Mapping[int, tuple[TeamEntryMember, ...]]
"""Team members by entry key; empty in events without teams."""

NO_TEAMS: Teams = {}


MATCH_FIELDS = (
    "bracket",
    "table",
    "outcome",
    "reason",
    "games_left",
    "games_right",
    "reported_at",
    "left",
    "right",
    "reported_by",
)
ENTRY_FIELDS = (
    "first_name",
    "last_name",
    "age_division",
    "dropped_in",
    "disqualified",
    "namesake",
    "short_namesake",
)
"""Entry fields needed for a row."""

STAFF_FIELDS = ("first_name", "last_name", "username")


def match_rows(round_: Round, *, public: bool = False) -> list[MatchRow]:
    """Build the rows of a round in table order, with points and records before it.

    Three queries, four with teams.
    """
    person_fields = [f"{side}__{name}" for side in ("left", "right") for name in ENTRY_FIELDS]
    person_fields += [f"reported_by__{name}" for name in STAFF_FIELDS]
    matches = Match.objects.filter(round=round_).select_related("left", "right", "reported_by")
    matches = matches.only(*MATCH_FIELDS, *person_fields).order_by("position", "id")
    scores, teams = scores_before(round_), team_members_of_event(round_.division.tournament, public=public)
    return [build_match_row(match, scores, public=public, teams=teams) for match in matches]


def build_match_row(
    match: Match, scores: dict[int, Score], *, public: bool = False, teams: Teams = NO_TEAMS
) -> MatchRow:
    """Build the row of a match; players without a score have no points."""
    return MatchRow(
        match_id=match.pk,
        table=match.table,
        left=person_of_entry(match.left, scores.get(match.left_id, NO_SCORE), public=public, teams=teams),
        right=person_of_entry(match.right, scores.get(match.right.pk, NO_SCORE), public=public, teams=teams)
        if match.right
        else None,
        outcome=Outcome(match.outcome),
        games_left=match.games_left,
        games_right=match.games_right,
        by_walkover=match.reason == Reason.WALKOVER,
        in_bracket=match.bracket_id is not None,
    )


PERSON_COLUMNS = ("id", *ENTRY_FIELDS)
"""Entry columns read by `person_from_values`, in this order."""


def person_columns(entry: str) -> list[str]:
    """Return PERSON_COLUMNS with the prefix of a relation to the entry."""
    return [f"{entry}__{column}" for column in PERSON_COLUMNS]


def person_of_entry(
    entry: Entry, score: Score = NO_SCORE, *, public: bool = False, teams: Teams = NO_TEAMS
) -> EntryPerson:
    """Convert an entry to a Person. Public rows show children by first name and initial."""
    return person_from_values(
        [getattr(entry, column) for column in PERSON_COLUMNS], score, public=public, teams=teams
    )


def person_from_values(
    values: Sequence[Any], score: Score = NO_SCORE, *, public: bool = False, teams: Teams = NO_TEAMS
) -> EntryPerson:
    """Build a Person from the values of PERSON_COLUMNS.

    This is cheaper than `person_of_entry` for lists of thousands.
    """
    pk, first_name, last_name, age_division, dropped_in, disqualified, namesake, short_namesake = values
    shortened = public and age_division != "masters" and first_name
    return EntryPerson(
        entry_id=pk,
        first_name=first_name,
        last_name=short_last_name(first_name, last_name) if shortened else last_name,
        points=score[0],
        record=score[1],
        age_division=age_division,
        dropped=dropped_in is not None or disqualified,
        members=teams.get(pk, ()) if teams else (),
        namesake=short_namesake if shortened else namesake,
    )


def scores_before(round_: Round, entries: Collection[int] | None = None) -> dict[int, Score]:
    """Return points and record by entry before a round, from the latest Swiss standings.

    Covers all entries of the division unless `entries` limits them.
    """
    earlier_rounds = ranked_rounds(round_.division).filter(number__lt=round_.number).order_by("-number")
    rows = Standing.objects.filter(round=Subquery(earlier_rounds.values("pk")[:1])).values_list(
        "entry_id", "points", "wins", "losses", "ties"
    )
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {pk: (points, f"{wins}-{losses}-{ties}") for pk, points, wins, losses, ties in rows}


def ranked_rounds(division: Division) -> QuerySet[Round]:
    """Return the closed Swiss rounds of a division, which have standings; `draw` is deferred."""
    return division.rounds.filter(state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS).defer("draw")


def latest_ranked_rounds(divisions: Iterable[Division]) -> dict[int, Round]:
    """Return the latest closed Swiss round by division key; divisions without one are left out. One query."""
    closed_rounds = Round.objects.filter(state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS)
    latest_rounds = closed_rounds.filter(division=OuterRef("division")).order_by("-number").values("pk")[:1]
    rows = closed_rounds.filter(
        division__in=[division.pk for division in divisions], pk=Subquery(latest_rounds)
    )
    return {row.division_id: row for row in rows.select_related("stage").defer("draw")}


@dataclass(frozen=True, slots=True)
class StandingsList:
    """Standings of one age division.

    `cut` is the last place that makes the cut, or None if there is no cut. `final` means that the bracket
    has been played to its end.
    """

    age_division: str
    rows: tuple[StandingRow, ...]
    cut: int | None = None
    final: bool = False


def standings_lists(
    division: Division, *, after: int | None = None, public: bool = False
) -> list[StandingsList]:
    """Return the standings of a division, one list per age division.

    `after` selects the standings after that round. By default, the latest are returned, in which the
    bracket decides the top places as far as it has been played (M-027). Players who have been
    disqualified since are skipped. An event without Swiss rounds is ordered by its bracket only. `public`
    shortens children's names.
    """
    closed_swiss_rounds = ranked_rounds(division)
    latest_round = (
        closed_swiss_rounds.filter(number=after).first()
        if after
        else closed_swiss_rounds.order_by("-number").first()
    )
    # Model instances would take most of the time of a page with thousands of rows.
    counts, tie_break_count = ("points", "wins", "losses", "ties"), len(TIE_BREAKS)
    stored_standings = Standing.objects.filter(round=latest_round).order_by("place")
    lines_by_age_division: dict[str, list[_StoredStanding]] = {}
    for age_division, points, wins, losses, ties, *other_values in (
        stored_standings.values_list("age_division", *counts, *TIE_BREAKS, *person_columns("entry"))
        if latest_round
        else ()
    ):
        tie_breaks = dict(zip(TIE_BREAKS, other_values[:tie_break_count], strict=True))
        line = _StoredStanding(tuple(other_values[tie_break_count:]), points, wins, losses, ties, tie_breaks)
        lines_by_age_division.setdefault(age_division, []).append(line)
    division_brackets = [] if after else brackets.brackets_of_division(division)
    to_person = partial(
        person_from_values, public=public, teams=team_members_of_event(division.tournament, public=public)
    )
    if latest_round is None:
        return [_standings_from_bracket(bracket, to_person) for bracket in division_brackets]
    bracket_by_age_division = {bracket.age_division: bracket for bracket in division_brackets}
    tables = []
    for name in sorted(lines_by_age_division, key=list(AGE_DIVISION_ORDER).index):
        bracket, line_by_entry = (
            bracket_by_age_division.get(name),
            {line.entry_id: line for line in lines_by_age_division[name]},
        )
        if bracket is None:
            active_lines = (line for line in lines_by_age_division[name] if not line.is_disqualified)
            placed_rows = [line.as_row(place, to_person) for place, line in enumerate(active_lines, start=1)]
            tables.append(StandingsList(name, tuple(placed_rows)))
        else:
            ending = brackets.bracket_ending(bracket, list(line_by_entry))
            placed_rows = [
                line_by_entry[entry].as_row(place, to_person)
                for place, entry in ending.placed
                if entry in line_by_entry
            ]
            tables.append(StandingsList(name, tuple(placed_rows), cut=bracket.size, final=ending.final))
    return tables


# A function that builds a Person from the values of PERSON_COLUMNS and a score.
ToPerson = Callable[[Sequence[Any], Score], EntryPerson]

AGE_DIVISION_ORDER = ("masters", "senior", "junior", "all")


@dataclass(frozen=True, slots=True)
class _StoredStanding:
    """A stored line of the standings; `entry` contains the values of PERSON_COLUMNS."""

    entry: tuple[Any, ...]
    points: int
    wins: int
    losses: int
    ties: int
    tie_breaks: TieBreaks

    @property
    def entry_id(self) -> int:
        return int(self.entry[0])

    @property
    def is_disqualified(self) -> bool:
        return bool(self.entry[PERSON_COLUMNS.index("disqualified")])

    def as_row(self, place: int, to_person: ToPerson) -> StandingRow:
        """Return the standings row at `place`, which may differ from the stored place."""
        record = f"{self.wins}-{self.losses}-{self.ties}"
        return StandingRow(
            place=place,
            person=to_person(self.entry, (self.points, record)),
            wins=self.wins,
            losses=self.losses,
            ties=self.ties,
            tie_breaks=self.tie_breaks,
        )


def _standings_from_bracket(bracket: Bracket, to_person: ToPerson) -> StandingsList:
    """Build the standings of a pure elimination by the places of the bracket.

    A win is worth 3 points, byes count for nothing, and all percentages are 0.
    """
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=brackets.entrant_keys(bracket)).select_related("player")
    }
    by_tie_break_number = sorted(entries, key=lambda pk: entries[pk].tie_break_number)
    record_by_entry: dict[int, tuple[int, int]] = {}
    for round_matches in brackets.posted_matches_by_round(bracket):
        for match in round_matches:
            if match.right is None or match.outcome not in (Outcome.LEFT, Outcome.RIGHT):
                continue
            for entry, has_won in (
                (match.left, match.outcome is Outcome.LEFT),
                (match.right, match.outcome is Outcome.RIGHT),
            ):
                wins, losses = record_by_entry.get(entry, (0, 0))
                record_by_entry[entry] = (wins + has_won, losses + (not has_won))
    ending = brackets.bracket_ending(bracket, by_tie_break_number)
    rows = []
    for place, pk in ending.placed:
        wins, losses = record_by_entry.get(pk, (0, 0))
        values = [getattr(entries[pk], name) for name in PERSON_COLUMNS]
        player = to_person(values, (3 * wins, f"{wins}-{losses}-0"))
        rows.append(StandingRow(place, player, wins, losses, 0, dict.fromkeys(TIE_BREAKS, 0.0)))
    return StandingsList(bracket.age_division, tuple(rows), cut=None, final=ending.final)
