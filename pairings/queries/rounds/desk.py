"""The data of the round desk: the state of a division, its tables, and the latest changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.rounds import rows
from tournaments.models import Division, Entry, Tournament, User


class Phase(StrEnum):
    """The next step of a division."""

    PAIR = "pair"
    REVIEW = "review"
    RESULTS = "results"
    DAY_TWO = "day_two"
    SWISS_OVER = "swiss_over"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Standpoint:
    """The state of a division: its stage and newest round (None before round 1), and the number of the next round."""

    division: Division
    stage: Stage | None
    newest: Round | None
    phase: Phase
    next_number: int


def divisions(event: Tournament) -> QuerySet[Division]:
    """The divisions of an event with `newest`, the number of their newest round, `open`, its open tables, and
    `peopled`, whether they have ever had an entry.
    """
    newest = Round.objects.filter(division=OuterRef("pk")).order_by("-number").values("number")[:1]
    is_open = Q(rounds__state=Round.State.POSTED, rounds__matches__outcome=Outcome.PENDING.value)
    annotated = event.divisions.select_related("tournament").annotate(
        newest=Subquery(newest),
        open=Count("rounds__matches", filter=is_open),
        peopled=Exists(Entry.objects.filter(division=OuterRef("pk"))),
    )
    return annotated.order_by("position", "id")


def standpoint(division: Division) -> Standpoint:
    """The state of a division. Three queries at most."""
    newest = round_of(division)
    if newest is None:
        return Standpoint(division, None, None, Phase.PAIR, 1)
    stage = division.stages.order_by("-position").first() or newest.stage
    return Standpoint(division, stage, newest, _phase(division, stage, newest), newest.number + 1)


def _phase(division: Division, stage: Stage, newest: Round) -> Phase:
    if newest.state == Round.State.UNPOSTED:
        return Phase.REVIEW
    if newest.state == Round.State.POSTED:
        return Phase.RESULTS
    swiss = stage.kind == Stage.Kind.SWISS
    played = newest.number if swiss else stage.rounds.count()
    if played < (stage.rounds_planned or 0):
        return Phase.PAIR
    if not swiss:
        return Phase.OVER
    return Phase.DAY_TWO if stage.position == 0 and division.day_two_by else Phase.SWISS_OVER


def may_cut_short(at: Standpoint) -> bool:
    """Whether a division waits for a Swiss round and could start its cut instead."""
    swiss = at.stage is not None and at.stage.kind == Stage.Kind.SWISS
    day_two_begun = at.stage is None or not at.stage.position or at.stage.rounds.exists()
    return swiss and day_two_begun and at.phase in (Phase.PAIR, Phase.DAY_TWO)


def round_of(division: Division, number: int | None = None) -> Round | None:
    """A round by number, or the newest, with everything its page reads. One query."""
    rounds = division.rounds.select_related("division__tournament", "stage")
    if number is not None:
        rounds = rounds.filter(number=number)
    return rounds.order_by("-number").first()


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A match with the person who entered its result and the time; `down`: the side paired down, "left" or "right"."""

    row: MatchRow
    reason: str
    staff: tuple[str, str, str] | None
    at: datetime | None
    down: str = ""

    @property
    def by(self) -> str:
        """The member of the staff who entered the result; "" without one."""
        return str(User(**dict(zip(rows.OF_STAFF, self.staff, strict=True)))) if self.staff else ""

    @property
    def is_open(self) -> bool:
        return self.row.outcome is Outcome.PENDING


OF_DESK = ("pk", "table", "outcome", "games_left", "games_right", "reason", "reported_at", "bracket_id")


