"""Data of the round desk: the state of a division, its tables and its latest changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent
from core.stamps.memory import cached_until_change
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.queries.rounds import rows
from tournaments.models import Division, Entry, Tournament, User
from tournaments.scopes import event_scope


class Phase(StrEnum):
    """Next step of a division."""

    PAIR = "pair"
    REVIEW = "review"
    RESULTS = "results"
    DAY_TWO = "day_two"
    SWISS_OVER = "swiss_over"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DivisionState:
    """State of a division. `stage` and the latest round `newest` are None before round 1."""

    division: Division
    stage: Stage | None
    newest: Round | None
    phase: Phase
    next_number: int

    @property
    def in_cut(self) -> bool:
        """Whether the latest stage is the cut."""
        return self.stage is not None and self.stage.kind == Stage.Kind.ELIMINATION


def divisions_for_desk(event: Tournament) -> QuerySet[Division]:
    """Return the divisions of an event, annotated for the desk.

    `newest` is the number of the latest round, `open` the number of open tables, and `peopled` is True if the
    division has entries, even dropped ones.
    """
    latest_numbers = Round.objects.filter(division=OuterRef("pk")).order_by("-number").values("number")[:1]
    is_open = Q(rounds__state=Round.State.POSTED, rounds__matches__outcome=Outcome.PENDING.value)
    annotated_divisions = event.divisions.annotate(
        newest=Subquery(latest_numbers),
        open=Count("rounds__matches", filter=is_open),
        peopled=Exists(Entry.objects.filter(division=OuterRef("pk"))),
    )
    return annotated_divisions.order_by("position", "id")


def load_division_state(division: Division) -> DivisionState:
    """Determine the state of a division. At most three queries."""
    latest_round = find_round_of_division(division)
    if latest_round is None:
        return DivisionState(division, None, None, Phase.PAIR, 1)
    stage = division.stages.order_by("-position").first() or latest_round.stage
    is_swiss = stage.kind == Stage.Kind.SWISS
    if latest_round.state == Round.State.UNPOSTED:
        phase = Phase.REVIEW
    elif latest_round.state == Round.State.POSTED:
        phase = Phase.RESULTS
    elif (latest_round.number if is_swiss else stage.rounds.count()) < (stage.rounds_planned or 0):
        phase = Phase.PAIR
    elif not is_swiss:
        phase = Phase.OVER
    else:
        phase = Phase.DAY_TWO if stage.position == 0 and division.has_day_two else Phase.SWISS_OVER
    return DivisionState(division, stage, latest_round, phase, latest_round.number + 1)


def may_start_cut_early(division_state: DivisionState) -> bool:
    """Return whether a division may start its cut instead of the next Swiss round."""
    is_swiss = division_state.stage is not None and division_state.stage.kind == Stage.Kind.SWISS
    has_stage_begun = (
        division_state.stage is None
        or not division_state.stage.position
        or division_state.stage.rounds.exists()
    )
    return is_swiss and has_stage_begun and division_state.phase in (Phase.PAIR, Phase.DAY_TWO)


def find_round_of_division(division: Division, number: int | None = None) -> Round | None:
    """Return a round by number, or the latest round, with its event, division and stage. One query.

    Return None if the round does not exist.
    """
    rounds = division.rounds.select_related("division__tournament", "stage")
    if number is not None:
        rounds = rounds.filter(number=number)
    return rounds.order_by("-number").first()


def find_round_of_event(event: Tournament, division: int, number: int) -> Round | None:
    """Return a round of an event by division key and number, without `draw`. One query.

    Return None if the round does not exist.
    """
    rounds = Round.objects.filter(division=division, division__tournament=event, number=number)
    round_ = rounds.select_related("division", "stage").defer("draw").order_by("pk").first()
    if round_ is not None:
        round_.division.tournament = event
    return round_


def is_of_only_division(round_: Round) -> bool:
    """Return whether this is the only division of the event. One query, cached until the event changes."""
    event = round_.division.tournament_id
    divisions = Division.objects.filter(tournament=event)
    return cached_until_change(f"desk.only.{event}", [event_scope(event)], lambda: divisions.count() == 1)


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
        return str(User(**dict(zip(rows.STAFF_FIELDS, self.staff, strict=True)))) if self.staff else ""

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
    people = [*rows.person_columns("left"), *rows.person_columns("right")]
    staff = [f"reported_by__{name}" for name in rows.STAFF_FIELDS]
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
        sides, reporter = values[len(OF_DESK) : -len(rows.STAFF_FIELDS)], values[-len(rows.STAFF_FIELDS) :]
        left, right = sides[: len(rows.PERSON_COLUMNS)], sides[len(rows.PERSON_COLUMNS) :]
        row = MatchRow(
            match_id=match_id,
            table=table,
            left=rows.person_from_values(left),
            right=rows.person_from_values(right) if right[0] is not None else None,
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
    row = rows.build_match_row(match, {})
    return DeskRow(row, match.reason, staff_member, match.reported_at, has_reports=bool(match.has_reports))


def desk_rows_with_scores(round_: Round, desk_rows: Sequence[DeskRow]) -> list[DeskRow]:
    """Add to desk rows the points and records before the round, and the side paired down. Two queries."""
    people = [
        person for desk_row in desk_rows for person in (desk_row.row.left, desk_row.row.right) if person
    ]
    scores = rows.scores_before(round_, [person.entry_id for person in people])
    is_swiss = round_.stage.kind == Stage.Kind.SWISS
    scored_rows = []
    for desk_row in desk_rows:
        left, right = desk_row.row.left, desk_row.row.right
        row = replace(
            desk_row.row,
            left=left.with_score(*scores.get(left.entry_id, rows.NO_SCORE)),
            right=right and right.with_score(*scores.get(right.entry_id, rows.NO_SCORE)),
        )
        scored_rows.append(replace(desk_row, row=row, down=paired_down_side(row) if is_swiss else ""))
    return scored_rows


def rounds_in_state(event: Tournament, state: str) -> list[Round]:
    """Return the rounds of an event in a state, in division order, without `draw`. One query."""
    rows = Round.objects.filter(division__tournament=event, state=state).defer("draw")
    rows = rows.select_related("division__tournament", "stage")
    return list(rows.order_by("division__position", "division_id"))


def posted_rounds_of_other_divisions(round_: Round) -> list[Round]:
    """Return the posted rounds of the other divisions of the event. One query."""
    rows = Round.objects.filter(division__tournament=round_.division.tournament_id, state=Round.State.POSTED)
    return list(rows.exclude(division=round_.division).select_related("division", "stage").defer("draw"))


def tables_of_other_divisions(round_: Round) -> list[TableOfRound]:
    """Return the tables of two players in posted rounds of the other divisions of the event."""
    return [
        (row, other_round)
        for other_round in posted_rounds_of_other_divisions(round_)
        for row in desk_rows(other_round)
        if row.row.right
    ]


def paired_down_side(row: MatchRow) -> str:
    """Return the side of a match with more points: "left", "right", or "" if they are equal."""
    if row.right is None or row.left.points == row.right.points:
        return ""
    return "left" if row.left.points > row.right.points else "right"


@dataclass(frozen=True, slots=True)
class DeskChange:
    """A journal line of a division. `standing` means it was neither undone nor replaced by a newer line."""

    line: JournalEvent
    undone: bool
    standing: bool
    newest: bool

    def can_undo(self, playing: int | None) -> bool:
        """Return whether the desk offers to undo this line; `playing` is the number of the round in play.

        Changes of the whole event, changes of entries, drops of no-shows and results of the round in play can
        be undone in any order, other lines only while they are the latest.
        """
        line, kind = self.line, KINDS.get(self.line.kind)
        in_any_order = (
            (kind is not None and kind.scope == "event")
            or line.kind.startswith(("Entry", "NoShows"))
            or (line.kind.startswith("Result") and line.facts.get("round") == playing)
        )
        return self.standing if in_any_order else self.newest


def latest_changes(division: Division, *, kinds: Collection[str], limit: int = 8) -> list[DeskChange]:
    """Return the latest changes of these kinds and the latest undos, newest first.

    Changes of the event's settings are included if `kinds` has EventChanged. One query, sometimes two or three.
    """
    of_division, of_event = Q(division=division.pk), Q(division=None, kind="EventChanged")
    lines = JournalEvent.objects.filter(of_division | of_event, tournament=division.tournament_id).order_by("-pk")
    shown_kinds = {*kinds, "Undone"}
    # Nearly all lines are of these kinds, and filtering by eighty names takes longer than reading some lines more.
    newest = list(lines[: limit * 2])
    latest_lines = [line for line in newest if line.kind in shown_kinds][:limit]
    if len(latest_lines) < limit and len(newest) == limit * 2:
        latest_lines = list(lines.filter(kind__in=shown_kinds)[:limit])
    # An undo is newer than its step, so it is among these lines too, unless the step changed the event.
    undone = {line.undoes_id for line in latest_lines}
    if event_lines := [line.pk for line in latest_lines if line.division_id is None]:
        undone |= set(JournalEvent.objects.filter(undoes__in=event_lines).values_list("undoes", flat=True))
    latest: list[DeskChange] = []
    changed_matches: set[object] = set()
    for line in latest_lines:
        line.division = division if line.division_id else None
        is_undone = line.pk in undone
        is_standing = line.kind != "Undone" and not is_undone
        match = line.facts.get("match")
        is_newest = is_standing and not any(change.standing and change.line.division_id for change in latest)
        latest.append(DeskChange(line, is_undone, is_standing and match not in changed_matches, is_newest))
        changed_matches |= {match} if match is not None and is_standing else set()
    return latest


def latest_change_key(division: Division) -> int:
    """Return the key of a division's latest journal line, or 0; it identifies the state shown on a page."""
    line = division.journal.order_by("-pk").values_list("pk", flat=True).first()
    return line or 0


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


