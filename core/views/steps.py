"""Links from a step to its undo, and news of what it caused."""

from django.contrib import messages
from django.http import HttpRequest

from core import hooks
from core.engine.journal.kinds import reversible
from core.models import JournalEvent
from core.models.journal import Account, Home


def undo_url(home: Home, line: int) -> str:
    """The address that undoes a journal line; "" if no room serves it."""
    return next(filter(None, (find(home, line) for find in hooks.undo_addresses)), "")


def newest(home: Home) -> int:
    """The key of the newest journal line of a home, 0 without one."""
    lines = JournalEvent.objects.filter(tournament=home)
    return lines.order_by("-pk").values_list("pk", flat=True).first() or 0


def undo_tag(home: Home, *, since: int, by: Account) -> str:
    """The message tag that undoes what this person changed after journal line `since`; "" if nothing changed."""
    lines = JournalEvent.objects.filter(tournament=home, kind__in=reversible(), pk__gt=since, by=by)
    line = lines.order_by("-pk").values_list("pk", flat=True).first()
    url = undo_url(home, line) if line else ""
    return f"undo={url}" if url else ""


def add_news(request: HttpRequest, home: Home, *, since: int) -> None:
    """Add messages for the next page about consequences of a step, after journal line `since`."""
    for news in hooks.step_news:
        for sentence in news(home, since):
            messages.warning(request, sentence)
