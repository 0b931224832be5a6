"""Download a list as text for TCG Live, CSV, a spreadsheet, or a PDF to print."""

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from cards.queries import catalogue
from core.documents import spreadsheets
from core.engine.papers import Paper
from decks.documents.deck_sheet import DeckSheet
from decks.documents.list_files import deck_list_as_csv, deck_list_as_xlsx
from decks.engine.lists import write_list_text
from decks.engine.resolve import resolve_list
from decks.engine.stored_values import read_list_from_values
from decks.models import DeckList
from decks.queries.lists import deck_pages, judging, proxies
from tournaments.documents.paper import sheet_head, usual_paper

TYPES = {
    "txt": "text/plain; charset=utf-8",
    "csv": spreadsheets.CSV,
    "xlsx": spreadsheets.XLSX,
    "pdf": "application/pdf",
}


def list_file(
    deck_list: DeckList, number: int, kind: str, paper: Paper | None = None, *, for_staff: bool = False
) -> HttpResponse:
    """Return one version of a list as a file, or 404 if the version or `kind` does not exist.

    Number 0 is the effective version. `for_staff`: include the proxy log in the PDF.
    """
    version = deck_list.versions.filter(number=number).first() if number else deck_list.counts
    if version is None or kind not in TYPES:
        raise Http404
    event = deck_list.entry.tournament
    name = slugify(f"{event.slug} {deck_list.entry} {version.number}")
    disposition = "inline" if kind == "pdf" else "attachment"
    if kind == "pdf":
        proxies_made = proxies.proxies_by_entry([deck_list.entry_id])[deck_list.entry_id] if for_staff else ()
        page = deck_pages.deck_page_of(
            deck_list, version, proxies_made, season=deck_pages.known_season(event)
        )
        data = DeckSheet(sheet_head(event), [page], paper=paper or usual_paper(event)).render()
    else:
        deck = resolve_list(
            read_list_from_values(version.read), catalogue.current_catalogue(), on=judging.first_day(event)
        )
        if kind == "csv":
            data = deck_list_as_csv(deck)
        else:
            data = (
                deck_list_as_xlsx(deck, sheet_head(event))
                if kind == "xlsx"
                else write_list_text(deck).encode()
            )
    return HttpResponse(
        data,
        content_type=TYPES[kind],
        headers={
            "Content-Disposition": f'{disposition}; filename="{name}.{kind}"',
            "X-Content-Type-Options": "nosniff",
        },
    )
