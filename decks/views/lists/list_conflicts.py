"""Changes of a deck list delayed on a phone: applied once; if the list was changed elsewhere, both are shown."""

import hashlib
from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core import unsent
from decks.models import DeckList
from decks.queries.pools import autofill
from decks.services.lists.working_copies import storable
from tournaments import hooks


def stamp(row: DeckList) -> str:
    """A stamp that changes with the working copy."""
    typed = f"{row.working_copy}\0{row.working_copy_unused}\0{row.working_copy_supplied}"
    return hashlib.sha256(typed.encode()).hexdigest()[:16]


def is_in(row: DeckList) -> bool:
    """Whether the working copy is the latest version, submitted by the player already."""
    newest = row.versions.order_by("-number").first()
    if newest is None or not newest.by_player or newest.text != row.working_copy:
        return False
    return autofill.typed(newest) == autofill.Typed(row.working_copy_unused, row.working_copy_supplied)


def counting_text(row: DeckList) -> str:
    """The version that counts: "Version 2 counts, handed in on 3 May, 10:12: 60 cards." """
    version = row.counts
    if version is None:
        return _("No list has been handed in.")
    return _("Version %(number)s counts, handed in on %(at)s: %(total)s cards.") % {
        "number": version.number,
        "at": date_format(timezone.localtime(version.at), "j M, H:i"),
        "total": version.total,
    }


def sent_later(request: HttpRequest, row: DeckList, do: Callable[[], str]) -> HttpResponse:
    """Apply one delayed entry of the phone, once per key; `do` returns a sentence if it is refused.

    The response has `seen`, the new stamp of the list, for the entries queued behind it.
    """
    key = unsent.key_of(request)
    again = False
    if key:
        # Asks whether the key is new without using it up.
        with transaction.atomic():
            again = not all(first(key) for first in hooks.first_time)
            transaction.set_rollback(True)
    # The list has changed since this was typed, and differs from it.
    seen = request.POST.get("seen", "")
    is_older = seen not in ("", stamp(row)) and unsent.has_waited(request)
    if not again and is_older and storable(request.POST.get("text", "\0")) != row.working_copy:
        return unsent.conflict(
            _("Your list was changed elsewhere while this version waited on the phone."),
            row.working_copy,
            unsent.Anyway(_("Use what I typed"), {"seen": stamp(row)}) if "text" in request.POST else None,
        )
    fault = "" if again else take(request, row, do)
    if fault:
        return unsent.conflict(fault, counting_text(row))
    row.refresh_from_db()
    return JsonResponse({"to": reverse("decks:mine", args=[row.token]), "again": again, "seen": stamp(row)})


def take(request: HttpRequest, row: DeckList, do: Callable[[], str]) -> str:
    """Run `do` once per key and return its sentence if it is refused.

    Then what was typed is still saved, and the key stays unused.
    """
    key = unsent.key_of(request)
    with transaction.atomic():
        fault = do()
        again = bool(key) and not fault and not all(first(key) for first in hooks.first_time)
        if again:
            transaction.set_rollback(True)
    if again:
        row.refresh_from_db()
    return fault
