"""The judge's pocket book, public, and the rulings of one event for its judges."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.documents.sheet import Paper
from core.engine.heads import SheetHead
from core.public_address import absolute, prints_addresses
from floor import pocket_book as book
from floor.documents import rulings as documents
from floor.documents.pocket_book import PocketBook
from floor.forms.pocket_book import PocketBookForm, RulingForm
from floor.models import FloorRuling
from floor.services import rulings as services
from pairings.access import refusals_lead_to
from pairings.views.rounds import round_chrome
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

RESTORE, WITHDRAW = "restore", "withdraw"


@require_safe
def pocket_book(request: HttpRequest) -> HttpResponse:
    """Cards of one edition, filtered by words or by moment."""
    form = PocketBookForm(request.GET)
    edition = form.edition_chosen
    cards = list(book.found(edition, form.words, form.concern))
    filter_form = PocketBookForm(initial={"edition": edition, "q": form.words}, auto_id="%s")
    context = {
        "form": filter_form,
        "edition": Tournament.Edition(edition),
        "topics": [
            (title, [(card, card.of(edition)) for card in some]) for title, some in book.by_topic(cards)
        ],
        "chosen": bool(form.words or form.concern),
        "words": form.words,
    }
    return render(request, "floor/pocket_book.html", context)


@require_safe
@prints_addresses
def printed(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Print the whole book of one edition."""
    edition = PocketBookForm(request.GET).edition_chosen
    head = SheetHead(
        name=str(Tournament.Edition(edition).label),
        group="",
        part="",
        printed_at=timezone.localtime(),
        address=absolute(request, f"{reverse('floor:pocket_book')}?edition={edition}"),
    )
    cards = [(card, card.of(edition)) for card in book.found(edition)]
    sheet = PocketBook(head, book.by_topic([card for card, _lines in cards]), edition, paper=paper)
    answer = HttpResponse(sheet.render(), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="pocket-book-{edition}.pdf"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("view")
def rulings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Rulings of this event, newest first; the head judge and the organizer add them."""
    may_write = round_chrome.may(request, "rule")
    form = RulingForm(request.POST if request.method == "POST" and may_write else None)
    if request.method == "POST":
        if not may_write:
            messages.error(
                request, _("Only the head judge and the organizer can record rulings. Ask one of them.")
            )
            return redirect("floor:rulings", event.slug)
        if form.is_valid() and (row := form.save_to(event, by=signed_in(request))):
            messages.success(
                request, _("Saved. Every judge sees it here."), extra_tags=_undo(event, row, WITHDRAW)
            )
            return redirect("floor:rulings", event.slug)
    context = {
        "page": "rulings",
        "rows": event.rulings.all(),
        "form": form if may_write else None,
        "edition": event.edition,
    }
    return render(request, "floor/rulings.html", context)


@require_safe
@event_page("view")
def rulings_export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all rulings of the event as CSV or XLSX."""
    file = documents.spreadsheet(event, event.rulings.all(), kind)
    return spreadsheet_response(file, f"{event.slug}-rulings", kind)


@require_POST
@event_page("rule")
@refusals_lead_to("floor:rulings", always=True)
def withdraw_ruling(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Strike a ruling through."""
    return _turned(request, event, pk, WITHDRAW)


@require_POST
@event_page("rule")
@refusals_lead_to("floor:rulings", always=True)
def restore_ruling(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Restore a withdrawn ruling."""
    return _turned(request, event, pk, RESTORE)


def _turned(request: HttpRequest, event: Tournament, pk: int, way: str) -> HttpResponse:
    row = get_object_or_404(event.rulings, pk=pk)
    page = reverse("floor:rulings", args=[event.slug])
    if way == WITHDRAW:
        services.withdraw(row, by=signed_in(request))
    else:
        services.restore(row, by=signed_in(request))
    message, back = {
        WITHDRAW: (_("Withdrawn. It is still shown here, struck through."), RESTORE),
        RESTORE: (_("The ruling is restored."), WITHDRAW),
    }[way]
    messages.success(request, message, extra_tags=_undo(event, row, back))
    return redirect(page)


def _undo(event: Tournament, row: FloorRuling, way: str) -> str:
    return f"undo={reverse(f'floor:ruling_{way}', args=[event.slug, row.pk])}"