@dataclass(frozen=True, slots=True)
class ChangesSinceDesk:
    """Changes in the journal since a desk was read: matches that changed, and changes beyond their rows.

    `further` counts steps of the round, and undone results, as their rows may be in a collapsed section.
    `only_results` means that all changes are results. `latest` is the newest line of each division.
    """

    matches: frozenset[int]
    further: int
    only_results: bool
    latest: Mapping[int, int]

    def __bool__(self) -> bool:
        return bool(self.matches or self.further)

    @property
    def is_plain(self) -> bool:
        """Whether all changes are results of tables that had no result."""
        return self.only_results and not self.further


def changes_since(seen: Mapping[int, int]) -> ChangesSinceDesk:
    """Return the changes of each division after its journal line in `seen`. One query.

    `seen` maps division keys to line keys.
    """
    newer = Q(pk__in=[])
    for division, line in seen.items():
        newer |= Q(division=division, pk__gt=line)
    matches: set[int] = set()
    further, only_results, latest = 0, True, dict(seen)
    lines = JournalEvent.objects.filter(newer).order_by("pk")
    columns = ("pk", "division", "kind", "facts", "undoes__kind", "undoes__facts")
    for pk, division, name, facts, undone_name, undone_facts in lines.values_list(*columns):
        latest[division] = pk
        match, kind = facts.get("match"), KINDS.get(undone_name or name)
        if undone_facts:
            match = undone_facts.get("match")
        if isinstance(match, int):
            matches.add(match)
        only_results &= name == "ResultEntered"
        is_result_undone = bool(undone_name) and undone_name.startswith("Result")
        further += is_result_undone or (kind is not None and kind.topic == "rounds")
    return ChangesSinceDesk(frozenset(matches), further, only_results, latest)
