"""Data of the clock page: presses in a round, and the extra time of its tables."""

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
    """One grant of extra time. `ends_at` is when time ends at its table, or None if not known yet."""

    extension: Extension
    table: int | None
    match: Match
    ends_at: datetime | None


def rounds_in_play_with_clocks(event: Tournament) -> list[Round]:
    """Return the posted rounds of an event with their clocks, in division order. Two queries."""
    return [round_ for round_ in clocks.current_rounds(event) if round_.state == Round.State.POSTED]


def clock_presses(round_: Round, kinds: tuple[str, ...], *, limit: int = 12) -> list[JournalEvent]:
    """Return the latest presses of a round's clock that were not undone, newest first. One query.

    `kinds` are the journal kinds to include.
    """
    is_undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    lines = JournalEvent.objects.filter(division=round_.division_id, kind__in=kinds)
    lines = lines.filter(facts__round=round_.number)
    if round_.posted_at:
        lines = lines.filter(at__gte=round_.posted_at)
    return list(lines.annotate(undone=is_undone).filter(undone=False).order_by("-pk")[:limit])


def extra_times_by_round(rounds: list[Round]) -> dict[int, list[TableTime]]:
    """Return the grants of extra time of each round, newest first, by round key.

    Two queries for any number of rounds.
    """
    round_and_clock = {round_.pk: (round_, clocks.clock_of_round(round_)) for round_ in rounds}
    rows = Extension.objects.filter(match__round__in=round_and_clock, withdrawn_at=None)
    rows = rows.select_related("match__left__player", "match__right__player", "began_by", "ended_by")
    times: dict[int, list[TableTime]] = {pk: [] for pk in round_and_clock}
    newest_first = list(rows.order_by("-began_at", "-pk"))
    extensions_by_match: dict[int, list[Extension]] = {}
    for extension in newest_first:
        extensions_by_match.setdefault(extension.match_id, []).append(extension)
    for extension in newest_first:
        match = extension.match
        vars(match)["loaded_extensions"] = extensions_by_match[extension.match_id]
        match.round, clock = round_and_clock[match.round_id]
        table: TableClock | None = clocks.clock_of_table(match, clock) if clock else None
        ends_at = table.ends_at() if table else None
        times[match.round_id].append(TableTime(extension, match.table, match, ends_at))
    return times


def extensions_state(rounds: list[Round]) -> tuple[object, ...]:
    """Return a value that changes whenever extra time is granted, ended or withdrawn. One query."""
    totals = Extension.objects.filter(match__round__in=rounds).aggregate(
        rows=Count("pk"),
        last=Max("pk"),
        seconds=Sum("seconds"),
        ended=Count("ended_at"),
        withdrawn=Count("withdrawn_at"),
    )
    return tuple(totals.values())


def extended_table_clocks(rounds: list[Round]) -> dict[int, TableClock]:
    """Return the clocks of tables with extra time or a judge at the table, by match key. One query.

    Tables of untimed rounds are left out.
    """
    clock_by_round = {round_.pk: clocks.clock_of_round(round_) for round_ in rounds}
    table_clocks = {}
    for match in extended_matches(rounds):
        clock = clock_by_round[match.round_id]
        table = clocks.clock_of_table(match, clock) if clock else None
        if table is not None:
            table_clocks[match.pk] = table
    return table_clocks


def extended_matches(rounds: list[Round]) -> list[Match]:
    """Return the matches with extra time or a judge at the table. One query.

    Their extensions and rounds are loaded.
    """
    round_by_key = {round_.pk: round_ for round_ in rounds}
    rows = Extension.objects.filter(match__round__in=round_by_key, withdrawn_at=None).select_related("match")
    matches: dict[int, Match] = {}
    for row in rows:
        match = matches.setdefault(row.match_id, row.match)
        match.round = round_by_key[match.round_id]
        match.__dict__.setdefault("loaded_extensions", []).append(row)
    return list(matches.values())
