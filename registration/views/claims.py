"""Claims: a phone without a personal link claims a player; staff approve it if no email address is stored."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import limits, undo_links
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import site_address
from core.requests import HomeRequest, StaffRequest
from core.responses import make_response_private
from core.sentences import refusal_text
from registration import claim_cookie
from registration.engine.claims import claim_code
from registration.forms.claims import ClaimForm
from registration.models import Claim
from registration.queries import claims as queries
from registration.services import claims as services
from tournaments.access import event_page
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsPage:
    """Data of the staff's page: claims to answer, and other claims, newest first."""

    waiting: Sequence[Claim]
    others: Sequence[Claim]


@event_page()
def claim_player_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Ask for Player ID and birth year. The next page is the same whether they are right or wrong.

    Too many attempts get status 429.
    """
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if limits.count_attempt(request, "claim") is None:
            return render(request, "429.html", status=429)
        if form.is_valid():
            phone = claim_cookie.phone_secret(request) or claim_cookie.new_phone_secret()
            # Refused if the entry was removed or moved at this moment, which must not be revealed to strangers.
            with suppress(Refused):
                services.claim_player(
                    event,
                    form.cleaned_data["player_id"],
                    form.cleaned_data["birth_year"],
                    phone=phone,
                    site=site_address(request),
                    language=get_language() or "en",
                )
            response = redirect("registration:claim_sent", event.slug)
            claim_cookie.set_phone_cookie(response, phone)
            return make_response_private(response)
    return make_response_private(render(request, "registration/claim.html", {"form": form, "page": "my"}))


@event_page()
def claim_sent(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Explain what may happen next, with this phone's code. A POST opens the player's page after approval."""
    phone = claim_cookie.phone_secret(request)
    if request.method == "POST":
        key = whole_number(request.POST.get("claim", ""))
        link = services.open_approved_claim(event, phone, key) if phone and key is not None else None
        if link is not None:
            return make_response_private(redirect("floor:my", link.token))
        messages.error(request, _("This is no longer open. Claim the player again."))
        return make_response_private(redirect("registration:claim", event.slug))
    if not phone:
        return make_response_private(redirect("registration:claim", event.slug))
    approved = list(queries.approved_claims(event, phone, now=timezone.now()))
    context = {"code": claim_code(phone), "approved": approved, "page": "my"}
    return make_response_private(render(request, "registration/claim_sent.html", context))


@require_safe
@event_page("run")
def claims_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the claims to answer, and other recent claims."""
    page = ClaimsPage(waiting=list(queries.waiting_claims(event)), others=list(queries.settled_claims(event)))
    return render(request, "registration/claims.html", {"claims": page, "page": "players"})


@require_POST
@event_page("run")
def answer_claim_view(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Approve or decline a claim."""
    row = get_object_or_404(event.claims.select_related("entry"), pk=pk)
    is_player = request.POST.get("do") == "yes"
    if not is_player and request.POST.get("do") != "no":
        messages.error(request, _("Answer the claim with Yes or No."))
        return redirect("registration:claims", event.slug)
    since = undo_links.newest_line_key(event)
    try:
        services.answer_claim(row, is_player=is_player, by=request.user)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("registration:claims", event.slug)
    text = _("The phone with code %(code)s can now open %(name)s’s page.")
    if not is_player:
        text = _("The phone with code %(code)s cannot open %(name)s’s page.")
    tag = undo_links.undo_tag(event, since=since, by=request.user)
    messages.success(request, text % {"code": row.code, "name": row.entry}, extra_tags=tag)
    return redirect("registration:claims", event.slug)
