"""Check a deck for an event on a given day. The page is public and stores nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from core.documents import spreadsheets
from core.engine.papers import Paper, paper_of_country
from core.engine.sheet_heads import SheetHead
from core.requests import StadiumRequest
from core.responses import render_page
from decks.documents.deck_sheet import DeckSheet
from decks.documents.list_files import deck_list_as_csv, deck_list_as_xlsx
from decks.engine.lists import Deck, write_list_text
from decks.forms.deck_check import CheckForm
from decks.queries.lists.deck_pages import blank_deck_page
from decks.views.lists.unstored_lists import (
    JudgedList,
    deck_day_and_format_text,
    exceeds_deck_check_limit,
    judge_form,
    query_string_of_list,
    requested_deck_form,
    short_deck_day_and_format_text,
)
from decks.views.lists.verdict_rows import DisplayedList, PlayedAs

FILES: Mapping[str, tuple[str, Callable[[Deck], bytes]]] = {
    "txt": ("text/plain; charset=utf-8", lambda deck: write_list_text(deck).encode()),
    "csv": (spreadsheets.CSV, deck_list_as_csv),
    "xlsx": (spreadsheets.XLSX, deck_list_as_xlsx),
}

PDF = "pdf"


@dataclass(frozen=True)
class DeckCheckPage:
    """The form with the judged list (`found`) and its cards (`sheet`).

    `about` and `in_brief` describe the event. `query` is the query string of the list, and `page_url` the path
    of the page with this query; both may be "".
    """

    form: CheckForm
    found: JudgedList | None = None
    sheet: DisplayedList | None = None
    about: str = ""
    in_brief: str = ""
    played_as: Sequence[PlayedAs] = ()
    hints: Sequence[object] = ()
    query: str = ""
    page_url: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def deck_check_page(request: StadiumRequest) -> HttpResponse:
    """Check a list that is pasted, uploaded, changed by a button (`do`), or in the URL (`list`)."""
    sent_form = requested_deck_form(request)
    if exceeds_deck_check_limit(request, sent_form, "deck_check"):
        return render(request, "429.html", status=429)
    form, judgement = judge_form(sent_form, request.POST.get("do", ""))
    page = DeckCheckPage(form)
    if judgement:
        query = query_string_of_list(form, judgement)
        page = DeckCheckPage(
            form,
            found=judgement,
            sheet=judgement.sheet,
            about=deck_day_and_format_text(form),
            in_brief=short_deck_day_and_format_text(form),
            played_as=judgement.played_as,
            hints=judgement.hints if form.cleaned_data["hints"] else (),
            query=query,
            page_url=f"{request.path}?{query}" if query else "",
        )
    status = deck_form_response_status(request, faulty=bool(form.errors))
    response = render_page(request, "decks/deck_check.html", page, status=status)
    if judgement:
        response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def download_list(request: HttpRequest, kind: str) -> HttpResponse:
    """Download the list in the URL as a file.

    The PDF is the official form; `paper` in the URL is a4 or letter, otherwise the country's paper is used. An
    invalid form is shown again with status 422.
    """
    if kind != PDF and kind not in FILES:
        raise Http404
    sent_form = requested_deck_form(request)
    if exceeds_deck_check_limit(request, sent_form, "deck_check"):
        return render(request, "429.html", status=429)
    form, judgement = judge_form(sent_form)
    if judgement is None:
        return render(request, "decks/deck_check.html", {"form": form}, status=422)
    name = f"deck-{form.cleaned_data['date']:%Y-%m-%d}.{kind}"
    disposition = "inline" if kind == PDF else "attachment"
    headers = {
        "Content-Disposition": f'{disposition}; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
    }
    if kind == PDF:
        # Name, Player ID, birth and division are blank on the official form.
        event_context, paper = judgement.context, request.GET.get("paper", "")
        page = blank_deck_page(
            judgement.verdict.deck, card_format=event_context.card_format, style=event_context.style
        )
        paper_size: Paper = (
            "letter"
            if paper == "letter"
            else "a4"
            if paper == "a4"
            else paper_of_country(event_context.country)
        )
        head = SheetHead(deck_day_and_format_text(form), "", "", timezone.localtime())
        data = DeckSheet(head, [page], paper=paper_size).render()
        return HttpResponse(data, content_type="application/pdf", headers=headers)
    content_type, write_file = FILES[kind]
    return HttpResponse(write_file(judgement.verdict.deck), content_type=content_type, headers=headers)


def deck_form_response_status(request: StadiumRequest, *, faulty: bool) -> int:
    """Return status 422 for an invalid form, but 200 for htmx, which ignores responses with other statuses."""
    return 422 if faulty and not request.htmx else 200
