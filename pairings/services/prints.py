"""Prints of an event, each rendered once and stored unchanged.

They are deleted with the event, or when a person named in them is forgotten.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from core import stamps
from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_kinds import PrintStopped
from pairings.engine.print_choice import PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.models import PrintedRound, Round, StoredPrint
from pairings.models.prints import MAX_KEY_LENGTH
from pairings.services import locks
from tournaments import scopes
from tournaments.models import Tournament, User

State = StoredPrint.State
MAX_STORED_PRINTS = 100
"""Maximum number of stored prints of one event. The oldest ones are deleted."""

PROGRESS_INTERVAL = timedelta(seconds=1)
"""Minimum time between two progress updates."""

ABANDONED_AFTER = timedelta(seconds=30)
"""Time without progress after which another worker may render a running print."""

SAME_PRESS_WINDOW = timedelta(minutes=1)
"""How long a second press of the same choice on the same page counts as a repetition.

Browsers and networks repeat requests, and users double-click.
"""

NAME_BYTES = 16


@transaction.atomic
def order_print(
    event: Tournament,
    choice: PrintChoice,
    *,
    key: str,
    by: User | None,
    site: str,
    kind: str = StoredPrint.Kind.CHOICE.value,
    now: datetime | None = None,
) -> tuple[StoredPrint, bool]:
    """Create a print to render. Return the print and whether it is new.

    `key` identifies the page. The same choice with the same key within `SAME_PRESS_WINDOW`, or from any
    page while it is being printed, returns the same print. The oldest prints beyond MAX_STORED_PRINTS are
    deleted. Refused: PRINT_ODD if the key is empty or too long.
    """
    if not 0 < len(key) <= MAX_KEY_LENGTH:
        raise Refused(PairingRefusal.PRINT_ODD)
    now = now or timezone.now()
    prints = StoredPrint.objects.filter(tournament=event)
    press_digest = hashlib.sha256(json.dumps([key, kind, choice.facts()]).encode()).hexdigest()[:32]
    prints_of_press = prints.filter(key__startswith=press_digest)
    newest = prints_of_press.order_by("-pk").first()
    if newest is not None and (newest.is_unfinished or newest.at > now - SAME_PRESS_WINDOW):
        return newest, False
    unfinished = prints.filter(kind=kind, state__in=[State.WAITING, State.RUNNING], choice=choice.facts())
    same_print = next((stored_print for stored_print in unfinished if not stored_print.is_silent(now)), None)
    if same_print is not None:
        return same_print, False
    stamps.mark_scopes_changed(scopes.results_scope(event.pk))
    facts = {"kind": kind, "choice": choice.facts(), "site": site, "by": by, "at": now}
    stored_print, is_new = StoredPrint.objects.get_or_create(
        tournament=event, key=f"{press_digest}-{newest.pk if newest else 0}"[:MAX_KEY_LENGTH], defaults=facts
    )
    for excess_print in prints.order_by("-pk")[MAX_STORED_PRINTS:]:
        excess_print.delete()
    return stored_print, is_new


def start_print(pk: int, *, again: bool = False, now: datetime | None = None) -> StoredPrint | None:
    """Start a waiting print. Return None if another worker started it or if it was deleted.

    `again` also starts a failed print, and a running one without progress for `ABANDONED_AFTER`, because its worker
    has died.
    """
    now = now or timezone.now()
    can_start = Q(state=State.WAITING)
    if again:
        can_start |= Q(state=State.FAILED) | Q(state=State.RUNNING, last_seen_at__lt=now - ABANDONED_AFTER)
    started_fields = {
        "state": State.RUNNING,
        "last_seen_at": now,
        "problem": "",
        "attempt": F("attempt") + int(again),
    }
    if not StoredPrint.objects.filter(can_start, pk=pk).update(**started_fields):
        return None
    return StoredPrint.objects.select_related("tournament").filter(pk=pk).first()


def record_print_progress(
    stored_print: StoredPrint, *, sheet: int, sheets: int, pages: int, now: datetime | None = None
) -> None:
    """Update the progress of a print, at most once a second."""
    now = now or timezone.now()
    if stored_print.last_seen_at is None or now - stored_print.last_seen_at >= PROGRESS_INTERVAL:
        stored_print.last_seen_at = now
        _row_unless_restarted(stored_print).update(sheet=sheet, sheets=sheets, pages=pages, last_seen_at=now)


def store_print_pdf(
    stored_print: StoredPrint,
    pdf: bytes,
    *,
    pages: int,
    rounds: Iterable[tuple[Round, int]],
    now: datetime | None = None,
) -> bool:
    """Store the PDF with the rounds it shows and their revisions.

    Return False if the print was restarted or deleted.
    """
    now = now or timezone.now()
    digest = hashlib.sha256(pdf).hexdigest()
    # The field of an unsaved row is enough to write the file to the storage.
    field = StoredPrint(file="").file
    field.save(f"{secrets.token_hex(NAME_BYTES)}.pdf", ContentFile(pdf), save=False)
    facts = {"pages": pages, "size": len(pdf), "digest": digest, "printed_at": now, "last_seen_at": now}
    with transaction.atomic():
        is_needed = bool(
            _row_unless_restarted(stored_print).update(state=State.DONE, file=field.name, **facts)
        )
        if is_needed:
            stamps.mark_scopes_changed(scopes.results_scope(stored_print.tournament_id))
            printed_rounds = [
                PrintedRound(stored=stored_print, round=round_, revision=number) for round_, number in rounds
            ]
            PrintedRound.objects.bulk_create(printed_rounds)
    if not is_needed:
        field.storage.delete(str(field.name))
    return is_needed


@transaction.atomic
def fail_print(stored_print: StoredPrint, problem: str) -> None:
    """Mark a print as failed, with the code `problem`, unless it was restarted.

    The journal line sends a notice to the person who ordered the print.
    """
    locks.lock_event(stored_print.tournament)
    if _row_unless_restarted(stored_print).update(state=State.FAILED, problem=problem):
        journal.write_journal_line(
            stored_print.tournament, PrintStopped(print=stored_print.pk, code=problem), by=None
        )


def _row_unless_restarted(stored_print: StoredPrint) -> QuerySet[StoredPrint]:
    """Return the print as a queryset, which is empty if it has been restarted since."""
    return StoredPrint.objects.filter(pk=stored_print.pk, state=State.RUNNING, attempt=stored_print.attempt)


@transaction.atomic
def restart_print(stored_print: StoredPrint, *, now: datetime | None = None) -> bool:
    """Queue a failed, abandoned or waiting print again. Return whether it has to be rendered."""
    now = now or timezone.now()
    current = StoredPrint.objects.get(pk=stored_print.pk)
    if current.state == State.DONE or (current.state == State.RUNNING and not current.is_silent(now)):
        return False
    stamps.mark_scopes_changed(scopes.results_scope(current.tournament_id))
    same_attempt = StoredPrint.objects.filter(
        pk=stored_print.pk, attempt=current.attempt, state=current.state
    )
    return bool(
        same_attempt.update(
            attempt=current.attempt + 1,
            state=State.WAITING,
            problem="",
            at=now,
            last_seen_at=None,
            sheet=0,
            pages=0,
        )
    )


def delete_prints(event: Tournament) -> None:
    """Delete all prints of the event, because they show the name of a person to be forgotten."""
    for stored_print in StoredPrint.objects.filter(tournament=event):
        stored_print.delete()


@receiver(post_delete, sender=StoredPrint)
def _delete_file(instance: StoredPrint, **_more: Any) -> None:
    # The file contains names, so it must not outlive its row, however the row is deleted.
    if instance.file:
        transaction.on_commit(partial(instance.file.storage.delete, str(instance.file.name)))
