"""A list as a file: text for TCG Live, CSV, spreadsheet, and the sheet to print."""

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from cards.queries import catalogue
from core.documents import spreadsheets
from core.documents.sheet import Paper
from decks.documents.deck_sheet import DeckSheet, sheet_head, usual_paper
from decks.documents.lists import write_csv, write_xlsx
from decks.engine.lists import write_text
from decks.engine.resolve import resolve
from decks.engine.verdicts import read_of
from decks.models import DeckList
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
    if kind == "pdf":
        proxies_made = proxies.of_entries([row.entry_id])[row.entry_id] if for_staff else ()
        page = sheets.page_of(row, version, proxies_made)
        data = DeckSheet(sheet_head(event), [page], paper=paper or usual_paper(event)).render()
    else:
        deck = resolve(read_of(version.read), catalogue.current(), on=verdicts.day_of(event))
        if kind == "csv":
            data = write_csv(deck)
        else:
            data = write_xlsx(deck, sheet_head(event)) if kind == "xlsx" else write_text(deck).encode()
    return HttpResponse(
        data,
        content_type=TYPES[kind],
        headers={
            "Content-Disposition": f'{how}; filename="{name}.{kind}"',
            "X-Content-Type-Options": "nosniff",
        },
    )
