"""Prints of an event: ordered once a press, made once, kept as they are, gone with the event or a name forgotten."""

import hashlib
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
from pairings.engine.journal_kinds import PrintStopped
from pairings.engine.prints import PrintChoice
from pairings.models import PrintedRound, Round, StoredPrint
from pairings.models.prints import LONGEST_KEY
from pairings.services import locks
from tournaments import scopes
from tournaments.models import Tournament, User
from tournaments.services import journal

State = StoredPrint.State
MOST_STORED = 100
"""Prints of one event; the oldest make room."""

BEAT = timedelta(seconds=1)
"""Between two notes of how far a print is."""

LEFT = timedelta(seconds=30)
"""Without a page for so long, a print whose worker was killed is made by the next one."""

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
    """A print to be made, and whether it is a new one: the same `key` again is the same print, and so is the same
    choice while it is being printed. Refused: PRINT_ODD (no key).
    """
    if not 0 < len(key) <= LONGEST_KEY:
        raise Refused("PRINT_ODD")
    now = now or timezone.now()
    own = StoredPrint.objects.filter(tournament=event)
    running = own.filter(kind=kind, state__in=[State.WAITING, State.RUNNING], choice=choice.facts())
    found = own.filter(key=key).first() or next((one for one in running if not one.is_silent(now)), None)
    if found is not None:
        return found, False
    stamps.mark(scopes.results(event.pk))
    facts = {"kind": kind, "choice": choice.facts(), "site": site, "by": by, "at": now}
    row, new = StoredPrint.objects.get_or_create(tournament=event, key=key, defaults=facts)
    for old in own.order_by("-pk")[MOST_STORED:]:
        old.delete()
    return row, new


def begin(pk: int, *, again: bool = False, now: datetime | None = None) -> StoredPrint | None:
    """Start a print that waits; None where somebody else has, or it is gone. `again`: also one that stopped, or whose
    maker was killed and has shown no page since.
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
    """How far a print is, and that it lives; written once a second at the most."""
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
    """Store what was printed, with the rounds it shows and their revisions; whether it was still wanted."""
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
    """The print failed; `problem` says why. The journal line notifies the person who prints."""
    locks.event(row.tournament)
    if _own(row).update(state=State.FAILED, problem=problem):
        journal.write(row.tournament, PrintStopped(print=row.pk, code=problem), by=None)


def _own(row: StoredPrint) -> Any:
    """The row, unless somebody has started it anew since."""
    return StoredPrint.objects.filter(pk=row.pk, state=State.RUNNING, attempt=row.attempt)


@transaction.atomic
def restart(row: StoredPrint, *, now: datetime | None = None) -> bool:
    """Have a print made that stopped, that whoever printed it left behind, or that waits; whether it has to be made."""
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
    """Nothing printed of this event is kept any more: its sheets show the name of somebody who is forgotten."""
    for row in StoredPrint.objects.filter(tournament=event):
        row.delete()


@receiver(post_delete, sender=StoredPrint)
def _drop_file(instance: StoredPrint, **_more: Any) -> None:
    """Whatever deletes a row, down to the deletion of the event, leaves no names behind."""
    if instance.file:
        transaction.on_commit(partial(instance.file.storage.delete, str(instance.file.name)))
