"""The judge calls of an event as a spreadsheet."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from floor.models import JudgeCall
from floor.queries.queue.queue_sources import pair_names
from pairings.documents.report_heads import time_in_cell
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

MINUTES = "0.0"
FIELDS = (
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Round"), 8, "0"),
    Field(gettext_lazy("Table"), 8, "0"),
    Field(gettext_lazy("Players"), 40),
    Field(gettext_lazy("Player"), 24),
    Field(gettext_lazy("Reason"), 30),
    Field(gettext_lazy("Text"), 40),
    Field(gettext_lazy("Judge"), 22),
    Field(gettext_lazy("Minutes until a judge came"), 14, MINUTES),
    Field(gettext_lazy("Minutes until it was closed"), 14, MINUTES),
    Field(gettext_lazy("Note"), 40),
    Field(pgettext_lazy("call", "Withdrawn"), 12),
)


def calls_spreadsheet(event: Tournament, calls: Sequence[JudgeCall], kind: str) -> tuple[bytes, str]:
    """Render the calls as "csv" or "xlsx", in their order. Returns the bytes and the content type."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    rows = [
        (
            time_in_cell(call.raised_at, event),
            call.match.round.number if call.match else None,
            call.table,
            pair_names(call.match),
            str(call.entry or ""),
            str(call.get_reason_display()) if call.reason else "",
            call.text,
            str(call.claimed_by or ""),
            _minutes_between(call.raised_at, call.claimed_at),
            _minutes_between(call.raised_at, call.closed_at),
            call.note,
            _("yes") if call.withdrawn else None,
        )
        for call in calls
    ]
    return spreadsheet_file(kind, _("Judge calls"), entrant_fields(FIELDS), rows, head)


def _minutes_between(start: datetime, end: datetime | None) -> float | None:
    return round((end - start).total_seconds() / 60, 1) if end else None