def desk_rows(round_: Round) -> list[DeskRow]:
    """The matches of a round in table order, without points (`with_scores`). One query."""
    # Read as values: model rows would take most of the time of a desk of thousands.
    people = [*rows.columns_of_person("left"), *rows.columns_of_person("right")]
    staff = [f"reported_by__{name}" for name in rows.OF_STAFF]
    matches = Match.objects.filter(round=round_).order_by("position", "pk")
    desk = []
    for values in matches.values_list(*OF_DESK, *people, *staff):
        pk, table, outcome, games_left, games_right, reason, at, bracket = values[: len(OF_DESK)]
        sides, reporter = values[len(OF_DESK) : -len(rows.OF_STAFF)], values[-len(rows.OF_STAFF) :]
        left, right = sides[: len(rows.OF_PERSON)], sides[len(rows.OF_PERSON) :]
        row = MatchRow(
            match_id=pk,
            table=table,
            left=rows.person_of(left),
            right=rows.person_of(right) if right[0] is not None else None,
            outcome=Outcome(outcome),
            games_left=games_left,
            games_right=games_right,
            by_walkover=reason == Reason.WALKOVER,
            in_bracket=bracket is not None,
        )
        desk.append(DeskRow(row, reason, reporter if reporter[-1] is not None else None, at))
    return desk


def with_scores(round_: Round, desk_rows: Sequence[DeskRow]) -> list[DeskRow]:
    """The same rows with points and records before the round, and the side paired down. Two queries."""
    people = [
        person for desk_row in desk_rows for person in (desk_row.row.left, desk_row.row.right) if person
    ]
    scores = rows.scores_before(round_, [person.entry_id for person in people])
    swiss = round_.stage.kind == Stage.Kind.SWISS
    scored = []
    for desk_row in desk_rows:
        left, right = desk_row.row.left, desk_row.row.right
        row = replace(
            desk_row.row, left=_with_score(left, scores), right=right and _with_score(right, scores)
        )
        scored.append(replace(desk_row, row=row, down=paired_down(row) if swiss else ""))
    return scored


def _with_score(person: Person, scores: Mapping[int, rows.Score]) -> Person:
    points, record = scores.get(person.entry_id, rows.NO_SCORE)
    return replace(person, points=points, record=record)


def rounds_elsewhere(round_: Round) -> list[Round]:
    """The posted rounds of the other divisions of the event. One query."""
    rows = Round.objects.filter(division__tournament=round_.division.tournament_id, state=Round.State.POSTED)
    return list(rows.exclude(division=round_.division).select_related("division", "stage").defer("draw"))


def paired_down(row: MatchRow) -> str:
    """The side of a match with the higher points: "left", "right" or ""."""
    if row.right is None or row.left.points == row.right.points:
        return ""
    return "left" if row.left.points > row.right.points else "right"


@dataclass(frozen=True, slots=True)
class Change:
    """One journal line of a division; `standing`: it was not undone, and no newer line replaced it."""

    event: JournalEvent
    standing: bool
    newest: bool


def changes(division: Division, *, kinds: Collection[str], limit: int = 8) -> list[Change]:
    """The last changes of `kinds` and their undos, including those of the whole event, newest first. One query."""
    own, whole = Q(division=division.pk), Q(division=None, kind="EventChanged")
    lines = JournalEvent.objects.filter(
        own | whole, Q(kind__in=kinds) | Q(kind="Undone"), tournament=division.tournament_id
    )
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    latest: list[Change] = []
    touched: set[object] = set()
    for line in lines.annotate(undone=undone).order_by("-pk")[:limit]:
        line.division = division if line.division_id else None
        standing = line.kind != "Undone" and not line.undone
        match = line.facts.get("match")
        newest = standing and not any(change.standing and change.event.division_id for change in latest)
        latest.append(Change(line, standing and match not in touched, newest))
        touched |= {match} if match is not None and standing else set()
    return latest


def newest_change(division: Division) -> int:
    """Number of the newest journal line of a division, 0 without one: the state a page shows."""
    line = division.journal.order_by("-pk").values_list("pk", flat=True).first()
    return line or 0


def results_since(division: Division, seen: int) -> int:
    """The number of results entered after journal line `seen`."""
    fresh = Q(kind__startswith="Result") | Q(kind="DisputeOpened")
    return division.journal.filter(fresh, pk__gt=seen).count()
