"""The floor board: every table in play with its state, in a fixed number of queries."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.engine.person_names import add_namesake_number
from floor.engine.table.mark_kinds import Kind
from floor.models import JudgeCall, TableMark
from floor.queries.queue import queue_entries
from pairings.engine.clock import RoundClock
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Extension, Match, Round
from pairings.queries.reports import clocks
from tournaments.models import Tournament

STATES = (
    "called",
    "dispute",
    "deckcheck",
    "extension",
    "extraturns",
    "missing",
    "playing",
    "done",
)
"""States of a table, most urgent first."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table with its current state. `extra` is its extra time in minutes; `is_open` if it has no result."""

    match: int
    round: int
    table: int
    state: str
    left: str
    right: str
    extra: int = 0
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Floor:
    """All tables of the rounds in play, by number.

    `on` lists the newest round of each division, whether it is in play or closed.
    """

    on: tuple[Round, ...]
    rounds: tuple[Round, ...]
    tables: tuple[TableNow, ...]

    def counts_by_state(self) -> dict[str, int]:
        counts = dict.fromkeys(STATES, 0)
        for table in self.tables:
            counts[table.state] += 1
        return counts


def load_floor_tables(event: Tournament, now: datetime) -> Floor:
    """Load all tables of the posted rounds of an event. Seven queries for any number of tables."""
    newest_rounds = clocks.current_rounds(event)
    rounds = [round_ for round_ in newest_rounds if round_.state == Round.State.POSTED]
    extensions: dict[int, list[Extension]] = {}
    for extension in Extension.objects.filter(match__round__in=rounds, withdrawn_at=None):
        extensions.setdefault(extension.match_id, []).append(extension)
    calls = JudgeCall.objects.filter(match__round__in=rounds, closed_at=None)
    disputes = Dispute.objects.filter(match__round__in=rounds, settled_at=None)
    turns = TableMark.objects.filter(
        match__round__in=rounds, withdrawn_at=None, kind__in=(Kind.TIME.value, Kind.TURNS.value)
    )
    signs = _TableSigns(
        called=frozenset(calls.values_list("match", flat=True)),
        disputed=frozenset(disputes.values_list("match", flat=True)),
        in_turns=frozenset(turns.values_list("match", flat=True)),
        extensions=extensions,
    )

    round_clocks = {round_.pk: clocks.clock_of_round(round_) for round_ in rounds}
    matches = Match.objects.filter(round__in=rounds, right__isnull=False, table__isnull=False)
    left_fields = ("left__first_name", "left__last_name", "left__namesake")
    right_fields = ("right__first_name", "right__last_name", "right__namesake")
    values = matches.order_by("table", "pk").values_list(
        "pk", "round", "table", "outcome", *left_fields, *right_fields
    )
    tables = []
    for pk, round_, table, outcome, *people in values:
        extra = sum(extension.seconds or 0 for extension in extensions.get(pk, ()))
        state = signs.state(pk, outcome, round_clocks[round_], extra, now)
        left_name, right_name = (
            add_namesake_number(f"{first_name} {last_name}".strip(), namesake)
            for first_name, last_name, namesake in (people[:3], people[3:])
        )
        is_open = outcome == Outcome.PENDING
        tables.append(TableNow(pk, round_, table, state, left_name, right_name, extra // 60, is_open))
    return Floor(tuple(newest_rounds), tuple(rounds), tuple(tables))


@dataclass(frozen=True, slots=True)
class _TableSigns:
    """Keys of matches with an open call, an open dispute or extra turns, and the time extensions of each match."""

    called: frozenset[int]
    disputed: frozenset[int]
    in_turns: frozenset[int]
    extensions: dict[int, list[Extension]]

    def state(self, match: int, outcome: str, clock: RoundClock | None, extra: int, now: datetime) -> str:
        """Return the most urgent state of a table. `extra` is in seconds."""
        if match in self.called:
            return "called"
        if match in self.disputed:
            return "dispute"
        if outcome != Outcome.PENDING:
            return "done"
        extensions = self.extensions.get(match, ())
        running = next((extension for extension in extensions if extension.ended_at is None), None)
        if running is not None:
            return "deckcheck" if running.cause == Extension.Cause.DECK_CHECK else "extension"
        # After time, a table plays extra turns until the edition's window is over, then it is "missing" (M-061).
        extra_time = timedelta(seconds=extra)
        is_time_over = (
            clock is not None and clock.position_at(now) is not None and not clock.left(now, extra_time)
        )
        if clock is None or not is_time_over:
            return "extraturns" if match in self.in_turns else "extension" if extra else "playing"
        ends, window = clock.ends_at(extra_time), clock.plan.window
        if match in self.in_turns or (window is not None and ends is not None and now < ends + window):
            return "extraturns"
        return "missing"


def floor_features(event: Tournament) -> Iterator[str]:
    """Yield "floor" while the queue has unclaimed entries other than lists and prints."""
    if any(
        kind not in ("list", "print")
        for kind, _power in queue_entries.count_unclaimed(queue_entries.current_queue_keys(event))
    ):
        yield "floor"
