"""Cards in the project's CSV layout (`cards.engine.catalogue_csv`)."""

import io

from cards.engine import catalogue_csv
from cards.engine.refusals import CardRefusal
from cards.engine.sources.rows import Gathered, date_code
from core.engine import tabular
from core.engine.refused import Refused

MOST_ROWS = 200_000
BOUNDS = tabular.Bounds(unpacked=0, rows=MOST_ROWS + 1, columns=200, cells=10_000_000)
_FIELD_OF = {
    "evolves_from": "evolves_from",
    "regulation_mark": "mark",
    "subtypes": "subtypes",
    "hp": "hp",
    "types": "types",
}


def read_csv(data: bytes, gathered: Gathered) -> None:
    """Read the cards of a CSV file.

    Refused: CARDS_UNREADABLE, CARDS_COLUMNS (missing), ARCHIVE_TOO_BIG, TOO_MANY_COLUMNS (row, found, limit),
    TOO_MANY_CELLS (limit).
    """
    try:
        text = data.decode("utf-8-sig")
        rows = tabular.NamedRows(io.StringIO(text, newline=""), BOUNDS)
    except UnicodeDecodeError as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file="csv") from error
    except tabular.FileFault as fault:
        raise _refused(fault) from fault
    if missing := [name for name in catalogue_csv.NEEDED if name not in rows.columns]:
        raise Refused(CardRefusal.CARDS_COLUMNS, missing=", ".join(missing))
    silent = {field for column, field in _FIELD_OF.items() if column not in rows.columns}
    # The figure of a text is another one in each source: this one only fills gaps.
    try:
        for place, (_line, row) in enumerate(rows, start=2):
            _read(row, place, silent, gathered)
    except tabular.FileFault as fault:
        raise _refused(fault) from fault


def _refused(fault: tabular.FileFault) -> Refused:
    if fault.kind == "rows":
        return Refused(CardRefusal.ARCHIVE_TOO_BIG, most=MOST_ROWS)
    return fault.too_large() or Refused(CardRefusal.CARDS_UNREADABLE, file="csv")


def _read(row: dict[str, str], place: int, silent: set[str], gathered: Gathered) -> None:
    clean = {column: value.strip() for column, value in row.items() if isinstance(value, str)}
    label = " ".join(clean.get(column, "") for column in catalogue_csv.NEEDED).strip()
    try:
        printing, expansion = catalogue_csv.printing_of(clean), catalogue_csv.expansion_of(clean)
    except ValueError:
        gathered.refuse(f"line {place}", label, date_code(clean.get("release_date", "")))
        return
    empty = {"evolves_from"} if not printing.evolves_from else set()
    gathered.add(printing, expansion, place=f"line {place}", silent={"text_key"} | silent | empty)
