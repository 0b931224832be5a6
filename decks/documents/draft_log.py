"""The log of a draft as CSV, spreadsheet, and JSON that anybody can replay."""

import csv
import io
import json
from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from decks.documents.lists import Value, harmless
from decks.engine.draft import files
from decks.queries.draft.draft_log import LogRow, Pod, file_of, rows_of
from decks.words import draft_log_words as words

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FIELDS: tuple[tuple[str | Promise, float], ...] = (
    (_("Move"), 8),
    (_("Time"), 20),
    (_("Seconds"), 10),
    (_("What"), 60),
    (_("Seat"), 8),
    (_("Player"), 28),
    (_("Opening"), 10),
    (_("Pick"), 8),
    (_("Card"), 36),
    (_("First tapped as"), 36),
    (_("Taken back by"), 14),
    (_("Tapped by"), 24),
    (_("Why"), 40),
)


def written(kind: str, pod: Pod, names: Mapping[int, str]) -> bytes:
    """The file of a pod with all names; KeyError for another kind than of `TYPES`."""
    return {"csv": _csv, "xlsx": _xlsx, "json": _json}[kind](pod, names)


def _json(pod: Pod, names: Mapping[int, str]) -> bytes:
    """The log with its proof: it is replayed before it is written, and its piles are those of the draft."""
    data = file_of(pod) | {"players": {str(seat): name for seat, name in sorted(names.items())}}
    data["proven"] = files.agrees(data)
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _csv(pod: Pod, names: Mapping[int, str]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([str(title) for title, _width in FIELDS])
    writer.writerows(_cells(pod, names))
    return out.getvalue().encode("utf-8-sig")


def _xlsx(pod: Pod, names: Mapping[int, str]) -> bytes:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = str(_("Log"))[:31]
    sheet.append([str(title) for title, _width in FIELDS])
    for row in _cells(pod, names):
        sheet.append(row)
    for column, (_title, width) in enumerate(FIELDS, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
        sheet.cell(1, column).font = Font(bold=True)
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cells(pod: Pod, names: Mapping[int, str]) -> Iterator[list[Value]]:
    for row in rows_of(pod, names=True):
        yield [harmless(value) for value in _values(row, pod, names)]


def _values(row: LogRow, pod: Pod, names: Mapping[int, str]) -> tuple[Value, ...]:
    line, move = row.line, row.line.move
    return (
        line.at + 1,
        localtime(row.row.at).strftime("%Y-%m-%d %H:%M:%S"),
        "" if row.seconds is None else row.seconds,
        words.said(row, pod.tracked.draft.subtype, names),
        move.seat or "",
        names.get(move.seat, ""),
        line.opening or "",
        line.pick or "",
        row.name,
        row.told,
        "" if line.back is None else line.back + 1,
        words.by_said(row.row),
        row.row.reason,
    )
