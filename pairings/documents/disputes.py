"""Disputes of an event as a spreadsheet: both players' reports, and the ruling."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import MOMENT, Field, Value, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from pairings.documents.report_heads import time_in_cell
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute
from pairings.queries.bracket import cut_titles
from pairings.queries.reports import result_reports
from pairings.words.reported_result_words import stored_result_text
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(gettext_lazy("When"), 18, MOMENT),
    Field(gettext_lazy("Division"), 16),
    Field(gettext_lazy("Round"), 8, "0"),
    Field(gettext_lazy("Table"), 8, "0"),
    Field(gettext_lazy("Player 1"), 28),
    Field(gettext_lazy("Player 1 reported"), 36),
    Field(gettext_lazy("Player 2"), 28),
    Field(gettext_lazy("Player 2 reported"), 36),
    Field(gettext_lazy("Decided"), 18, MOMENT),
    Field(gettext_lazy("Decided by"), 22),
    Field(gettext_lazy("Result"), 36),
    Field(gettext_lazy("Reason"), 40),
)

Titles = Mapping[tuple[int, int], str]
"""Titles of the cut's rounds, as returned by `cut_titles.cut_round_titles_of_event`."""


def disputes_spreadsheet(event: Tournament, disputes: Sequence[Dispute], kind: str) -> tuple[bytes, str]:
    """Export the disputes in the order passed; return the file, "csv" or "xlsx", and its content type."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    reports, titles = (
        result_reports.reports_of_disputes(disputes),
        cut_titles.cut_round_titles_of_event(event),
    )
    cell_rows: list[tuple[Value, ...]] = []
    for dispute in disputes:
        match, round_ = dispute.match, dispute.match.round
        names = {"left": str(match.left), "right": str(match.right or "")}
        sent_reports = [reports[dispute.pk].get(entry or 0) for entry in (match.left_id, match.right_id)]
        left, right = (stored_result_text(report, names) if report else "" for report in sent_reports)
        cells = (
            time_in_cell(dispute.opened_at, event),
            str(round_.division),
            titles.get((round_.division_id, round_.number)) or round_.number,
            match.table,
            names["left"],
            left,
            names["right"],
            right,
            time_in_cell(dispute.settled_at, event),
            str(dispute.settled_by or ""),
            "" if match.outcome == Outcome.PENDING else stored_result_text(match, names),
            dispute.why,
        )
        cell_rows.append(cells)
    return spreadsheet_file(kind, _("Results in dispute"), entrant_fields(FIELDS), cell_rows, head)
