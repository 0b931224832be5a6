"""The public pocket book of judges, and the rulings of an event for its judges."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.papers import Paper
from core.engine.sheet_heads import SheetHead
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import SignedInRequest, StadiumRequest, StaffRequest
from floor import pocket_book as book
from floor.documents import rulings as documents
from floor.documents.pocket_book import PocketBook
from floor.forms.pocket_book import PocketBookForm, RulingForm
from floor.models import FloorRuling
from floor.services import rulings as services
from pairings.access import redirect_refusals_to
from tournaments.access import event_page
from tournaments.models import Tournament

RESTORE, WITHDRAW = "restore", "withdraw"


@require_safe
def pocket_book_page(request: HttpRequest) -> HttpResponse:
    """Show the cards of one edition, filtered by search words or by moment."""
    form = PocketBookForm(request.GET)
    edition = form.edition_chosen
    cards = list(book.find_pocket_book_cards(edition, form.words, form.concern))
    filter_form = PocketBookForm(initial={"edition": edition, "q": form.words}, auto_id="%s")
    context = {
        "form": filter_form,
        "edition": Tournament.Edition(edition),
        "topics": [
            (title, [(card, card.of(edition)) for card in topic_cards])
            for title, topic_cards in book.pocket_book_cards_by_topic(cards)
        ],
        "chosen": bool(form.words or form.concern),
        "words": form.words,
    }
    return render(request, "floor/pocket_book.html", context)


@require_safe
@warn_if_unreachable
def print_pocket_book(request: StadiumRequest, paper: Paper) -> HttpResponse:
    """Print the whole book of one edition."""
    edition = PocketBookForm(request.GET).edition_chosen
    head = SheetHead(
        name=str(Tournament.Edition(edition).label),
        group="",
        part="",
        printed_at=timezone.localtime(),
        address=absolute_url_for_phones(request, f"{reverse('floor:pocket_book')}?edition={edition}"),
    )
    cards = [(card, card.of(edition)) for card in book.find_pocket_book_cards(edition)]
    sheet = PocketBook(
        head, book.pocket_book_cards_by_topic([card for card, _lines in cards]), edition, paper=paper
    )
    response = HttpResponse(sheet.render(), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="pocket-book-{edition}.pdf"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("view")
def rulings_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List the rulings of this event, newest first. The head judge and the organizer add rulings."""
    may_write = request.can["rule"]
    form = RulingForm(request.POST if request.method == "POST" and may_write else None)
    if request.method == "POST":
        if not may_write:
            messages.error(
                request, _("Only the head judge and the organizer can record rulings. Ask one of them.")
            )
            return redirect("floor:rulings", event.slug)
        if form.is_valid() and (ruling := form.save_to(event, by=request.user)):
            messages.success(
                request, _("Saved. Every judge sees it here."), extra_tags=_undo_tag(event, ruling, WITHDRAW)
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
def export_rulings(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all rulings of the event as CSV or XLSX."""
    file = documents.rulings_spreadsheet(event, event.rulings.all(), kind)
    return spreadsheet_response(file, f"{event.slug}-rulings", kind)


@require_POST
@event_page("rule")
@redirect_refusals_to("floor:rulings", always=True)
def withdraw_ruling(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a ruling, so that the page shows it struck through."""
    return _change_ruling(request, event, pk, WITHDRAW)


@require_POST
@event_page("rule")
@redirect_refusals_to("floor:rulings", always=True)
def restore_ruling(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Restore a withdrawn ruling."""
    return _change_ruling(request, event, pk, RESTORE)


def _change_ruling(request: SignedInRequest, event: Tournament, pk: int, action: str) -> HttpResponse:
    """Withdraw or restore a ruling. The message offers the opposite as undo."""
    ruling = get_object_or_404(event.rulings, pk=pk)
    page_url = reverse("floor:rulings", args=[event.slug])
    if action == WITHDRAW:
        services.withdraw_ruling(ruling, by=request.user)
    else:
        services.restore_ruling(ruling, by=request.user)
    message, opposite = {
        WITHDRAW: (_("Withdrawn. It is still shown here, struck through."), RESTORE),
        RESTORE: (_("The ruling is restored."), WITHDRAW),
    }[action]
    messages.success(request, message, extra_tags=_undo_tag(event, ruling, opposite))
    return redirect(page_url)


def _undo_tag(event: Tournament, ruling: FloorRuling, action: str) -> str:
    return f"undo={reverse(f'floor:ruling_{action}', args=[event.slug, ruling.pk])}"
