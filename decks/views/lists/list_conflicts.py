"""Apply delayed deck list changes from a phone only once each, and show both lists on a conflict."""

import hashlib
from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core import unsent
from decks.engine.lists import storable_text
from decks.models import DeckList
from decks.queries.pools import autofill
from tournaments import hooks


def working_copy_stamp(deck_list: DeckList) -> str:
    """Return a stamp that changes with the working copy."""
    working_copy = (
        f"{deck_list.working_copy}\0{deck_list.working_copy_unused}\0{deck_list.working_copy_supplied}"
    )
    return hashlib.sha256(working_copy.encode()).hexdigest()[:16]


def is_working_copy_submitted(deck_list: DeckList) -> bool:
    """Return whether the player has already submitted the working copy as the latest version."""
    newest = deck_list.versions.order_by("-number").first()
    if newest is None or not newest.by_player or newest.text != deck_list.working_copy:
        return False
    return autofill.typed_pool_fields(newest) == autofill.TypedFields(
        deck_list.working_copy_unused, deck_list.working_copy_supplied
    )


def effective_version_text(deck_list: DeckList) -> str:
    """Return a sentence on the effective version.

    An example is "Version 2 counts, handed in on 3 May, 10:12: 60 cards.".
    """
    version = deck_list.counts
    if version is None:
        return _("No list has been handed in.")
    return _("Version %(number)s, handed in on %(at)s, is the current one: %(total)s cards.") % {
        "number": version.number,
        "at": date_format(timezone.localtime(version.at), "j M, H:i"),
        "total": version.total,
    }


def apply_delayed_change(
    request: HttpRequest, deck_list: DeckList, apply_change: Callable[[], str]
) -> HttpResponse:
    """Apply a change that a phone queued, only once per key, and return the response to the phone.

    `apply_change` returns a sentence if the change is refused, else "". A refusal, or a change of the list
    elsewhere in the meantime, is answered as a conflict. Otherwise the response contains `seen`, the new
    stamp of the list, which the phone sends with the next queued change.
    """
    key = unsent.idempotency_key(request)
    is_repeated = False
    if key:
        # Checking whether the key is new consumes it, so roll this back.
        with transaction.atomic():
            is_repeated = not all(is_first(key) for is_first in hooks.first_time)
            transaction.set_rollback(True)
    # It is a conflict if the list was changed after this change was typed, and its text is different.
    seen = request.POST.get("seen", "")
    is_outdated = seen not in ("", working_copy_stamp(deck_list)) and unsent.was_sent_later(request)
    if (
        not is_repeated
        and is_outdated
        and storable_text(request.POST.get("text", "\0")) != deck_list.working_copy
    ):
        return unsent.conflict_response(
            _("Your list was changed elsewhere while this version was waiting on the phone."),
            deck_list.working_copy,
            unsent.Anyway(_("Use what I typed"), {"seen": working_copy_stamp(deck_list)})
            if "text" in request.POST
            else None,
        )
    fault = "" if is_repeated else apply_change_once(request, deck_list, apply_change)
    if fault:
        return unsent.conflict_response(fault, effective_version_text(deck_list))
    deck_list.refresh_from_db()
    return JsonResponse(
        {
            "to": reverse("decks:mine", args=[deck_list.token]),
            "again": is_repeated,
            "seen": working_copy_stamp(deck_list),
        }
    )


def apply_change_once(request: HttpRequest, deck_list: DeckList, apply_change: Callable[[], str]) -> str:
    """Run `apply_change` only once per key, and return its sentence if it is refused.

    A repeated change is rolled back. After a refusal the typed text is still saved, and the key can be used
    again.
    """
    key = unsent.idempotency_key(request)
    with transaction.atomic():
        fault = apply_change()
        is_repeated = bool(key) and not fault and not all(is_first(key) for is_first in hooks.first_time)
        if is_repeated:
            transaction.set_rollback(True)
    if is_repeated:
        deck_list.refresh_from_db()
    return fault
