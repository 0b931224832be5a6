"""The floor now: every table with its state, the calls, the sectors. Fixed numbers of queries."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import mean

from django.db.models import QuerySet
from django.utils import timezone

from core.engine.people import numbered
from floor.engine.table.kinds import Kind
from floor.models import JudgeCall, Sector, TableMark
from floor.queries import queue
from floor.queries.queue_sources import IN_PLAY
from pairings.engine.clock import Clock
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Extension, Match, Round
from pairings.queries.reports import clocks
from tournaments.models import Tournament, User

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

OF_A_CALL = ("match__left__player", "match__right__player", "entry__player", "claimed_by", "escalated_by")


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table. `extra` is its extra time in minutes."""

    match: int
    round: int
    table: int
    state: str
    left: str
    right: str
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Floor:
    """All tables of the rounds in play, by number. `on` is the newest round of each division, in play or closed."""

    on: tuple[Round, ...]
    rounds: tuple[Round, ...]
    tables: tuple[TableNow, ...]

    def counts(self) -> dict[str, int]:
        counts = dict.fromkeys(STATES, 0)
        for table in self.tables:
            counts[table.state] += 1
        return counts


def floor(event: Tournament, now: datetime) -> Floor:
    """All tables of the posted rounds of an event. Seven queries for any number of tables."""
    on = clocks.rounds_on(event)
    rounds = [round_ for round_ in on if round_.state == Round.State.POSTED]
    signs = _signs(rounds)
    whole = {round_.pk: clocks.clock(round_) for round_ in rounds}
    rows = Match.objects.filter(round__in=rounds, right__isnull=False, table__isnull=False)
    names = ("left__first_name", "left__last_name", "left__namesake")
    others = ("right__first_name", "right__last_name", "right__namesake")
    values = rows.order_by("table", "pk").values_list("pk", "round", "table", "outcome", *names, *others)
    tables = []
    for pk, round_, table, outcome, *people in values:
        extra = sum(extension.seconds or 0 for extension in signs.extensions.get(pk, ()))
        state = _state(pk, outcome, signs, whole[round_], extra, now)
        left, right = (
            numbered(f"{first} {last}".strip(), namesake)
            for first, last, namesake in (people[:3], people[3:])
        )
        tables.append(TableNow(pk, round_, table, state, left, right, extra // 60))
    return Floor(tuple(on), tuple(rounds), tuple(tables))


@dataclass(frozen=True, slots=True)
class _Signs:
    called: frozenset[int]
    disputed: frozenset[int]
    in_turns: frozenset[int]
    extensions: dict[int, list[Extension]]


def _signs(rounds: list[Round]) -> _Signs:
    """Calls, disputes, extra turns and extensions of the tables of these rounds. Four queries."""
    extensions: dict[int, list[Extension]] = {}
    for row in Extension.objects.filter(match__round__in=rounds, withdrawn_at=None):
        extensions.setdefault(row.match_id, []).append(row)
    calls = JudgeCall.objects.filter(match__round__in=rounds, closed_at=None)
    disputes = Dispute.objects.filter(match__round__in=rounds, settled_at=None)
    turns = TableMark.objects.filter(
        match__round__in=rounds, withdrawn_at=None, kind__in=(Kind.TIME.value, Kind.TURNS.value)
    )
    return _Signs(
        called=frozenset(calls.values_list("match", flat=True)),
        disputed=frozenset(disputes.values_list("match", flat=True)),
        in_turns=frozenset(turns.values_list("match", flat=True)),
        extensions=extensions,
    )


def _state(pk: int, outcome: str, signs: _Signs, clock: Clock | None, extra: int, now: datetime) -> str:
    """The most urgent state of a table."""
    if pk in signs.called:
        return "called"
    if pk in signs.disputed:
        return "dispute"
    if outcome != Outcome.PENDING:
        return "done"
    running = next(
        (extension for extension in signs.extensions.get(pk, ()) if extension.ended_at is None), None
    )
    if running is not None:
        return "deckcheck" if running.cause == Extension.Cause.DECK_CHECK else "extension"
    # The state by the clock: extra turns until the edition's window is over, then "missing" (M-061).
    more = timedelta(seconds=extra)
    over = clock is not None and clock.position_at(now) is not None and not clock.left(now, more)
    if clock is None or not over:
        return "extraturns" if pk in signs.in_turns else "extension" if extra else "playing"
    ends, window = clock.ends_at(more), clock.plan.window
    if pk in signs.in_turns or (window is not None and ends is not None and now < ends + window):
        return "extraturns"
    return "missing"


def open_calls(event: Tournament) -> list[JudgeCall]:
    """Open calls of rounds in play, longest wait first, including those for the head judge. One query."""
    rows = JudgeCall.objects.filter(IN_PLAY, tournament=event, closed_at=None)
    return list(
        rows.select_related(*OF_A_CALL, "match__round__division__tournament")
        .defer("match__round__draw")
        .order_by("raised_at", "pk")
    )


def closed_calls(event: Tournament, *, limit: int = 20) -> list[JudgeCall]:
    """The latest closed calls. One query."""
    rows = JudgeCall.objects.filter(tournament=event).exclude(closed_at=None)
    rows = rows.select_related(*OF_A_CALL, "closed_by", "match__round__division__tournament")
    return list(rows.defer("match__round__draw").order_by("-closed_at", "-pk")[:limit])


def all_calls(event: Tournament) -> list[JudgeCall]:
    """All calls of the event in the order they were raised. One query."""
    rows = JudgeCall.objects.filter(tournament=event).order_by("raised_at", "pk")
    rows = rows.select_related(*OF_A_CALL, "closed_by", "match__round__division__tournament")
    return list(rows.defer("match__round__draw"))


@dataclass(frozen=True, slots=True)
class CallFigures:
    """Calls of an event so far: their number, and the mean seconds until claimed (`wait`) and until closed
    (`whole`).
    """

    calls: int
    wait: int
    whole: int


def call_figures(event: Tournament) -> CallFigures:
    """Figures of the event's calls, without withdrawn ones. One query."""
    rows = JudgeCall.objects.filter(tournament=event, withdrawn=False)
    moments = list(rows.values_list("raised_at", "claimed_at", "closed_at"))
    waits = [(claimed - raised).total_seconds() for raised, claimed, _closed in moments if claimed]
    wholes = [(closed - raised).total_seconds() for raised, _claimed, closed in moments if closed]
    wait, whole = (round(mean(seconds)) if seconds else 0 for seconds in (waits, wholes))
    return CallFigures(len(moments), wait, whole)


def sectors(event: Tournament) -> list[Sector]:
    """Sectors of an event with their judges. Two queries."""
    return list(_sectors(event).prefetch_related("judges__user"))


def sectors_of(event: Tournament, user: User) -> list[Sector]:
    """Sectors this judge is responsible for. One query."""
    return list(_sectors(event).filter(judges__user=user))


def _sectors(event: Tournament) -> QuerySet[Sector]:
    return Sector.objects.filter(tournament=event).order_by("table_from", "pk")


def inside(table: int, of: Iterable[Sector]) -> bool:
    """Whether a table is in one of these sectors."""
    return any(sector.table_from <= table <= sector.table_to for sector in of)


def features_of(event: Tournament) -> Iterator[str]:
    """Yield "floor" while the queue has unclaimed entries other than lists and prints. One query."""
    if any(kind not in ("list", "print") for kind, _power in queue.counts(event, timezone.now())):
        yield "floor"
