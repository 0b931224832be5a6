"""The page of the API: its URL, and the tokens of staff."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from api.engine.scopes import allowed
from api.forms.tokens import TokenForm
from api.models import ApiToken
from api.queries import tokens as rows
from api.services import tokens
from api.words.api_words import scope_names
from core.engine.refused import Refused
from core.public_address import absolute
from core.sentences import refusal_text
from core.web import private_page
from tournaments.access import event_page, signed_in
from tournaments.models import StaffMember, Tournament
from tournaments.rules import MAY


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
@event_page("view")
@sensitive_variables("text")
def page(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The visible tokens, and a form for another; a new one is shown once."""
    by = signed_in(request)
    member = StaffMember.objects.filter(tournament=event, user=by).select_related("tournament").first()
    form = TokenForm(request.POST or None, role=member.role) if member else None
    token = text = None
    if form is not None and member is not None and request.method == "POST" and form.is_valid():
        try:
            token, text = tokens.make(member, by=by, **form.cleaned_data)
            form = TokenForm(role=member.role)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    every = request.can["organize"]  # type: ignore[attr-defined]
    lines = []
    for row in rows.of_event(event, user=None if every else by):
        may_read = allowed(row.member.role, row.scopes, MAY)
        lines.append(
            {
                "pk": row.pk,
                "name": row.name,
                "owner": str(row.member.user),
                "may_read": scope_names(may_read),
                # Scopes its owner's role no longer has.
                "lost": scope_names(set(row.scopes) - may_read),
                "expires_at": row.expires_at,
                "expired": not row.opens(timezone.now()),
                "last_used": row.last_used,
            }
        )
    context = {
        "page": "files",
        "form": form,
        "made": token,
        "rows": lines,
        "text": text,
        "address": absolute(request, f"{reverse('api:v1:api-root')}events/{event.slug}"),
    }
    return render(request, "api/tokens.html", context)


@require_POST
@event_page("view")
def revoke(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Revoke a token: one's own, or as an organizer any of the event."""
    visible = ApiToken.objects.filter(member__tournament=event, revoked_at=None)
    by = signed_in(request)
    if not request.can["organize"]:  # type: ignore[attr-defined]
        visible = visible.filter(member__user=by)
    token = get_object_or_404(visible.select_related("member__tournament"), pk=pk)
    try:
        tokens.revoke(token, by=by)
        messages.success(request, _("Token “%(name)s” revoked.") % {"name": token.name})
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("api:tokens", event.slug)
