"""The public page about the stored data of players: who sees it, and how long it is stored."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.words.person_words import privacy_sentences


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy page, with this installation's retention period and contact."""
    context = {"days": settings.PERSONAL_DATA_DAYS, "contact": settings.CONTACT, "facts": privacy_sentences()}
    return render(request, "tournaments/privacy.html", context)
