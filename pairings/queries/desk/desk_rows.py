"""Rows of matches at the desk, with who entered each result, and figures of tables."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, Value
from django.db.models.expressions import Combinable

from pairings.engine.display_rows import MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.division_rounds import posted_rounds_of_other_divisions
from tournaments.models import User


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A match, with the author and time of its result.

    `staff` are the `STAFF_FIELDS` of the author, or None if no member of staff entered the result. `down` is the
    side paired down, "left" or "right", or "". `has_reports` is whether a player has reported a result; it is
    only loaded for matches that `rows_of_rounds` was limited to.
    """

    row: MatchRow
    reason: str
    staff: tuple[str, str, str] | None
    at: datetime | None
    down: str = ""
    has_reports: bool = False

    @property
    def by(self) -> str:
        """Name of the staff member who entered the result, or "" if a player reported it or none is entered."""
        return str(User(**dict(zip(match_rows.STAFF_FIELDS, self.staff, strict=True)))) if self.staff else ""

    @property
    def is_open(self) -> bool:
        return self.row.outcome is Outcome.PENDING


TableOfRound = tuple[DeskRow, Round]
"""A table and the round it is played in."""

OF_DESK = (
    "round",
    "pk",
    "table",
    "outcome",
    "games_left",
    "games_right",
    "reason",
    "reported_at",
    "bracket_id",
)


def desk_rows(round_: Round) -> list[DeskRow]:
    """Build the desk rows of a round in table order, without points (`desk_rows_with_scores` adds them). One query."""
    return rows_of_rounds([round_])[round_.pk]


def rows_of_rounds(
    rounds: Collection[Round], only: Collection[int] | None = None
) -> dict[int, list[DeskRow]]:
    """Build the desk rows of rounds, by the key of the round. One query.

    `only`: keys of the matches to include, whose rows then have `has_reports`.
    """
    # Model instances would take most of the time of a desk with thousands of tables.
    people = [*match_rows.person_columns("left"), *match_rows.person_columns("right")]
    staff = [f"reported_by__{name}" for name in match_rows.STAFF_FIELDS]
    matches = Match.objects.filter(round__in=rounds).order_by("position", "pk")
    has_reports: Combinable = Value(False)
    if only is not None:
        matches = matches.filter(pk__in=only)
        has_reports = Exists(Report.objects.current().filter(match=OuterRef("pk")))
    desk: dict[int, list[DeskRow]] = {round_.pk: [] for round_ in rounds}
    for *values, is_reported in matches.values_list(*OF_DESK, *people, *staff, has_reports):
        round_id, match_id, table, outcome, games_left, games_right, reason, reported_at, bracket = values[
            : len(OF_DESK)
        ]
        sides, reporter = (
            values[len(OF_DESK) : -len(match_rows.STAFF_FIELDS)],
            values[-len(match_rows.STAFF_FIELDS) :],
        )
        left, right = sides[: len(match_rows.PERSON_COLUMNS)], sides[len(match_rows.PERSON_COLUMNS) :]
        row = MatchRow(
            match_id=match_id,
            table=table,
            left=match_rows.person_from_values(left),
            right=match_rows.person_from_values(right) if right[0] is not None else None,
            outcome=Outcome(outcome),
            games_left=games_left,
            games_right=games_right,
            by_walkover=reason == Reason.WALKOVER,
            in_bracket=bracket is not None,
        )
        staff_member = reporter if reporter[-1] is not None else None
        desk[round_id].append(DeskRow(row, reason, staff_member, reported_at, has_reports=is_reported))
    return desk


def row_of_match(match: Match) -> DeskRow:
    """Build the desk row of a match that was just saved with its players. No query."""
    reporter = match.reported_by
    staff_member = (reporter.first_name, reporter.last_name, reporter.username) if reporter else None
    row = match_rows.build_match_row(match, {})
    return DeskRow(row, match.reason, staff_member, match.reported_at, has_reports=bool(match.has_reports))


def desk_rows_with_scores(round_: Round, desk_rows: Sequence[DeskRow]) -> list[DeskRow]:
    """Add to desk rows the points and records before the round, and the side paired down. Two queries."""
    people = [
        person for desk_row in desk_rows for person in (desk_row.row.left, desk_row.row.right) if person
    ]
    scores = match_rows.scores_before(round_, [person.entry_id for person in people])
    is_swiss = round_.stage.kind == Stage.Kind.SWISS
    scored_rows = []
    for desk_row in desk_rows:
        left, right = desk_row.row.left, desk_row.row.right
        row = replace(
            desk_row.row,
            left=left.with_score(*scores.get(left.entry_id, match_rows.NO_SCORE)),
            right=right and right.with_score(*scores.get(right.entry_id, match_rows.NO_SCORE)),
        )
        scored_rows.append(replace(desk_row, row=row, down=paired_down_side(row) if is_swiss else ""))
    return scored_rows


def paired_down_side(row: MatchRow) -> str:
    """Return the side of a match with more points: "left", "right", or "" if they are equal."""
    if row.right is None or row.left.points == row.right.points:
        return ""
    return "left" if row.left.points > row.right.points else "right"


@dataclass(frozen=True, slots=True)
class TableFigures:
    """Counts of a round's tables and of open tables, and the lowest and highest table number."""

    whole: int = 0
    left: int = 0
    first: int | None = None
    last: int | None = None

    @property
    def finished(self) -> int:
        """Number of tables with a result."""
        return self.whole - self.left


def table_figures(rounds: Collection[Round], *, with_numbers: bool = False) -> dict[int, TableFigures]:
    """Return the figures of each round, by its key; table numbers only `with_numbers`. One query."""
    tables = Match.objects.filter(round__in=rounds, right__isnull=False).order_by().values("round")
    numbers = {"first": Min("table"), "last": Max("table")} if with_numbers else {}
    is_open = Q(outcome=Outcome.PENDING.value)
    counted = tables.annotate(whole=Count("pk"), left=Count("pk", filter=is_open), **numbers)
    figures = counted.values_list("round", "whole", "left", *numbers)
    return {round_.pk: TableFigures() for round_ in rounds} | {
        pk: TableFigures(*numbers) for pk, *numbers in figures
    }


def tables_of_other_divisions(round_: Round) -> list[TableOfRound]:
    """Return the tables of two players in posted rounds of the other divisions of the event."""
    return [
        (row, other_round)
        for other_round in posted_rounds_of_other_divisions(round_)
        for row in desk_rows(other_round)
        if row.row.right
    ]
