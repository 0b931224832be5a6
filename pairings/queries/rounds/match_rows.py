"""Match and standings rows as shown on screens, sheets, spreadsheets and in the API."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db.models import Subquery

from core.engine.person_names import short_last_name
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Standing
from pairings.models.match import Reason
from pairings.queries.rounds.division_rounds import ranked_rounds
from tournaments.engine.team_entries import TeamEntryMember
from tournaments.models import Entry
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
    """Convert an entry to an EntryPerson. Public rows show children by first name and initial."""
    return person_from_values(
        [getattr(entry, column) for column in PERSON_COLUMNS], score, public=public, teams=teams
    )


def person_from_values(
    values: Sequence[Any], score: Score = NO_SCORE, *, public: bool = False, teams: Teams = NO_TEAMS
) -> EntryPerson:
    """Build an EntryPerson from the values of PERSON_COLUMNS.

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


# A function that builds an EntryPerson from the values of PERSON_COLUMNS and a score.
ToPerson = Callable[[Sequence[Any], Score], EntryPerson]

AGE_DIVISION_ORDER = ("masters", "senior", "junior", "all")
