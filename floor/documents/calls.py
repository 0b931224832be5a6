"""The judge calls of an event as a spreadsheet."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import MOMENT, Field, Value, as_file
from core.engine.heads import SheetHead
from floor.models import JudgeCall
from pairings.documents.reports import in_cell
from tournaments.models import Tournament

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


def spreadsheet(event: Tournament, calls: Sequence[JudgeCall], kind: str) -> tuple[bytes, str]:
    """Render the calls in their order as "csv" or "xlsx". Returns the bytes and the content type."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    return as_file(kind, _("Judge calls"), FIELDS, [_line(event, call) for call in calls], head)


def _line(event: Tournament, call: JudgeCall) -> tuple[Value, ...]:
    match = call.match
    return (
        in_cell(call.raised_at, event),
        match.round.number if match else None,
        call.table,
        f"{match.left} – {match.right}" if match and match.right else "",
        str(call.entry or ""),
        str(call.get_reason_display()) if call.reason else "",
        call.text,
        str(call.claimed_by or ""),
        _minutes(call.raised_at, call.claimed_at),
        _minutes(call.raised_at, call.closed_at),
        call.note,
        _("yes") if call.withdrawn else None,
    )


def _minutes(start: datetime, end: datetime | None) -> float | None:
    return round((end - start).total_seconds() / 60, 1) if end else None
