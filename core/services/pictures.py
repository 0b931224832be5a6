"""The cover of a home and the logo of a team: store them scaled down, remove them, and delete files with their rows.

The name of a file begins with the digest of its content and ends with random letters, so browsers may cache it forever,
no row shares its file with another, and the picture of a home that is not public cannot be guessed.
"""

import hashlib
import secrets
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.db import transaction
from django.db.models.fields.files import ImageFieldFile
from django.db.models.signals import post_delete
from django.dispatch import receiver

from core import hooks
from core.engine.journal_kinds import CoverRemoved, CoverSet, TeamLogoRemoved, TeamLogoSet
from core.engine.snapshots.parts import Row
from core.models import Cover, Team
from core.models.journal import Home
from core.services import journal, locks
from core.services.picture_scaling import shrink_picture

MAX_SIDE_OF_COVER, MAX_SIDE_OF_LOGO = 1600, 384
"""In pixels: a cover is as wide as a page on a laptop, a logo is sharp at three times the size of its circle."""


def set_cover(home: Home, data: bytes, *, by: AbstractUser | None) -> Cover:
    """Store the cover of a home and delete the previous one.

    Refused: PICTURE_TOO_BIG, PICTURE_TOO_WIDE, PICTURE_UNREADABLE, CHANGED_MEANWHILE.
    """
    # Scaling takes a while, so it is done before the home is locked.
    picture = shrink_picture(data, MAX_SIDE_OF_COVER)
    with transaction.atomic(), ExitStack() as cleanup:
        for lock in hooks.home_locks:
            home = lock(home)
        cover = Cover.objects.filter(tournament=home.pk).first() or Cover(tournament_id=home.pk)
        _delete_picture_after_commit(cover.image)
        _save_picture(cover.image, picture, cleanup)
        cover.save()
        journal.write_journal_line(home, CoverSet(), by=by)
        cleanup.pop_all()
    return cover


@transaction.atomic
def remove_cover(home: Home, *, by: AbstractUser | None) -> None:
    """Delete the cover of a home with its file. Does nothing without a cover. Refused: CHANGED_MEANWHILE."""
    for lock in hooks.home_locks:
        home = lock(home)
    deleted, _rows = Cover.objects.filter(tournament=home.pk).delete()
    if deleted:
        journal.write_journal_line(home, CoverRemoved(), by=by)


def set_logo(team: Team, data: bytes, *, by: AbstractUser | None) -> Team:
    """Store the logo of a team and delete the previous one. Refused: see `set_cover`."""
    picture = shrink_picture(data, MAX_SIDE_OF_LOGO)
    with transaction.atomic(), ExitStack() as cleanup:
        locked = locks.lock_team(team)
        _delete_picture_after_commit(locked.logo)
        _save_picture(locked.logo, picture, cleanup)
        locked.save(update_fields=["logo"])
        journal.write_journal_line(None, TeamLogoSet(name=locked.name, team=locked.pk), by=by)
        cleanup.pop_all()
    return locked


@transaction.atomic
def remove_logo(team: Team, *, by: AbstractUser | None) -> Team:
    """Delete the logo of a team with its file. Does nothing without a logo. Refused: CHANGED_MEANWHILE."""
    locked = locks.lock_team(team)
    if locked.logo:
        _delete_picture_after_commit(locked.logo)
        locked.logo = ""
        locked.save(update_fields=["logo"])
        journal.write_journal_line(None, TeamLogoRemoved(name=locked.name, team=locked.pk), by=by)
    return locked


def restore_cover_pictures(rows: list[Row], pictures: Mapping[str, bytes], cleanup: ExitStack) -> list[Row]:
    """Save the cover of a snapshot in a new file and return its row in a list.

    `cleanup` deletes the file if the restore fails. A cover without a picture is omitted. Refused:
    PICTURE_TOO_BIG, PICTURE_TOO_WIDE, PICTURE_UNREADABLE.
    """
    restored: list[Row] = []
    for row in rows:
        if row["image"] in pictures:
            image = Cover(image="").image
            _save_picture(image, shrink_picture(pictures[row["image"]], MAX_SIDE_OF_COVER), cleanup)
            restored.append({**row, "image": image.name})
    return restored


def _save_picture(image: ImageFieldFile, picture: bytes, cleanup: ExitStack) -> None:
    """Save a picture in a new file. `cleanup` deletes the file unless its callbacks are dropped."""
    digest = hashlib.sha256(picture).hexdigest()[:32]
    image.save(f"{digest}-{secrets.token_hex(8)}.webp", ContentFile(picture), save=False)
    cleanup.callback(image.storage.delete, str(image.name))


def _delete_picture_after_commit(image: ImageFieldFile) -> None:
    if image:
        storage: Storage = image.storage
        transaction.on_commit(partial(storage.delete, str(image.name)))


# Signals delete the file however its row is deleted, with its home or its team.
@receiver(post_delete, sender=Cover)
def _delete_cover_file(instance: Cover, **_kwargs: Any) -> None:
    _delete_picture_after_commit(instance.image)


@receiver(post_delete, sender=Team)
def _delete_logo_file(instance: Team, **_kwargs: Any) -> None:
    _delete_picture_after_commit(instance.logo)
