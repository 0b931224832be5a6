"""The clock page: the presses of a round, and the extra time of its tables."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Sum

from core.models import JournalEvent
from pairings.engine.clock import TableClock
from pairings.models import Extension, Match, Round
from pairings.queries.reports import clocks
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class TableTime:
    """One extra time: `ends_at` is when its table's time is over, None while unknown."""

    extension: Extension
    table: int | None
    match: Match
    ends_at: datetime | None


def playing(event: Tournament) -> list[Round]:
    """The posted rounds of an event with their clocks, in the order of the divisions. Two queries."""
    return [round_ for round_ in clocks.rounds_on(event) if round_.state == Round.State.POSTED]


def presses(round_: Round, kinds: tuple[str, ...], *, limit: int = 12) -> list[JournalEvent]:
    """The presses of a clock that were not undone, newest first. One query."""
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    lines = JournalEvent.objects.filter(division=round_.division_id, kind__in=kinds)
    lines = lines.filter(facts__round=round_.number)
    if round_.posted_at:
        lines = lines.filter(at__gte=round_.posted_at)
    return list(lines.annotate(undone=undone).filter(undone=False).order_by("-pk")[:limit])


def table_times(rounds: list[Round]) -> dict[int, list[TableTime]]:
    """The extra times of each round, newest first. Two queries for any number of them."""
    by_key = {round_.pk: (round_, clocks.clock(round_)) for round_ in rounds}
    rows = Extension.objects.filter(match__round__in=by_key, withdrawn_at=None)
    rows = rows.select_related("match__left__player", "match__right__player", "began_by", "ended_by")
    times: dict[int, list[TableTime]] = {pk: [] for pk in by_key}
    marks = list(rows.order_by("-began_at", "-pk"))
    whole: dict[int, list[Extension]] = {}
    for row in marks:
        whole.setdefault(row.match_id, []).append(row)
    for row in marks:
        match = row.match
        match.loaded_extensions = whole[row.match_id]  # type: ignore[attr-defined]
        match.round, clock = by_key[match.round_id]
        table: TableClock | None = clocks.of_table(match, clock) if clock else None
        ends = table.ends_at() if table else None
        times[match.round_id].append(TableTime(row, match.table, match, ends))
    return times


def extensions_state(rounds: list[Round]) -> tuple[object, ...]:
    """Changes whenever extra time is granted, ended or withdrawn. One query."""
    totals = Extension.objects.filter(match__round__in=rounds).aggregate(
        rows=Count("pk"),
        last=Max("pk"),
        seconds=Sum("seconds"),
        ended=Count("ended_at"),
        withdrawn=Count("withdrawn_at"),
    )
    return tuple(totals.values())


def of_tables(rounds: list[Round]) -> dict[int, TableClock]:
    """The clocks of tables with extra time or a judge, by match. One query."""
    timed = {round_.pk: clocks.clock(round_) for round_ in rounds}
    tables = {}
    for match in extended(rounds):
        clock = timed[match.round_id]
        table = clocks.of_table(match, clock) if clock else None
        if table is not None:
            tables[match.pk] = table
    return tables


def extended(rounds: list[Round]) -> list[Match]:
    """The matches with extra time or a judge, with their extensions and rounds. One query."""
    by_key = {round_.pk: round_ for round_ in rounds}
    rows = Extension.objects.filter(match__round__in=by_key, withdrawn_at=None).select_related("match")
    matches: dict[int, Match] = {}
    for row in rows:
        match = matches.setdefault(row.match_id, row.match)
        match.round = by_key[match.round_id]
        match.__dict__.setdefault("loaded_extensions", []).append(row)
    return list(matches.values())
