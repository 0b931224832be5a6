"""The page of what is late in the hall and where, most urgent first."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.requests import StaffRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from floor.engine.lateness import Delay
from floor.engine.table import Loss, NoShowLossDue
from floor.queries.queue import late_tables as queries
from floor.queries.queue.late_tables import Late, LateSeat, LateSector, LateTable
from floor.queries.queue.queue_sources import THERE, QueueEntry
from floor.queries.sectors import SectorNow, SectorsNow
from floor.views.floor_board import tile_word
from floor.views.queue.entry_rows import entry_url, seconds_open
from floor.views.sectors import range_text
from floor.words import late_words, queue_words
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from tournaments.access import event_page
from tournaments.labels import schedule_title
from tournaments.models import Tournament
from tournaments.queries.schedule import ScheduleRow
from tournaments.tables.schedule import delay_text, time_text

MAX_TABLES = 24
"""The most tables of a sector on the page. The board of tables shows all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRow:
    """One line of what is late.

    `digits` is how long it has taken so far, `status` what is already being done, `sector` who is responsible.
    """

    state: str
    icon: str
    table: int | None
    title: str
    names: str
    status: str
    sector: str
    digits: str
    seconds: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChip:
    """A table after its time: its state, its extension, and how long ago its time ended."""

    table: int
    state: str
    word: str
    extra: str
    over: str
    names: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SectorTables:
    """The tables of a sector after their time. `more` is the number of tables that are not listed.

    `key` is the key of the sector, or 0 for tables without one.
    """

    key: int
    name: str
    reach: str
    judges: str
    tables: list[TableChip]
    number: int
    more: int

    @property
    def fact_of(self) -> str:
        """The subject of facts about this sector."""
        return f"s{self.key}"


@dataclass(frozen=True, slots=True)
class LatePart:
    """Everything late of one kind."""

    key: str
    title: str
    chip: str
    state: str
    icon: str
    number: int
    rows: list[LateRow]
    sectors: list[SectorTables]


@dataclass(frozen=True)
class LatePage:
    """The page. `is_on` is true while a round is in play, and `idle` names the sectors without a table."""

    page: str
    board: Scoreboard
    parts: list[LatePart]
    idle: list[str]
    is_on: bool
    at: datetime


