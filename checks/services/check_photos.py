"""Photos of a deck check: scale and store, withdraw and restore them, and delete their files."""

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
from checks.models.checks import MAX_KEY_LENGTH, MAX_WHY_LENGTH
from checks.services import locks
from checks.services.deck_checks import journal_check
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.parts import Row
from core.models import JournalEvent
from core.services import journal
from core.services.picture_scaling import shrink_photo
from tournaments.models import User

MAX_PHOTOS = 24
NAME_BYTES = 16
"""Number of random bytes in a file name, so that it cannot be guessed."""
WITH_PHOTOS = (DeckCheck.State.RUNNING, DeckCheck.State.DONE)


def add_check_photo(
    check: DeckCheck, data: bytes, *, key: str, by: User | None, note: str = "", now: datetime | None = None
) -> CheckPhoto:
    """Store a photo of a running or finished check.

    If a photo with this `key` is already stored, return it. Refused: PICTURE_TOO_BIG, PICTURE_TOO_WIDE,
    PICTURE_UNREADABLE, CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name), CHECK_TAP_ODD if `key` is empty or too long,
    PHOTOS_TOO_MANY (most).
    """
    now = now or timezone.now()
    if photo := CheckPhoto.objects.filter(check_of=check, key=key).first():
        return photo
    # Scaling is slow, so do it before locking the check.
    image = shrink_photo(data)
    with transaction.atomic():
        check = locks.lock_check(check)
        photos = CheckPhoto.objects.filter(check_of=check)
        if photo := photos.filter(key=key).first():
            return photo
        if check.state not in WITH_PHOTOS:
            raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
        if not 0 < len(key) <= MAX_KEY_LENGTH:
            raise Refused(CheckRefusal.CHECK_TAP_ODD)
        if photos.filter(withdrawn_at=None).count() >= MAX_PHOTOS:
            raise Refused(CheckRefusal.PHOTOS_TOO_MANY, most=MAX_PHOTOS)
        photo = CheckPhoto(check_of=check, key=key, note=note.strip()[:MAX_WHY_LENGTH], at=now, by=by)
        photo.image.save(f"{secrets.token_hex(NAME_BYTES)}.jpg", ContentFile(image), save=False)
        photo.save()
        journal_check(check, CheckPhotoTaken, by=by, at=now, photo=photo.pk)
    return photo


@transaction.atomic
def withdraw_check_photo(photo: CheckPhoto, *, by: User | None, now: datetime | None = None) -> CheckPhoto:
    """Hide a photo; an undo restores it. Refused: CHECK_NOT_FOUND, PHOTO_NOT_FOUND."""
    check, now = locks.lock_check(photo.check_of), now or timezone.now()
    current = CheckPhoto.objects.filter(pk=photo.pk, check_of=check, withdrawn_at=None).first()
    if current is None:
        raise Refused(CheckRefusal.PHOTO_NOT_FOUND)
    current.withdrawn_at = now
    current.save(update_fields=["withdrawn_at"])
    journal_check(check, CheckPhotoWithdrawn, by=by, at=now, photo=current.pk)
    return current


def restore_check_photos(rows: list[Row], photos: Mapping[str, bytes], rollback: ExitStack) -> list[Row]:
    """Save the photos of a snapshot in new files, and return their rows with the new names.

    `photos` maps file names to images. `rollback` gets a callback for each new file to delete it. A photo is
    skipped if its image is missing or already used by an earlier row, or if it is visible and the check already
    has MAX_PHOTOS visible ones. Refused: PICTURE_TOO_BIG, PICTURE_TOO_WIDE, PICTURE_UNREADABLE.
    """
    restored, used_names, counts = list[Row](), set[str](), Counter[int]()
    for row in rows:
        name, check = row["image"], row["check_of_id"]
        is_visible = row["withdrawn_at"] is None
        if name not in photos or name in used_names or (is_visible and counts[check] >= MAX_PHOTOS):
            continue
        used_names.add(name)
        counts[check] += is_visible
        # The field of an unsaved row stores the file.
        image = CheckPhoto(image="").image
        image.save(
            f"{secrets.token_hex(NAME_BYTES)}.jpg",
            ContentFile(shrink_photo(photos[name])),
            save=False,
        )
        rollback.callback(image.storage.delete, str(image.name))
        restored.append({**row, "image": image.name})
    return restored


@receiver(post_delete, sender=CheckPhoto)
def _delete_file(instance: CheckPhoto, **_kwargs: Any) -> None:
    # A signal deletes the file on every way of deleting the row, so that no photo of a player's deck remains.
    transaction.on_commit(partial(instance.image.storage.delete, str(instance.image.name)))


KINDS = ("CheckPhotoTaken", "CheckPhotoWithdrawn")


def _set_check_photo_withdrawn(line: JournalEvent, *, withdrawn: datetime | None) -> None:
    """Set the time at which a photo was withdrawn, or clear it if `withdrawn` is None.

    Refused: UNDO_OVERTAKEN if the photo has changed since.
    """
    photo = CheckPhoto.objects.filter(
        pk=line.facts["photo"], check_of__entry__division=line.division_id
    ).first()
    if photo is None or (photo.withdrawn_at is None) == (withdrawn is None):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, KINDS, photo=photo.pk)
    photo.withdrawn_at = withdrawn
    photo.save(update_fields=["withdrawn_at"])


add_undo(lambda line: _set_check_photo_withdrawn(line, withdrawn=timezone.now()), CheckPhotoTaken)
add_undo(lambda line: _set_check_photo_withdrawn(line, withdrawn=None), CheckPhotoWithdrawn)
