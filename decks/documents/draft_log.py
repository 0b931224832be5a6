"""The log of a draft as CSV, spreadsheet, and JSON that anybody can replay."""

import json
from collections.abc import Iterator, Mapping

from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from decks.engine.draft import files
from decks.queries.draft.draft_log import LogRow, Pod, file_of, rows_of
from decks.words import draft_log_words as words
from tournaments.documents import spreadsheets
from tournaments.documents.spreadsheets import Field, Value

TYPES = {
    "csv": spreadsheets.CSV,
    "xlsx": spreadsheets.XLSX,
    "json": "application/json",
}
FIELDS = (
    Field(_("Move"), 8),
    Field(_("Time"), 20),
    Field(_("Seconds"), 10),
    Field(_("What"), 60),
    Field(_("Seat"), 8),
    Field(_("Player"), 28),
    Field(_("Opening"), 10),
    Field(_("Pick"), 8),
    Field(_("Card"), 36),
    Field(_("First tapped as"), 36),
    Field(_("Undone by"), 14),
    Field(_("Tapped by"), 24),
    Field(_("Why"), 40),
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
    return spreadsheets.as_csv(FIELDS, _lines(pod, names))


def _xlsx(pod: Pod, names: Mapping[int, str]) -> bytes:
    return spreadsheets.as_xlsx([(str(_("Log")), FIELDS, _lines(pod, names))])


def _lines(pod: Pod, names: Mapping[int, str]) -> Iterator[tuple[Value, ...]]:
    return (_values(row, pod, names) for row in rows_of(pod, names=True))


def _values(row: LogRow, pod: Pod, names: Mapping[int, str]) -> tuple[Value, ...]:
    line, move = row.line, row.line.move
    return (
        line.at + 1,
        localtime(row.row.at).strftime("%Y-%m-%d %H:%M:%S"),
        "" if row.seconds is None else row.seconds,
        words.move_text(row, pod.tracked.draft.subtype, names),
        move.seat or "",
        names.get(move.seat, ""),
        line.opening or "",
        line.pick or "",
        row.name,
        row.first_tapped,
        "" if line.back is None else line.back + 1,
        words.by_text(row.row),
        row.row.reason,
    )
