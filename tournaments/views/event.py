"""The front page of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access import event_page
from tournaments.models import Tournament


@event_page()
def event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """When, where and what is played; what the staff announced."""
    return render(request, "tournaments/event.html", {"page": "event"})
