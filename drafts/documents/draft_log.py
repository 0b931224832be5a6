"""The log of a draft as CSV, spreadsheet or replayable JSON."""

import json
from collections.abc import Mapping

from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.documents import spreadsheets
from core.documents.spreadsheets import SECOND, Field, Value
from core.engine.sheet_heads import SheetHead
from drafts.engine import draft_files
from drafts.queries.draft_log import LoggedPod, log_rows, pod_file_data
from drafts.words import draft_log_words as words

TYPES = {
    "csv": spreadsheets.CSV,
    "xlsx": spreadsheets.XLSX,
    "json": "application/json",
}
FIELDS = (
    Field(_("Move"), 8, "0"),
    Field(pgettext_lazy("clock", "Time"), 20, SECOND),
    Field(_("Seconds"), 10, "0"),
    Field(_("Action"), 60),
    Field(_("Seat"), 8, "0"),
    Field(_("Player"), 28),
    Field(_("Opening"), 10, "0"),
    Field(pgettext_lazy("noun", "Pick"), 8, "0"),
    Field(_("Card"), 36),
    Field(_("First tapped as"), 36),
    Field(_("Undone by"), 14, "0"),
    Field(_("Recorded by"), 24),
    Field(_("Reason"), 40),
)


def draft_log_file(kind: str, pod: LoggedPod, names: Mapping[int, str], head: SheetHead) -> bytes:
    """Return the log of a pod with all card names as a file. Raises KeyError if `kind` is not in `TYPES`."""
    if kind == "json":
        # `proven`: whether replaying the moves results in the stated piles.
        players = {str(seat): name for seat, name in sorted(names.items())}
        data = {**pod_file_data(pod), "players": players}
        data["proven"] = draft_files.states_true_piles(data)
        return json.dumps(data, ensure_ascii=False, indent=1).encode()
    title = str(_("Log"))
    table_rows: list[tuple[Value, ...]] = []
    for row in log_rows(pod, names=True):
        line, seat = row.line, row.line.move.seat
        table_rows.append(
            (
                line.at + 1,
                localtime(row.row.at),
                row.seconds,
                words.move_text(row, pod.tracked.draft.subtype, names),
                seat or None,
                names.get(seat, ""),
                line.opening or None,
                line.pick or None,
                row.name,
                row.first_tapped,
                None if line.back is None else line.back + 1,
                words.moved_by_text(row.row),
                row.row.reason,
            )
        )
    return {
        "csv": lambda: spreadsheets.as_csv(FIELDS, table_rows),
        "xlsx": lambda: spreadsheets.as_xlsx([(title, FIELDS, table_rows)], head),
    }[kind]()
