"""Prints of an event: ordered once, rendered once, stored unchanged, deleted with the event or when a name is
forgotten.
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
from django.db.models import F, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from core import stamps
from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_kinds import PrintStopped
from pairings.engine.prints import PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.models import PrintedRound, Round, StoredPrint
from pairings.models.prints import LONGEST_KEY
from pairings.services import locks
from tournaments import scopes
from tournaments.models import Tournament, User

State = StoredPrint.State
MOST_STORED = 100
"""Stored prints of one event; the oldest are deleted."""

BEAT = timedelta(seconds=1)
"""The shortest time between two progress updates."""

LEFT = timedelta(seconds=30)
"""After so long without a page, a print whose worker was killed is rendered by the next one."""

ONE_PRESS = timedelta(minutes=1)
"""The same choice of one page is one press for so long, whatever a network or a double click repeats."""

NAME_BYTES = 16


@transaction.atomic
def order(
    event: Tournament,
    choice: PrintChoice,
    *,
    key: str,
    by: User | None,
    site: str,
    kind: str = StoredPrint.Kind.CHOICE.value,
    now: datetime | None = None,
) -> tuple[StoredPrint, bool]:
    """Create a print to be rendered; returns it and whether it is new.

    `key` is that of the page. The same choice with it within `ONE_PRESS` returns the same print, and so does the same
    choice of any page while it is being printed. Refused: PRINT_ODD (no key).
    """
    if not 0 < len(key) <= LONGEST_KEY:
        raise Refused(PairingRefusal.PRINT_ODD)
    now = now or timezone.now()
    own = StoredPrint.objects.filter(tournament=event)
    pressed = hashlib.sha256(json.dumps([key, kind, choice.facts()]).encode()).hexdigest()[:32]
    of_page = own.filter(key__startswith=pressed)
    newest = of_page.order_by("-pk").first()
    if newest is not None and (newest.goes_on or newest.at > now - ONE_PRESS):
        return newest, False
    running = own.filter(kind=kind, state__in=[State.WAITING, State.RUNNING], choice=choice.facts())
    elsewhere = next((row for row in running if not row.is_silent(now)), None)
    if elsewhere is not None:
        return elsewhere, False
    stamps.mark(scopes.results(event.pk))
    facts = {"kind": kind, "choice": choice.facts(), "site": site, "by": by, "at": now}
    row, new = StoredPrint.objects.get_or_create(
        tournament=event, key=f"{pressed}-{newest.pk if newest else 0}"[:LONGEST_KEY], defaults=facts
    )
    for old in own.order_by("-pk")[MOST_STORED:]:
        old.delete()
    return row, new


def begin(pk: int, *, again: bool = False, now: datetime | None = None) -> StoredPrint | None:
    """Start a waiting print; None if it was started elsewhere or is gone.

    `again`: also a stopped one, or one whose worker was killed and has shown no page since.
    """
    now = now or timezone.now()
    free = Q(state=State.WAITING)
    if again:
        free |= Q(state=State.FAILED) | Q(state=State.RUNNING, last_seen_at__lt=now - LEFT)
    begun = {"state": State.RUNNING, "last_seen_at": now, "problem": "", "attempt": F("attempt") + int(again)}
    if not StoredPrint.objects.filter(free, pk=pk).update(**begun):
        return None
    return StoredPrint.objects.select_related("tournament").filter(pk=pk).first()


def note_progress(
    row: StoredPrint, *, sheet: int, sheets: int, pages: int, now: datetime | None = None
) -> None:
    """Update the progress of a print; at most once a second."""
    now = now or timezone.now()
    if row.last_seen_at is None or now - row.last_seen_at >= BEAT:
        row.last_seen_at = now
        _own(row).update(sheet=sheet, sheets=sheets, pages=pages, last_seen_at=now)


def keep(
    row: StoredPrint,
    pdf: bytes,
    *,
    pages: int,
    rounds: Iterable[tuple[Round, int]],
    now: datetime | None = None,
) -> bool:
    """Store the PDF with the rounds it shows and their revisions; returns whether it was still wanted."""
    now = now or timezone.now()
    digest = hashlib.sha256(pdf).hexdigest()
    field = StoredPrint(file="").file
    field.save(f"{secrets.token_hex(NAME_BYTES)}.pdf", ContentFile(pdf), save=False)
    facts = {"pages": pages, "size": len(pdf), "digest": digest, "printed_at": now, "last_seen_at": now}
    with transaction.atomic():
        wanted = bool(_own(row).update(state=State.DONE, file=field.name, **facts))
        if wanted:
            stamps.mark(scopes.results(row.tournament_id))
            rows = [PrintedRound(stored=row, round=round_, revision=number) for round_, number in rounds]
            PrintedRound.objects.bulk_create(rows)
    if not wanted:
        field.storage.delete(str(field.name))
    return wanted


@transaction.atomic
def stop(row: StoredPrint, problem: str) -> None:
    """Mark a print as failed, with the code `problem`. The journal line notifies the person who prints."""
    locks.event(row.tournament)
    if _own(row).update(state=State.FAILED, problem=problem):
        journal.write(row.tournament, PrintStopped(print=row.pk, code=problem), by=None)


def _own(row: StoredPrint) -> Any:
    """The row, unless it was restarted since."""
    return StoredPrint.objects.filter(pk=row.pk, state=State.RUNNING, attempt=row.attempt)


@transaction.atomic
def restart(row: StoredPrint, *, now: datetime | None = None) -> bool:
    """Queue a stopped, abandoned or waiting print again; returns whether it has to be rendered."""
    now = now or timezone.now()
    fresh = StoredPrint.objects.get(pk=row.pk)
    if fresh.state == State.DONE or (fresh.state == State.RUNNING and not fresh.is_silent(now)):
        return False
    stamps.mark(scopes.results(fresh.tournament_id))
    same = StoredPrint.objects.filter(pk=row.pk, attempt=fresh.attempt, state=fresh.state)
    return bool(
        same.update(
            attempt=fresh.attempt + 1,
            state=State.WAITING,
            problem="",
            at=now,
            last_seen_at=None,
            sheet=0,
            pages=0,
        )
    )


def forget(event: Tournament) -> None:
    """Delete all prints of the event: they show the name of a person to be forgotten."""
    for row in StoredPrint.objects.filter(tournament=event):
        row.delete()


@receiver(post_delete, sender=StoredPrint)
def _drop_file(instance: StoredPrint, **_more: Any) -> None:
    # Whatever deletes the row: the file has names in it.
    if instance.file:
        transaction.on_commit(partial(instance.file.storage.delete, str(instance.file.name)))
