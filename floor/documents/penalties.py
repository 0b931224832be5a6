"""The report of penalties, on paper and as a spreadsheet."""

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from reportlab.platypus import Flowable

from core.documents.fonts import BOLD
from core.documents.grid import Column, Grid, GridCell, count_rows_on_page
from core.documents.registry import declare_rows_on_page
from core.documents.sheet import Paper, Sheet
from core.documents.spreadsheets import MOMENT, Field, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from floor.engine.penalties import PenaltyLevel
from floor.models import Penalty
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from pairings.documents.report_heads import ROW_HEIGHT, report_head, time_in_cell, time_on_paper
from pairings.queries.bracket import cut_titles
from pairings.words import round_names
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(_("When"), 18, MOMENT),
    Field(_("Round"), 8, "0"),
    Field(_("Table"), 8, "0"),
    Field(_("Player"), 28),
    Field(_("Player ID"), 14),
    Field(_("Age division"), 14),
    Field(_("Penalty"), 18),
    Field(_("Infraction"), 34),
    Field(_("What happened"), 60),
    Field(_("Judge"), 22),
    Field(_("Confirmed by"), 22),
    Field(_("Withdrawn"), 18, MOMENT),
)

declare_rows_on_page("penalty-report", count_rows_on_page(ROW_HEIGHT, landscape=True))


class PenaltySheet(Sheet):
    """A row for each penalty from a Warning upward, oldest first (M-073)."""

    what = _("Penalties")
    for_staff = True
    landscape = True

    def __init__(self, head: SheetHead, rows: Sequence[Penalty], *, paper: Paper = "a4") -> None:
        super().__init__(head, paper=paper)
        self.rows, self.titles = (
            rows,
            cut_titles.cut_round_titles_of_event(rows[0].tournament) if rows else {},
        )

    def story(self) -> Iterator[Flowable]:
        columns = (
            Column(_("When"), 0.09),
            Column(_("Round"), 0.07, align="center"),
            Column(_("Player"), 0.17, font=BOLD),
            Column(_("Penalty"), 0.10),
            Column(_("Infraction"), 0.16),
            Column(_("What happened"), 0.32, size=9),
            Column(_("Judge"), 0.10),
        )
        yield Grid(columns, [self.row(row) for row in self.rows], row=ROW_HEIGHT, empty=_("No penalties."))

    def row(self, row: Penalty) -> tuple[GridCell | str, ...]:
        is_withdrawn = row.withdrawn_at is not None
        return (
            time_on_paper(row.at, row.tournament),
            round_names.round_number_or_title(self.titles, row.entry.division_id, row.round_number),
            GridCell(str(row.entry), struck=is_withdrawn),
            GridCell(str(LEVEL_NAMES[PenaltyLevel(row.level)]), struck=is_withdrawn),
            str(INFRACTION_NAMES.get(row.infraction, row.infraction)),
            row.note,
            row.by_name,
        )


def penalty_report(
    event: Tournament, rows: Sequence[Penalty], kind: str, absolute: Callable[[str], str]
) -> tuple[bytes, str]:
    """Render the report as "pdf", or with every column as "xlsx" or "csv". Returns the bytes and the content type."""
    head = report_head(event, "floor:penalties", absolute)
    if kind != "pdf":
        titles = cut_titles.cut_round_titles_of_event(event)
        values = [
            (
                time_in_cell(row.at, event),
                titles.get((row.entry.division_id, row.round_number or 0)) or row.round_number,
                row.match.table if row.match else None,
                str(row.entry),
                row.entry.player_number or "",
                str(row.entry.get_age_division_display()),
                str(LEVEL_NAMES[PenaltyLevel(row.level)]),
                str(INFRACTION_NAMES.get(row.infraction, row.infraction)),
                row.note,
                row.by_name,
                str(row.confirmed_by or ""),
                time_in_cell(row.withdrawn_at, event),
            )
            for row in rows
        ]
        return spreadsheet_file(kind, str(_("Penalties")), entrant_fields(FIELDS), values, head)
    return PenaltySheet(head, rows).render(), "application/pdf"
