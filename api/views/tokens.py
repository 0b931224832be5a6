"""The API page of an event, with the API's URL and the tokens of staff."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from api.engine.scopes import allowed_scopes
from api.forms.tokens import TokenForm
from api.models import ApiToken
from api.queries import tokens as queries
from api.services import tokens
from api.words.api_words import scope_names
from core.engine.refused import Refused
from core.public_address import absolute_url_for_phones
from core.requests import StaffRequest
from core.responses import as_private_page
from core.sentences import refusal_text
from tournaments.access import event_page
from tournaments.models import StaffMember, Tournament
from tournaments.rules import MAY


@require_http_methods(["GET", "HEAD", "POST"])
@as_private_page
@event_page("view")
@sensitive_variables("text")
def tokens_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List the tokens that the user may revoke, and create a new token with the form.

    The text of a new token is displayed once.
    """
    by = request.user
    member = StaffMember.objects.filter(tournament=event, user=by).select_related("tournament").first()
    form = TokenForm(request.POST or None, role=member.role) if member else None
    new_token = text = None
    if form is not None and member is not None and request.method == "POST" and form.is_valid():
        try:
            new_token, text = tokens.make_token(member, by=by, **form.cleaned_data)
            form = TokenForm(role=member.role)
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
    sees_all = request.can["organize"]
    rows = []
    for listed_token in queries.tokens_of_event(event, user=None if sees_all else by):
        may_read = allowed_scopes(listed_token.member.role, listed_token.scopes, MAY)
        rows.append(
            {
                "pk": listed_token.pk,
                "name": listed_token.name,
                "owner": str(listed_token.member.user),
                "may_read": scope_names(may_read),
                # The owner's role may have lost scopes since the token was made.
                "lost": scope_names(set(listed_token.scopes) - may_read),
                "expires_at": listed_token.expires_at,
                "expired": not listed_token.is_valid(timezone.now()),
                "last_used": listed_token.last_used,
            }
        )
    context = {
        "page": "files",
        "form": form,
        "new_token": new_token,
        "rows": rows,
        "text": text,
        "address": absolute_url_for_phones(request, f"{reverse('api:v1:api-root')}events/{event.slug}"),
    }
    return render(request, "api/tokens.html", context)


@require_POST
@event_page("view")
def revoke_token(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Revoke one of the user's tokens; organizers can revoke any token of the event."""
    visible = ApiToken.objects.filter(member__tournament=event, revoked_at=None)
    by = request.user
    if not request.can["organize"]:
        visible = visible.filter(member__user=by)
    token = get_object_or_404(visible.select_related("member__tournament"), pk=pk)
    try:
        tokens.revoke_token(token, by=by)
        messages.success(request, _("Token “%(name)s” revoked.") % {"name": token.name})
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("api:tokens", event.slug)