@require_safe
@event_page("view")
def late_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List what is late and where: the most urgent kind first, and the longest delays of each kind first."""
    now = timezone.now()
    late = queries.what_is_late(event, now)
    rows = {
        Delay.CALL: [_entry_row(event, Delay.CALL, entry, late.hall) for entry in late.calls],
        Delay.DISPUTE: [_entry_row(event, Delay.DISPUTE, entry, late.hall) for entry in late.disputes],
        Delay.SEAT: [_seat_row(event, seat, late.hall, now) for seat in late.seats],
        Delay.CHECK: [_entry_row(event, Delay.CHECK, entry, late.hall) for entry in late.checks],
        Delay.ROUND: [_round_row(event, row) for row in late.plan],
    }
    sectors = _sector_tables(late, now)
    parts = [
        LatePart(
            key=delay.value,
            title=str(late_words.TITLES[delay]),
            chip=str(late_words.CHIPS[delay]),
            state=late_words.STATES[delay],
            icon=late_words.ICONS[delay],
            number=number,
            rows=rows.get(delay, []),
            sectors=sectors if delay is Delay.TABLE else [],
        )
        for delay, number in late.count_by_delay().items()
        if number
    ]
    page = LatePage(
        page="late",
        board=scoreboard.scoreboard_of_rounds(late.on),
        parts=parts,
        idle=[_sector_text(row) for row in late.idle],
        is_on=bool(late.rounds),
        at=now,
    )
    return render_page(request, "floor/late.html", page)


def _entry_row(event: Tournament, delay: Delay, entry: QueueEntry, hall: SectorsNow) -> LateRow:
    """Return the line of a call, a dispute, a deck check or a stopwatch."""
    seconds = seconds_open(entry)
    title = entry.row.get_reason_display() if entry.kind == "call" else queue_words.LABELS[entry.kind]
    status = ""
    if entry.by:
        status = _("%(name)s is there") if entry.state == THERE else _("%(name)s is on the way")
    url = reverse("floor:calls", args=[event.slug])
    if entry.kind != "call":
        url = entry_url(entry, event.slug)
    elif entry.row.match is not None:
        url = round_urls.match_url(entry.row.match)
    return LateRow(
        state=late_words.STATES[delay],
        icon=queue_words.ICONS[entry.kind],
        table=entry.table,
        title=str(title),
        names=entry.names,
        status=status % {"name": entry.by} if status else "",
        sector=_responsible_text(hall, entry.table),
        digits=scoreboard.countdown_text(seconds),
        seconds=seconds,
        url=url,
    )


def _seat_row(event: Tournament, seat: LateSeat, hall: SectorsNow, now: datetime) -> LateRow:
    """Return the line of an empty seat, with its penalty and the time when that applies."""
    seconds = int((now - seat.since).total_seconds())
    overdue = [due for due in seat.due if due.is_due(now)]
    coming = [due for due in seat.due if not due.is_due(now)]
    return LateRow(
        state="missing",
        icon=late_words.ICONS[Delay.SEAT],
        table=seat.match.table,
        title=seat.name,
        names=" · ".join(_loss_text(due, event) for due in coming[:1]),
        status=_loss_text(overdue[-1], event) if overdue else "",
        sector=_responsible_text(hall, seat.match.table),
        digits=scoreboard.countdown_text(seconds),
        seconds=seconds,
        url=f"{round_urls.match_url(seat.match)}#record",
    )


def _loss_text(due: NoShowLossDue, event: Tournament) -> str:
    """Return a sentence such as "Game Loss from 10:05:00 on"."""
    words = _("Game Loss after %(time)s") if due.loss == Loss.GAME else _("Match Loss after %(time)s")
    return words % {"time": date_format(due.at.astimezone(ZoneInfo(event.timezone)), "H:i:s")}


def _round_row(event: Tournament, row: ScheduleRow) -> LateRow:
    """Return the line of a round that is behind the schedule."""
    planned = _("planned for %(time)s") % {"time": time_text(row.planned_start)}
    if row.state == "to_come":
        planned = _("planned for %(planned)s, about %(time)s") % {
            "planned": time_text(row.planned_start),
            "time": time_text(row.start),
        }
    return LateRow(
        state=late_words.STATES[Delay.ROUND],
        icon=late_words.ICONS[Delay.ROUND],
        table=None,
        title=str(schedule_title(row.title, row.round_number)),
        names=planned,
        status=delay_text(row.delay),
        sector="",
        digits="",
        seconds=0,
        url=reverse("tournaments:schedule", args=[event.slug]),
    )


def _sector_tables(late: Late, now: datetime) -> list[SectorTables]:
    """Return the tables after their time by sector, those waiting longest first."""
    prefixes = {round_.pk: f"{round_urls.round_url(round_)}/match/" for round_ in late.rounds}
    return [
        SectorTables(
            key=group.sector.sector.pk if group.sector else 0,
            name=_sector_name(group, has_sectors=bool(late.hall.rows)),
            reach=range_text(group.sector.tables) if group.sector else "",
            judges=group.sector.judge_names if group.sector else "",
            tables=[_table_chip(table, prefixes, now) for table in group.tables[:MAX_TABLES]],
            number=len(group.tables),
            more=max(0, len(group.tables) - MAX_TABLES),
        )
        for group in late.sectors
    ]


def _sector_name(group: LateSector, *, has_sectors: bool) -> str:
    if group.sector is not None:
        return str(group.sector.sector.name)
    return _("Without a sector") if has_sectors else _("All tables")


def _table_chip(late: LateTable, prefixes: dict[int, str], now: datetime) -> TableChip:
    table = late.table
    extra = _("+%(n)d min") % {"n": table.extra} if table.extra else ""
    word = tile_word(table)
    return TableChip(
        table=table.table,
        state=table.state,
        word=word,
        extra="" if extra == word else extra,
        over=queue_words.duration_text(int((now - late.ended_at).total_seconds())),
        names=f"{table.left} – {table.right}",
        url=f"{prefixes[table.round]}{table.match}",
    )


def _responsible_text(hall: SectorsNow, table: int | None) -> str:
    """Return the sectors of a table with their judges, such as "North: Ana Silva", or "" without one."""
    return "; ".join(_sector_text(row) for row in hall.of_table(table))


def _sector_text(row: SectorNow) -> str:
    return f"{row.sector.name}: {row.judge_names}" if row.judges else str(row.sector.name)
