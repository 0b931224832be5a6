"""Proxy log in the report of deck checks (R-016, R-037)."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.documents.fonts import BOLD
from core.documents.grid import Column, Grid, GridCell
from core.documents.spreadsheets import MOMENT, Field, Value
from decks.models import Proxy
from pairings.documents.report_heads import ROW_HEIGHT, time_in_cell, time_on_paper
from tournaments.models import Tournament

FIELDS = (
    Field(_("When"), 18, MOMENT),
    Field(_("Round"), 8, "0"),
    Field(_("Player"), 28),
    Field(_("Player ID"), 14),
    Field(_("Division"), 14),
    Field(_("Proxy of"), 36),
    Field(_("Why"), 36),
    Field(_("Original card"), 22),
    Field(_("Judge"), 22),
    Field(pgettext_lazy("proxies", "Withdrawn"), 18, MOMENT),
)


ORIGINAL_CARD = {True: _("at hand"), False: _("not at hand")}


def proxy_grid(event: Tournament, rows: Sequence[Proxy]) -> Grid:
    """Build a grid with a row per proxy; withdrawn ones are struck through."""
    columns = (
        Column(_("When"), 0.10),
        Column(_("Round"), 0.06, align="center"),
        Column(_("Player"), 0.17, font=BOLD),
        Column(_("Proxy of"), 0.22),
        Column(_("Why"), 0.24, size=9, min_size=8),
        Column(_("Original card"), 0.09, size=9),
        Column(_("Judge"), 0.12, size=9),
    )
    grid_rows = [
        (
            time_on_paper(row.at, event),
            str(row.round_number or "–"),
            str(row.entry),
            GridCell(row.card, struck=row.withdrawn_at is not None),
            row.get_reason_display(),
            str(ORIGINAL_CARD[row.original_kept]),
            row.by_name,
        )
        for row in rows
    ]
    return Grid(columns, grid_rows, row=ROW_HEIGHT)


def proxy_spreadsheet_rows(event: Tournament, rows: Sequence[Proxy]) -> list[tuple[Value, ...]]:
    """Return a spreadsheet row for each proxy."""
    return [
        (
            time_in_cell(row.at, event),
            row.round_number,
            str(row.entry),
            row.entry.player_number or "",
            str(row.entry.division),
            row.card,
            str(row.get_reason_display()),
            str(ORIGINAL_CARD[row.original_kept]),
            row.by_name,
            time_in_cell(row.withdrawn_at, event),
        )
        for row in rows
    ]
