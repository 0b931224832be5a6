"""Confiscations of one player: list them, add one, print the receipt, return the cards."""

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import responses
from core.documents.downloads import pdf_response, spreadsheet_response
from core.engine.refused import Refused
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import StaffRequest
from core.responses import chosen_paper
from floor.documents import confiscations as documents
from floor.documents.confiscation_receipt import ConfiscationReceipt
from floor.forms.confiscations import ConfiscationForm
from floor.models import Confiscation
from floor.services import confiscations as services
from pairings.documents.report_heads import report_head
from pairings.views import undo_messages
from tournaments.access import event_page, get_entry_or_404
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("report")
def confiscations_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """List the confiscations of one player, newest first. POST adds a confiscation."""
    entry = get_entry_or_404(event, pk)
    form = ConfiscationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        confiscation = form.save_to(entry, by=request.user)
        if confiscation is not None:
            message = _("Noted. Print the receipt and have %(name)s sign it.") % {"name": entry}
            undo_messages.add_undo_message(
                request, message, entry.division, "CardsConfiscated", confiscation=confiscation.pk
            )
            return redirect("floor:confiscations", event.slug, pk)
    context = {
        "page": "players",
        "entry": entry,
        "form": form,
        "rows": Confiscation.objects.filter(entry=entry),
    }
    return render(request, "floor/confiscations.html", context)


@require_POST
@event_page("report")
def return_cards(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Mark the cards as returned."""
    confiscation = get_object_or_404(_confiscations_of(event), pk=pk)
    try:
        services.return_cards(confiscation, by=request.user)
    except Refused as refused:
        url = reverse("floor:confiscations", args=[event.slug, confiscation.entry_id])
        return responses.redirect_with_refusal(request, refused, url)
    message = _("Returned to %(name)s.") % {"name": confiscation.entry}
    undo_messages.add_undo_message(
        request, message, confiscation.entry.division, "CardsReturned", confiscation=confiscation.pk
    )
    return redirect("floor:confiscations", event.slug, confiscation.entry_id)


@require_safe
@event_page("view")
def export_confiscations(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all confiscations of the event as CSV or XLSX."""
    file = documents.confiscations_spreadsheet(event, _confiscations_of(event), kind)
    return spreadsheet_response(file, f"{event.slug}-confiscated-cards", kind)


@require_safe
@event_page("report")
@warn_if_unreachable
def print_receipt(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Print the receipt with its two halves as one PDF."""
    confiscation = get_object_or_404(_confiscations_of(event), pk=pk)
    head = report_head(event, "tournaments:event", lambda path: absolute_url_for_phones(request, path))
    sheet = ConfiscationReceipt(head, confiscation, paper=chosen_paper(request, event.country))
    return pdf_response(sheet.render(), f"{event.slug}-receipt-{pk}")


def _confiscations_of(event: Tournament) -> QuerySet[Confiscation]:
    return Confiscation.objects.filter(tournament=event).select_related(
        "entry__player", "entry__division__tournament"
    )
