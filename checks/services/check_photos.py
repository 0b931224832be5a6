"""Photos of a deck check: stored small and private, withdrawn and restored; their files are deleted with their rows."""

import secrets
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from checks.engine.journal_kinds import CheckPhotoTaken, CheckPhotoWithdrawn
from checks.engine.refusals import CheckRefusal
from checks.models import CheckPhoto, DeckCheck
from checks.models.checks import LONGEST_KEY, LONGEST_WHY
from checks.services import locks, pictures
from checks.services.deck_checks import journal_check
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from tournaments.models import User

MOST_PHOTOS = 24
NAME_BYTES = 16
WITH_PHOTOS = (DeckCheck.State.RUNNING, DeckCheck.State.DONE)


def add(
    check: DeckCheck, data: bytes, *, key: str, by: User | None, note: str = "", now: datetime | None = None
) -> CheckPhoto:
    """Store a photo of a running or finished check; the same `key` again is the same photo.

    Refused: PHOTO_TOO_BIG, PHOTO_TOO_WIDE, PHOTO_UNREADABLE, CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name), CHECK_TAP_ODD
    (no key), PHOTOS_TOO_MANY (most).
    """
    photo = CheckPhoto.objects.filter(check_of=check, key=key).first()
    return photo or _save(check, pictures.small(data), key=key, by=by, note=note, now=now or timezone.now())


@transaction.atomic
def _save(
    check: DeckCheck, image: bytes, *, key: str, by: User | None, note: str, now: datetime
) -> CheckPhoto:
    check = locks.check(check)
    rows = CheckPhoto.objects.filter(check_of=check)
    twice = rows.filter(key=key).first()
    if twice is not None:
        return twice
    if check.state not in WITH_PHOTOS:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    if not 0 < len(key) <= LONGEST_KEY:
        raise Refused(CheckRefusal.CHECK_TAP_ODD)
    if rows.filter(withdrawn_at=None).count() >= MOST_PHOTOS:
        raise Refused(CheckRefusal.PHOTOS_TOO_MANY, most=MOST_PHOTOS)
    photo = CheckPhoto(check_of=check, key=key, note=note.strip()[:LONGEST_WHY], at=now, by=by)
    photo.image.save(f"{secrets.token_hex(NAME_BYTES)}.jpg", ContentFile(image), save=False)
    photo.save()
    journal_check(check, CheckPhotoTaken, by=by, at=now, photo=photo.pk)
    return photo


@transaction.atomic
def withdraw(photo: CheckPhoto, *, by: User | None, now: datetime | None = None) -> CheckPhoto:
    """Hide a photo; an undo restores it. Refused: CHECK_NOT_FOUND, PHOTO_NOT_FOUND."""
    check, now = locks.check(photo.check_of), now or timezone.now()
    row = CheckPhoto.objects.filter(pk=photo.pk, check_of=check, withdrawn_at=None).first()
    if row is None:
        raise Refused(CheckRefusal.PHOTO_NOT_FOUND)
    row.withdrawn_at = now
    row.save(update_fields=["withdrawn_at"])
    journal_check(check, CheckPhotoWithdrawn, by=by, at=now, photo=row.pk)
    return row


def fit(rows: list[dict[str, Any]], photos: Mapping[str, bytes], undone: ExitStack) -> list[dict[str, Any]]:
    """Save photos of a snapshot in new files, deleted again if the restore is undone.

    Photos whose image is missing or shared with an earlier row are left out, and those beyond the limit of a check.
    Refused: PHOTO_TOO_BIG, PHOTO_TOO_WIDE, PHOTO_UNREADABLE.
    """
    fitted, used, held = list[dict[str, Any]](), set[str](), Counter[int]()
    for row in rows:
        name, check = row["image"], row["check_of_id"]
        counts = row["withdrawn_at"] is None
        if name not in photos or name in used or (counts and held[check] >= MOST_PHOTOS):
            continue
        used.add(name)
        held[check] += counts
        image = CheckPhoto(image="").image
        image.save(
            f"{secrets.token_hex(NAME_BYTES)}.jpg", ContentFile(pictures.small(photos[name])), save=False
        )
        undone.callback(image.storage.delete, str(image.name))
        fitted.append({**row, "image": image.name})
    return fitted


@receiver(post_delete, sender=CheckPhoto)
def _drop_file(instance: CheckPhoto, **_more: Any) -> None:
    # However the row is deleted, no photo of a player's deck may remain.
    transaction.on_commit(partial(instance.image.storage.delete, str(instance.image.name)))


KINDS = ("CheckPhotoTaken", "CheckPhotoWithdrawn")


def _turn(line: JournalEvent, *, withdrawn: datetime | None) -> None:
    photo = CheckPhoto.objects.filter(
        pk=line.facts["photo"], check_of__entry__division=line.division_id
    ).first()
    if photo is None or (photo.withdrawn_at is None) == (withdrawn is None):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(line, KINDS, photo=photo.pk)
    photo.withdrawn_at = withdrawn
    photo.save(update_fields=["withdrawn_at"])


add_undo(lambda line: _turn(line, withdrawn=timezone.now()), CheckPhotoTaken)
add_undo(lambda line: _turn(line, withdrawn=None), CheckPhotoWithdrawn)
