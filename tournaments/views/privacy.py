"""What is stored of players, who sees it and for how long. For anyone."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """In plain words, with the days this installation has chosen and whom to ask."""
    context = {"days": settings.PERSONAL_DATA_DAYS, "contact": settings.CONTACT}
    return render(request, "tournaments/privacy.html", context)
