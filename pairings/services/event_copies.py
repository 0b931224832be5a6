"""Copies of an event in a folder of this machine, such as a USB stick.

If a copy fails, the error is stored with the event, and the step that caused the copy still succeeds.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import files, journal
from core.services.snapshots.folder import NewSnapshot, SnapshotFolder
from pairings.engine.journal_kinds import CopyFolderChosen
from pairings.engine.refusals import PairingRefusal
from pairings.models import EventCopies
from pairings.queries import event_copies as queries
from pairings.services import locks
from tournaments import scopes
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of_line
from tournaments.services.snapshots import home_folder

MAX_SNAPSHOTS = 10

READ_ONLY_ERRORS = {errno.EACCES, errno.EPERM, errno.EROFS}
DISK_MISSING_ERRORS = {errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO}
DISK_FULL_ERRORS = {errno.ENOSPC, errno.EDQUOT}

_copy_lock = Lock()


@transaction.atomic
def choose_copy_folder(
    event: Tournament, folder: str, *, by: User, language: str = "en", site: str = ""
) -> EventCopies:
    """Choose the folder to which the event is copied after each round. An empty folder stops the copies.

    `language` is the language of the copied sheets, and `site` the host of their QR codes. Refused:
    COPIES_NOT_HERE, COPIES_ADMINISTRATOR_ONLY, COPY_FOLDER_NOT_ABSOLUTE, COPY_FOLDER_MISSING,
    COPY_FOLDER_IS_STADIUMS, COPY_FOLDER_READ_ONLY, COPY_FOLDER_FULL (each folder refusal with folder).
    """
    if not queries.are_copies_offered():
        raise Refused(PairingRefusal.COPIES_NOT_HERE)
    if not by.is_superuser:
        raise Refused(PairingRefusal.COPIES_ADMINISTRATOR_ONLY)
    locks.lock_event(event)
    copies = queries.copies_of_event(event)
    new_folder = folder.strip()
    if new_folder:
        new_folder = str(_prepare_folder(Path(new_folder), event))
    if new_folder != copies.folder:
        journal.write_journal_line(event, CopyFolderChosen(before=copies.folder, after=new_folder), by=by)
        copies.change_folder(new_folder)
    copies.language, copies.site = language, site
    copies.save()
    return copies


def undo_choose_copy_folder(line: JournalEvent) -> None:
    """Undo CopyFolderChosen. Refused: UNDO_OVERTAKEN if another folder was chosen since."""
    copies = queries.copies_of_event(locks.lock_event(event_of_line(line)))
    if copies.folder != line.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    copies.change_folder(line.facts["before"])
    copies.save()


def _prepare_folder(folder: Path, event: Tournament) -> Path:
    """Create the event's subfolder in `folder`, which identifies the USB stick later. Return `folder`.

    Refused: COPY_FOLDER_NOT_ABSOLUTE, COPY_FOLDER_MISSING, COPY_FOLDER_IS_STADIUMS, COPY_FOLDER_READ_ONLY,
    COPY_FOLDER_FULL (each with folder).
    """
    if not folder.is_absolute() or "\0" in str(folder):
        raise Refused(PairingRefusal.COPY_FOLDER_NOT_ABSOLUTE, folder=str(folder))
    try:
        resolved = folder.resolve()
        if not resolved.is_dir():
            raise Refused(PairingRefusal.COPY_FOLDER_MISSING, folder=str(folder))
        # Some of Stadium's own folders are served as pages, and none of them is on another disk.
        own_folders = (settings.BASE_DIR, settings.VAR_DIR, settings.STATIC_ROOT, settings.MEDIA_ROOT)
        if any(resolved.is_relative_to(Path(own_folder).resolve()) for own_folder in own_folders):
            raise Refused(PairingRefusal.COPY_FOLDER_IS_STADIUMS, folder=str(folder))
        event_folder(folder, event).mkdir(exist_ok=True)
        # Writing a file shows whether the disk is full or read-only.
        files.write_atomically(event_folder(folder, event) / "stadium-test", b"Stadium")
        (event_folder(folder, event) / "stadium-test").unlink()
    except OSError as error:
        code = (
            PairingRefusal.COPY_FOLDER_FULL
            if error.errno in DISK_FULL_ERRORS
            else PairingRefusal.COPY_FOLDER_READ_ONLY
        )
        raise Refused(code, folder=str(folder)) from error
    return folder


def event_folder(folder: Path, event: Tournament) -> Path:
    """Return the event's subfolder in the chosen folder."""
    return folder / event_folder_name(event)


def event_folder_name(event: Tournament) -> str:
    return f"stadium-{event.slug}"


@contextmanager
def one_copy_at_a_time() -> Iterator[None]:
    """Prevent two copies from being written at the same time, including copies started by the button."""
    with _copy_lock:
        yield


def require_copies_folder(copies: EventCopies) -> Path:
    """Return the folder to write to. Raises OSError if it is missing."""
    copies_folder = event_folder(Path(copies.folder), copies.tournament)
    # An empty mount point is not the USB stick, so a missing folder is not created.
    if not copies_folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(copies_folder))
    return copies_folder


def has_database_copies(folder: Path) -> bool:
    """Return whether the folder contains complete databases, which earlier versions copied to it."""
    return any(folder.glob("stadium-*.sqlite3"))


def save_snapshot_to_copy_folder(folder: Path, snapshot: NewSnapshot) -> None:
    """Write a snapshot and delete the oldest ones beyond MAX_SNAPSHOTS.

    Raises OSError if it cannot be written.
    """
    SnapshotFolder(folder, home_folder.STATES, most=MAX_SNAPSHOTS, of_each_state=False).save(snapshot)


def save_files_to_copy_folder(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files by name, replacing existing ones. Raises OSError if one cannot be written."""
    for name, data in contents.items():
        files.write_atomically(folder / name, data)


@transaction.atomic
def record_complete_copy(copies: EventCopies, *, now: datetime | None = None) -> None:
    """Record a complete copy and clear any problem, unless another folder has been chosen since."""
    stamps.mark_scopes_changed(scopes.results_scope(copies.tournament_id))
    EventCopies.objects.filter(pk=copies.pk, folder=copies.folder).update(
        copied_at=now or timezone.now(), failing_since=None, problem="", facts={}
    )


@transaction.atomic
def record_failed_copy(copies: EventCopies, error: Exception, *, now: datetime | None = None) -> None:
    """Record a failed copy with its problem, unless another folder has been chosen since.

    The time of the first failure since the last good copy is not overwritten.
    """
    stamps.mark_scopes_changed(scopes.results_scope(copies.tournament_id))
    reason = (error.strerror or "") if isinstance(error, OSError) else str(error)
    rows = EventCopies.objects.filter(pk=copies.pk, folder=copies.folder)
    rows.update(problem=copy_problem_code(error), facts={"reason": reason})
    rows.filter(failing_since=None).update(failing_since=now or timezone.now())


def copy_problem_code(error: Exception) -> str:
    """Return the code of an error for the message at the desk."""
    if isinstance(error, OSError):
        errnos_by_code = (
            ("COPY_NOT_FOUND", DISK_MISSING_ERRORS),
            ("COPY_FULL", DISK_FULL_ERRORS),
            ("COPY_READ_ONLY", READ_ONLY_ERRORS),
        )
        return next((code for code, numbers in errnos_by_code if error.errno in numbers), "COPY_FAILED")
    return "COPY_FAILED"


add_undo(undo_choose_copy_folder, CopyFolderChosen)
