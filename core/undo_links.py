"""Addresses that undo a step, and messages about its consequences."""

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest

from core import hooks
from core.engine.journal.kinds import reversible_kinds
from core.models import JournalEvent
from core.models.journal import Home


def undo_url(home: Home, line: int) -> str:
    """Return the address that undoes a journal line, or "" if no app serves it."""
    return next(filter(None, (find_address(home, line) for find_address in hooks.undo_addresses)), "")


def newest_line_key(home: Home) -> int:
    """Return the key of the newest journal line of a home, or 0 if there is none."""
    lines = JournalEvent.objects.filter(tournament=home.pk)
    return lines.order_by("-pk").values_list("pk", flat=True).first() or 0


def undo_tag(home: Home, *, since: int, by: AbstractUser) -> str:
    """Return a message tag with the address that undoes the last step of `by` after journal line `since`.

    `since` is the key of the line. Return "" if there is no such step, or no address undoes it.
    """
    lines = JournalEvent.objects.filter(
        tournament=home.pk, kind__in=reversible_kinds(), pk__gt=since, by=by.pk
    )
    line = lines.order_by("-pk").values_list("pk", flat=True).first()
    url = undo_url(home, line) if line else ""
    return f"undo={url}" if url else ""


def add_step_news(request: HttpRequest, home: Home, *, since: int) -> None:
    """Add messages to the next page about the consequences of the steps after the journal line `since`."""
    for find_sentences in hooks.step_news:
        for sentence in find_sentences(home, since):
            messages.warning(request, sentence)
