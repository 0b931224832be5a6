"""Personal links for staff: print all of them, show a player's link on the screen, replace a lost link."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.qr_codes import qr_modules, qr_svg_path
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import StaffRequest
from core.responses import make_response_private, render_page
from core.return_urls import page_to_return_to
from pairings.access import entry_page
from tournaments.access import event_page
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links
from tournaments.views.link_slips import answer_with_link_slips


@require_safe
@warn_if_unreachable
@event_page("run")
def print_links(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Return a PDF with a slip for each player, with the QR code of their link, to be cut apart."""
    return answer_with_link_slips(
        request,
        event,
        opens="floor:my",
        filename=f"{event.slug}-personal-links",
        page="print",
        back=reverse("pairings:print", args=[event.slug]),
        address=absolute_url_for_phones(request, reverse("floor:my_here", args=[event.slug])),
    )


@dataclass(frozen=True, kw_only=True)
class LinkPage:
    """Context of the page about a player's link.

    - `address`: the link, or "" before it is shown.
    - `qr`: SVG path of its QR code, or "" before it is shown.
    - `side`: number of modules per side of the QR code, including the margin.
    """

    page: str
    entry: Entry
    address: str
    qr: str
    side: int


@require_http_methods(["GET", "HEAD", "POST"])
@entry_page("run")
def personal_link_page(request: StaffRequest, entry: Entry) -> HttpResponse:
    """Show the possible steps for a player's link. A POST shows the link with its QR code.

    The journal records that the link was shown. For htmx, this is a panel on the player's page or the list,
    otherwise a separate page.
    """
    is_part = request.htmx
    template = "pairings/player_link.html" if is_part else "pairings/player_link_page.html"
    address, modules = "", None
    if request.method == "POST":
        displayed_link = personal_links.reveal_personal_link(entry, by=request.user)
        address = absolute_url_for_phones(request, reverse("floor:my", args=[displayed_link.token]))
        modules = qr_modules(address)
    page = LinkPage(
        page="players",
        entry=entry,
        address=address,
        qr=qr_svg_path(modules) if modules else "",
        # The margin is two modules on each side.
        side=len(modules) + 4 if modules else 0,
    )
    return make_response_private(render_page(request, template, page))


@require_POST
@entry_page("run")
def renew_personal_link_view(request: StaffRequest, entry: Entry) -> HttpResponse:
    """Replace a player's personal link, which invalidates the old one."""
    personal_links.renew_personal_link(entry, by=request.user)
    message = _("%(name)s has a new link. The old one no longer works.")
    messages.success(request, message % {"name": entry})
    return redirect(
        page_to_return_to(request, reverse("pairings:player_link", args=[entry.tournament.slug, entry.pk]))
    )
