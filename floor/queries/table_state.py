"""Compute the state of a table from its marks, the clock of its round and its penalties."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from cards.engine import formats
from floor.engine import table as engine
from floor.engine.resolution import MatchState, NumbersByPlayer, Question, Stage, TablePlayer, Verdict
from floor.engine.table import (
    MAX_TURNS,
    Clock,
    Kind,
    Mark,
    NoShowLossDue,
    TableRules,
    TableState,
    TableTap,
    TapOptions,
)
from floor.models import TableMark
from floor.queries import penalties
from pairings.models import BracketSeat, ClockMark, Match
from pairings.queries.reports import clocks

MARKS = Prefetch(
    "marks",
    TableMark.objects.filter(withdrawn_at=None).select_related("by", "entry__player"),
    to_attr="loaded_table_marks",
)
"""Prefetch of the marks needed to replay tables."""


@dataclass(frozen=True)
class LoadedTable:
    """The state of a table at one moment."""

    match: Match
    rules: TableRules
    state: TableState
    clock: Clock

    @cached_property
    def answer(self) -> Verdict | Question:
        """The verdict under the rules, or the next question that leads to a verdict."""
        return engine.resolve_table(self.rules, self.state, self.clock)

    @cached_property
    def options(self) -> TapOptions:
        """Taps that are possible now."""
        return engine.tap_options(self.rules, self.state, self.clock)

    @property
    def situation(self) -> MatchState:
        """The facts of the match for the rules."""
        return engine.match_state_of_table(self.rules, self.state, self.clock)

    @property
    def called(self) -> bool:
        """Whether time was called at this table."""
        return engine.time_called_at(self.state, self.clock) is not None

    @property
    def played(self) -> bool:
        """Whether a game was played or is under way."""
        return any(game.begun for game in self.state.games)

    @property
    def due(self) -> tuple[NoShowLossDue, ...]:
        """Penalties that are due for an empty seat, with their times.

        There are none before the clock starts and none once a game has begun.
        """
        if self.clock.elapsed is None or self.played:
            return ()
        return engine.no_show_losses_due(
            self.rules.edition, self.rules.best_of, self.clock.now - self.clock.elapsed
        )


def table_state(match: Match) -> TableState:
    """Replay the marks of a match.

    One query, or none if MARKS were prefetched; one more in a bracket.
    """
    return engine.replay_marks(table_rules_of(match), marks_of_match(match))


def load_match_state(match: Match, now: datetime) -> MatchState:
    """Return the facts of a match for the rules."""
    return load_table(match, now).situation


def load_table(match: Match, now: datetime) -> LoadedTable:
    """Load a table: its marks and its clock with extra time.

    After time in a cut, where Prizes may decide, the penalties that cost Prizes are included.
    """
    rules = table_rules_of(match)
    state = engine.replay_marks(rules, marks_of_match(match))
    clock = table_clock_with_extra_time(match, now)
    if rules.stage is Stage.ELIMINATION and engine.time_called_at(state, clock) is not None:
        game_number = state.game.number if state.game else 1
        rules = replace(rules, penalties=penalties.prize_penalties(match, game_number))
    return LoadedTable(match, rules, state, clock)


def table_rules_of(match: Match) -> TableRules:
    """Collect the facts of a match before the first tap. One query for the seeds in a bracket."""
    event, stage = match.round.division.tournament, Stage(match.round.stage.kind)
    higher_seed = None
    if match.bracket_id is not None:
        seats = BracketSeat.objects.filter(
            bracket=match.bracket_id, entry__in=[match.left_id, match.right_id]
        )
        seeds = dict(seats.values_list("entry", "seed"))
        left_seed, right_seed = seeds.get(match.left_id), seeds.get(match.right_id or 0)
        if left_seed is not None and right_seed is not None:
            higher_seed = TablePlayer.A if left_seed < right_seed else TablePlayer.B
    return TableRules(
        edition=event.edition,
        stage=stage,
        best_of=event.best_of if stage is Stage.SWISS else event.cut_best_of,
        start=formats.prizes(event.play_style),
        penalties=NumbersByPlayer(),
        higher_seed=higher_seed,
        settings=event.table_rule_choices,
    )


def marks_of_match(match: Match) -> list[Mark]:
    """List the marks of a match that were not withdrawn, in order."""
    return [mark_of_row(row) for row in mark_rows(match)]


def mark_rows(match: Match) -> Iterable[TableMark]:
    """Return the rows of the marks that were not withdrawn, in order.

    One query, or none if MARKS were prefetched.
    """
    loaded: list[TableMark] | None = getattr(match, "loaded_table_marks", None)
    if loaded is not None:
        return loaded
    return match.marks.filter(withdrawn_at=None).select_related("by", "entry__player").order_by("number")


def preload_marks(match: Match) -> list[TableMark]:
    """Return the `mark_rows` as a list, and store them, so that they need no further query for this instance."""
    rows = match.__dict__["loaded_table_marks"] = list(mark_rows(match))
    return rows


def mark_of_row(row: TableMark) -> Mark:
    tap = TableTap(engine.Kind(row.kind), row.side, row.game, dict(row.facts))
    return Mark(row.number, tap, row.at, mark_author_name(row))


def mark_author_name(row: TableMark) -> str:
    """Return the name of the staff member or player who tapped."""
    return str(row.by or row.entry or "")


def table_clock_with_extra_time(match: Match, now: datetime) -> Clock:
    """Read the round's clock for this table, with its extra time (R-113)."""
    table_clock = clocks.clock_of_table(match)
    if table_clock is None:
        return Clock(now)
    position = table_clock.clock.position_at(now)
    elapsed = position if position is not None and position >= timedelta() else None

    # A round starts when staff start the clock, or automatically some time after posting.
    plan, round_ = table_clock.clock.plan, match.round
    loaded: list[ClockMark] | None = getattr(round_, "loaded_marks", None)
    presses = loaded if loaded is not None else round_.clock_marks.filter(withdrawn_at=None)
    starts = [
        press.at + (plan.setup if press.kind == ClockMark.Kind.PREGAME else timedelta())
        for press in presses
        if press.kind in (ClockMark.Kind.PREGAME, ClockMark.Kind.STARTED) and press.at >= plan.posted_at
    ]
    self_started_at = None if plan.delay is None else plan.posted_at + plan.delay
    return Clock(
        now=now,
        started_at=max(starts) if starts else self_started_at,
        called_at=(table_clock.ends_at() or now) if table_clock.called(now) else None,
        minutes_added=bool(table_clock.extra),
        elapsed=elapsed,
    )


def matches_after_extra_turns(matches: QuerySet[Match]) -> set[int]:
    """Find the keys of the matches whose extra turns are over. Two queries."""
    turn_marks = TableMark.objects.filter(match__in=matches, withdrawn_at=None, kind=Kind.TURNS.value)
    matches_in_turns = matches.filter(pk__in=turn_marks.values("match"))
    loaded_matches = matches_in_turns.select_related("round__division__tournament", "round__stage").defer(
        "round__draw"
    )
    return {
        match.pk for match in loaded_matches.prefetch_related(MARKS) if table_state(match).turns == MAX_TURNS
    }
