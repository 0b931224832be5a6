"""A list as a file: text for TCG Live, CSV, spreadsheet, and the sheet to print."""

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from cards.queries import catalogue
from core.documents import spreadsheets
from core.documents.sheet import Paper
from decks.documents.deck_sheet import DeckSheet, sheet_head, usual_paper
from decks.documents.lists import write_csv, write_xlsx
from decks.engine.lists import Deck, write_text
from decks.engine.resolve import resolve
from decks.engine.verdicts import read_of
from decks.models import DeckList, Version
from decks.queries.lists import proxies, sheets, verdicts

TYPES = {
    "txt": "text/plain; charset=utf-8",
    "csv": spreadsheets.CSV,
    "xlsx": spreadsheets.XLSX,
    "pdf": "application/pdf",
}


def exported(
    row: DeckList, number: int, kind: str, paper: Paper | None = None, *, for_staff: bool = False
) -> HttpResponse:
    """One version of a list; number 0 is the version that counts. `for_staff`: with the log of proxies, in the PDF."""
    version = row.versions.filter(number=number).first() if number else row.counts
    if version is None or kind not in TYPES:
        raise Http404
    event = row.entry.tournament
    name = slugify(f"{event.slug} {row.entry} {version.number}")
    how = "inline" if kind == "pdf" else "attachment"
    data = _pdf(row, version, paper, for_staff=for_staff) if kind == "pdf" else _file(row, version, kind)
    return HttpResponse(
        data,
        content_type=TYPES[kind],
        headers={
            "Content-Disposition": f'{how}; filename="{name}.{kind}"',
            "X-Content-Type-Options": "nosniff",
        },
    )


def _file(row: DeckList, version: Version, kind: str) -> bytes:
    deck = deck_of(row, version)
    if kind == "csv":
        return write_csv(deck)
    return write_xlsx(deck, sheet_head(row.entry.tournament)) if kind == "xlsx" else write_text(deck).encode()


def deck_of(row: DeckList, version: Version) -> Deck:
    """The cards of a version, resolved in the current catalogue."""
    on = verdicts.context_of(row.entry.tournament, None, complete=True).date
    return resolve(read_of(version.read), catalogue.current(), on=on)


def _pdf(row: DeckList, version: Version, paper: Paper | None, *, for_staff: bool) -> bytes:
    event = row.entry.tournament
    made = proxies.of_entries([row.entry_id])[row.entry_id] if for_staff else ()
    page = sheets.page_of(row, version, made)
    return DeckSheet(sheet_head(event), [page], paper=paper or usual_paper(event)).render()
