"""Links from a step to its undo, which a room further right serves."""

from django.contrib import messages
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from core.engine.journal.kinds import reversible
from tournaments import hooks
from tournaments.models import Tournament, User


def undo_url(event: Tournament, line: int) -> str:
    """The address that undoes a journal line; "" if no room serves it."""
    try:
        return reverse("pairings:undo", args=[event.slug, line])
    except NoReverseMatch:
        return ""


def newest(event: Tournament) -> int:
    """The key of the newest journal line of an event, 0 without one."""
    line = event.journal.order_by("-pk").values_list("pk", flat=True).first()
    return line or 0


def undo_tag(event: Tournament, *, since: int, by: User) -> str:
    """The message tag that undoes what this person changed after journal line `since`; "" if nothing changed."""
    lines = event.journal.filter(kind__in=reversible(), pk__gt=since, by=by)
    line = lines.order_by("-pk").values_list("pk", flat=True).first()
    url = undo_url(event, line) if line else ""
    return f"undo={url}" if url else ""


def add_news(request: HttpRequest, event: Tournament, *, since: int) -> None:
    """Add messages for the next page about consequences of a step, after journal line `since`."""
    for news in hooks.step_news:
        for sentence in news(event, since):
            messages.warning(request, sentence)
