"""The state of a table from its marks, the clock of its round and its penalties."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from cards.engine import formats
from floor.engine import table as engine
from floor.engine.resolution import MatchState, Pair, Player, Question, Stage, Verdict
from floor.engine.table import MOST_TURNS, Clock, Due, Kind, Mark, Options, Rules, TableState, Tap
from floor.models import TableMark
from floor.queries import penalties
from pairings.engine.clock import Plan
from pairings.models import BracketSeat, ClockMark, Match, Round
from pairings.queries.reports import clocks

MARKS = Prefetch(
    "marks",
    TableMark.objects.filter(withdrawn_at=None).select_related("by", "entry__player"),
    to_attr="loaded_table_marks",
)
"""Prefetches the marks needed to replay tables."""


@dataclass(frozen=True)
class Table:
    """The state of a table at one moment."""

    match: Match
    rules: Rules
    state: TableState
    clock: Clock

    @cached_property
    def answer(self) -> Verdict | Question:
        """The verdict of the rules, or the next question needed for one."""
        return engine.found(self.rules, self.state, self.clock)

    @cached_property
    def options(self) -> Options:
        """Taps possible now."""
        return engine.options(self.rules, self.state, self.clock)

    @property
    def situation(self) -> MatchState:
        return engine.situation(self.rules, self.state, self.clock)

    @property
    def called(self) -> bool:
        """Whether time was called here."""
        return engine.called_at(self.state, self.clock) is not None

    @property
    def played(self) -> bool:
        """Whether a game was played or is under way."""
        return any(game.begun for game in self.state.games)

    @property
    def due(self) -> tuple[Due, ...]:
        """Penalties due for an empty seat, with their times; () before a clock has started and once a game was
        played.
        """
        if self.clock.elapsed is None or self.played:
            return ()
        return engine.due(self.rules.edition, self.rules.best_of, self.clock.now - self.clock.elapsed)


def state(match: Match) -> TableState:
    """Replay the marks of a match. One query, none with MARKS; one more in a bracket."""
    return engine.replay(rules(match), marks(match))


def situation(match: Match, now: datetime) -> MatchState:
    """Everything known of a match."""
    return table(match, now).situation


def table(match: Match, now: datetime) -> Table:
    """Load a table: marks, clock with extra time, penalties if Prizes may decide."""
    before = rules(match)
    replayed = engine.replay(before, marks(match))
    clock = clock_of(match, now)
    if before.stage is Stage.ELIMINATION and engine.called_at(replayed, clock) is not None:
        number = replayed.game.number if replayed.game else 1
        before = replace(before, penalties=penalties.prizes(match, number))
    return Table(match, before, replayed, clock)


def rules(match: Match) -> Rules:
    """What is known of a match before the first tap. One query for the seeds in a bracket."""
    event, stage = match.round.division.tournament, Stage(match.round.stage.kind)
    higher_seed = None
    if match.bracket_id is not None:
        seats = BracketSeat.objects.filter(
            bracket=match.bracket_id, entry__in=[match.left_id, match.right_id]
        )
        seeds = dict(seats.values_list("entry", "seed"))
        left, right = seeds.get(match.left_id), seeds.get(match.right_id or 0)
        if left is not None and right is not None:
            higher_seed = Player.A if left < right else Player.B
    return Rules(
        edition=event.edition,
        stage=stage,
        best_of=event.best_of if stage is Stage.SWISS else event.cut_best_of,
        start=formats.prizes(event.play_style),
        penalties=Pair(),
        higher_seed=higher_seed,
        settings=event.floor_choices,
    )


def marks(match: Match) -> list[Mark]:
    """Marks of a match that are not withdrawn, in order."""
    return [mark_of(row) for row in rows(match)]


def rows(match: Match) -> Iterable[TableMark]:
    loaded: list[TableMark] | None = getattr(match, "loaded_table_marks", None)
    if loaded is not None:
        return loaded
    return match.marks.filter(withdrawn_at=None).select_related("by", "entry__player").order_by("number")


def mark_of(row: TableMark) -> Mark:
    tap = Tap(engine.Kind(row.kind), row.side, row.game, dict(row.facts))
    return Mark(row.number, tap, row.at, who(row))


def who(row: TableMark) -> str:
    """Name of the staff member or player who tapped."""
    return str(row.by or row.entry or "")


def clock_of(match: Match, now: datetime) -> Clock:
    """The clock of the round for this table, extra time included (R-113)."""
    running = clocks.of_table(match)
    if running is None:
        return Clock(now)
    position = running.clock.position_at(now)
    elapsed = position if position is not None and position >= timedelta() else None
    return Clock(
        now=now,
        started_at=_started_at(match.round, running.clock.plan),
        called_at=(running.ends_at() or now) if running.called(now) else None,
        minutes_added=bool(running.extra),
        elapsed=elapsed,
    )


def _started_at(round_: Round, plan: Plan) -> datetime | None:
    """When the time of a round began, by hand or by itself after posting. One query, none if its marks are loaded."""
    loaded: list[ClockMark] | None = getattr(round_, "loaded_marks", None)
    pressed = loaded if loaded is not None else round_.clock_marks.filter(withdrawn_at=None)
    starts = [
        row.at + (plan.setup if row.kind == ClockMark.Kind.PREGAME else timedelta())
        for row in pressed
        if row.kind in (ClockMark.Kind.PREGAME, ClockMark.Kind.STARTED) and row.at >= plan.posted_at
    ]
    if starts:
        return max(starts)
    return None if plan.delay is None else plan.posted_at + plan.delay


def played_out(matches: QuerySet[Match]) -> set[int]:
    """Keys of the matches whose extra turns are over. Two queries."""
    turns = TableMark.objects.filter(match__in=matches, withdrawn_at=None, kind=Kind.TURNS.value)
    marked = matches.filter(pk__in=turns.values("match"))
    related = marked.select_related("round__division__tournament", "round__stage").defer("round__draw")
    return {match.pk for match in related.prefetch_related(MARKS) if state(match).turns == MOST_TURNS}
