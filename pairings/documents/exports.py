"""Standings and pairings of an event as files for other programs."""

import csv
from datetime import datetime
from io import StringIO
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.documents.workbook import FORMULA, STANDING_FIELDS, standing_line, workbook
from pairings.engine.rows import MatchRow, StandingRow
from pairings.models import Round
from pairings.queries.reports import clocks
from pairings.queries.rounds import rows
from tournaments.engine.rows import SheetHead
from tournaments.figures import fraction
from tournaments.models import Division, Tournament
from tournaments.wording import division_label


def spreadsheet(event: Tournament) -> bytes:
    """An XLSX file: a sheet for each list of standings, then one for each posted round."""
    divisions = _divisions(event)
    return workbook(
        SheetHead(event.name, "", "", _now(event)),
        standings=[(title, table.rows) for division in divisions for title, table in _lists(division)],
        pairings=[one for division in divisions for one in _rounds(division, several=len(divisions) > 1)],
    )


def standings_csv(event: Tournament) -> bytes:
    """Every list of standings below one another, in UTF-8 as spreadsheets expect it.

    Percentages are fractions of one with six decimals. A name that begins like a formula is quoted.
    """
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow([_("Standings"), *(str(field.title) for field in STANDING_FIELDS)])
    for division in _divisions(event):
        for title, table in _lists(division):
            writer.writerows([title, *_cells(row)] for row in table.rows)
    return out.getvalue().encode("utf-8-sig")


def _cells(row: StandingRow) -> list[str]:
    return [_cell(value) for value in standing_line(row)]


def _cell(value: object) -> str:
    if isinstance(value, float):
        return fraction(value)
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def _divisions(event: Tournament) -> list[Division]:
    divisions = list(event.divisions.order_by("position", "id"))
    for division in divisions:
        division.tournament = event
    return divisions


def _lists(division: Division) -> list[tuple[str, rows.Table]]:
    found = rows.standings(division)
    return [(str(division) if one.category == "all" else division_label(one.category), one) for one in found]


def _rounds(division: Division, *, several: bool) -> list[tuple[str, list[MatchRow]]]:
    posted = division.rounds.exclude(state=Round.State.DRAFT).select_related("division", "stage")
    return [
        (_title(round_, several=several), rows.match_rows(round_)) for round_ in posted.order_by("number")
    ]


def _title(round_: Round, *, several: bool) -> str:
    name = clocks.short_text(round_)
    return f"{name} {round_.division}" if several else name


def _now(event: Tournament) -> datetime:
    return timezone.now().astimezone(ZoneInfo(event.timezone))
