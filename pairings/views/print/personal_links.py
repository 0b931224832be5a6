"""Personal links for the staff: all on paper, one player's on the screen, and replacing a lost one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import web
from core.documents.marks import qr_modules, squares
from core.engine.heads import SheetHead
from core.public_address import absolute, prints_addresses
from core.web import private
from pairings.views.print.paper import chosen_paper
from tournaments.access import event_page, signed_in
from tournaments.documents.links import LinkSheet, link_rows
from tournaments.models import Entry, Tournament
from tournaments.services import links


@require_safe
@prints_addresses
@event_page("run")
def links_sheet(request: HttpRequest, event: Tournament) -> HttpResponse:
    """A slip with a QR code for every player, to cut apart."""
    displayed = links.show_all(event, by=signed_in(request))
    head = SheetHead(event.name, "", "", timezone.localtime(), _address(request, "floor:my_here", event.slug))
    rows = link_rows(displayed, lambda token: _address(request, "floor:my", token))
    sheet = LinkSheet(head, rows, paper=chosen_paper(request, event))
    disposition = f'inline; filename="{event.slug}-personal-links.pdf"'
    answer = HttpResponse(sheet.render(), content_type="application/pdf")
    answer["Content-Disposition"] = disposition
    return private(answer)


def _address(request: HttpRequest, name: str, key: str) -> str:
    return absolute(request, reverse(name, args=[key]))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def link(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """The staff's steps for one player's link; a POST shows it with its QR code, which the journal records.

    A panel of the pages of the player and of the list, and a page without script.
    """
    entry = _entry(event, pk)
    part = request.htmx  # type: ignore[attr-defined]
    template = "pairings/player_link.html" if part else "pairings/player_link_page.html"
    context: dict[str, Any] = {"page": "players", "entry": entry}
    if request.method == "POST":
        displayed = links.show(entry, by=signed_in(request))
        address = _address(request, "floor:my", displayed.token)
        modules = qr_modules(address)
        context |= {"address": address, "qr": squares(modules), "side": len(modules) + 4}
    return private(render(request, template, context))


@require_POST
@event_page("run")
def new_link(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Replace a link; the old one stops working."""
    entry = _entry(event, pk)
    links.renew(entry, by=signed_in(request))
    message = _("%(name)s has a new link. The old one no longer works.")
    messages.success(request, message % {"name": entry})
    return redirect(web.back(request, reverse("pairings:player_link", args=[event.slug, pk])))


def _entry(event: Tournament, pk: int) -> Entry:
    return get_object_or_404(event.entries.select_related("player", "division", "tournament"), pk=pk)
