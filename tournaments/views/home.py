"""Where everybody arrives: your events, or the public ones."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import queries


def home(request: HttpRequest) -> HttpResponse:
    """The events of whoever signed in, the public ones for everybody else."""
    user = request.user
    rows = queries.events_of(user) if user.is_authenticated else queries.public_events()
    return render(request, "tournaments/home.html", {"rows": rows})
