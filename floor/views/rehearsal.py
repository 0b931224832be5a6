"""An event with made-up players, to learn on."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from floor.services import rehearsal
from tournaments.access import creates_events
from tournaments.models import User

PLAYERS = 64


@require_POST
@creates_events
def rehearse(request: HttpRequest) -> HttpResponse:
    """Nothing of it is public; whoever asks organizes it."""
    event = rehearsal.create(by=cast(User, request.user), players=PLAYERS)
    messages.success(request, _("%(count)s made-up players are here. Draw round 1.") % {"count": PLAYERS})
    return redirect("tournaments:event", event.slug)
