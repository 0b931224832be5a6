"""Read cards in the project's CSV layout (`cards.engine.catalogue_csv`)."""

import io

from cards.engine import catalogue_csv
from cards.engine.refusals import CardRefusal
from cards.engine.sources.gathered import GatheredCards, date_fault
from core.engine import tabular
from core.engine.refused import Refused

MAX_ROWS = 200_000
BOUNDS = tabular.TableBounds(unpacked=0, rows=MAX_ROWS + 1, columns=200, cells=10_000_000)
_FIELD_OF = {
    "evolves_from": "evolves_from",
    "regulation_mark": "mark",
    "subtypes": "subtypes",
    "hp": "hp",
    "types": "types",
}


def read_own_csv_cards(data: bytes, gathered: GatheredCards) -> None:
    """Read the cards of a CSV file into `gathered`. Invalid rows are added to the refused rows.

    Refused: CARDS_UNREADABLE (file), CARDS_COLUMNS (missing), ARCHIVE_TOO_BIG (most),
    TOO_MANY_COLUMNS (row, found, limit), TOO_MANY_CELLS (limit).
    """
    try:
        rows = tabular.NamedRows(io.StringIO(data.decode("utf-8-sig"), newline=""), BOUNDS)
        if missing := [name for name in catalogue_csv.NEEDED if name not in rows.columns]:
            raise Refused(CardRefusal.CARDS_COLUMNS, missing=", ".join(missing))
        # Fingerprints of the same text differ between sources, so the fingerprints in this file only fill gaps.
        silent_fields = {"text_key"} | {
            field for column, field in _FIELD_OF.items() if column not in rows.columns
        }
        for line_number, (_line, row) in enumerate(rows, start=2):
            cleaned = {column: value.strip() for column, value in row.items() if isinstance(value, str)}
            try:
                printing, expansion = (
                    catalogue_csv.printing_of_csv_row(cleaned),
                    catalogue_csv.expansion_of_csv_row(cleaned),
                )
            except ValueError:
                label = " ".join(cleaned.get(column, "") for column in catalogue_csv.NEEDED).strip()
                gathered.add_refused_row(
                    f"line {line_number}", label, date_fault(cleaned.get("release_date", ""))
                )
                continue
            empty_fields = {"evolves_from"} if not printing.evolves_from else set()
            gathered.add(
                printing, expansion, place=f"line {line_number}", silent=silent_fields | empty_fields
            )
    except UnicodeDecodeError as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file="csv") from error
    except tabular.TableFileFault as fault:
        if fault.kind == "rows":
            raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=MAX_ROWS) from fault
        raise fault.too_large() or Refused(CardRefusal.CARDS_UNREADABLE, file="csv") from fault
