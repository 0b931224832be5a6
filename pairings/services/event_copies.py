"""Copies of an event in a folder of this machine, such as a USB stick.

A copy that fails is recorded with the event and stops nothing.
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
from core.services.snapshots.folder import Folder, Made
from pairings.engine.journal_kinds import CopyFolderChosen
from pairings.engine.refusals import PairingRefusal
from pairings.models import EventCopies
from pairings.queries import event_copies as queries
from pairings.services import locks
from tournaments import scopes
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of
from tournaments.services.snapshots import shelf

MOST_SNAPSHOTS = 10

READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}
STICK_MISSING = {errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO}
FULL = {errno.ENOSPC, errno.EDQUOT}

_one_at_a_time = Lock()


@transaction.atomic
def choose(event: Tournament, folder: str, *, by: User, language: str = "en", site: str = "") -> EventCopies:
    """Copy the event to `folder` after each round from now on; "" stops the copies.

    Refused: COPIES_NOT_HERE, COPIES_ADMINISTRATOR_ONLY, and as `_made_ready`.
    """
    if not queries.is_offered():
        raise Refused(PairingRefusal.COPIES_NOT_HERE)
    if not by.is_superuser:
        raise Refused(PairingRefusal.COPIES_ADMINISTRATOR_ONLY)
    locks.event(event)
    row = queries.of_event(event)
    chosen = folder.strip()
    if chosen:
        chosen = str(_made_ready(Path(chosen), event))
    if chosen != row.folder:
        journal.write(event, CopyFolderChosen(before=row.folder, after=chosen), by=by)
        _start_over(row, chosen)
    row.language, row.site = language, site
    row.save()
    return row


def undo_choice(line: JournalEvent) -> None:
    """Undo CopyFolderChosen. Refused: UNDO_OVERTAKEN where another folder was chosen since."""
    row = queries.of_event(locks.event(event_of(line)))
    if row.folder != line.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _start_over(row, line.facts["before"])
    row.save()


def _start_over(row: EventCopies, folder: str) -> None:
    row.folder, row.copied_at, row.failing_since, row.problem, row.facts = folder, None, None, "", {}


def _made_ready(folder: Path, event: Tournament) -> Path:
    """Create the event's own folder inside `folder`, which later identifies the stick.

    Refused: COPY_FOLDER_NOT_ABSOLUTE, COPY_FOLDER_MISSING, COPY_FOLDER_IS_STADIUMS, COPY_FOLDER_READ_ONLY,
    COPY_FOLDER_FULL (each with folder).
    """
    if not folder.is_absolute() or "\0" in str(folder):
        raise Refused(PairingRefusal.COPY_FOLDER_NOT_ABSOLUTE, folder=str(folder))
    try:
        real = folder.resolve()
        if not real.is_dir():
            raise Refused(PairingRefusal.COPY_FOLDER_MISSING, folder=str(folder))
        # Some folders of the program and its data are served on pages, and none is another disk.
        own = (settings.BASE_DIR, settings.VAR_DIR, settings.STATIC_ROOT, settings.MEDIA_ROOT)
        if any(real.is_relative_to(Path(place).resolve()) for place in own):
            raise Refused(PairingRefusal.COPY_FOLDER_IS_STADIUMS, folder=str(folder))
        inside(folder, event).mkdir(exist_ok=True)
        files.write(inside(folder, event) / "stadium-test", b"Stadium")
        (inside(folder, event) / "stadium-test").unlink()
    except OSError as problem:
        code = (
            PairingRefusal.COPY_FOLDER_FULL if problem.errno in FULL else PairingRefusal.COPY_FOLDER_READ_ONLY
        )
        raise Refused(code, folder=str(folder)) from problem
    return folder


def inside(folder: Path, event: Tournament) -> Path:
    """The event's folder inside the chosen one."""
    return folder / inside_name(event)


def inside_name(event: Tournament) -> str:
    return f"stadium-{event.slug}"


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Run one copy at a time, including those started by the button."""
    with _one_at_a_time:
        yield


def require_folder(row: EventCopies) -> Path:
    """The folder to write to. OSError if it is missing."""
    place = inside(Path(row.folder), row.tournament)
    # An empty mount point is not the stick, so the folder is not created.
    if not place.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place))
    return place


def has_databases(place: Path) -> bool:
    """Whether an earlier version copied whole databases here; they stay."""
    return any(place.glob("stadium-*.sqlite3"))


def save_snapshot(place: Path, snapshot: Made) -> None:
    """Write a snapshot and delete the oldest ones. OSError if it cannot be written."""
    Folder(place, shelf.STATES, most=MOST_SNAPSHOTS, of_each_state=False).save(snapshot)


def save_files(place: Path, contents: Mapping[str, bytes]) -> None:
    """Write files by name, replacing existing ones. OSError if one cannot be written."""
    for name, data in contents.items():
        files.write(place / name, data)


@transaction.atomic
def note_copied(row: EventCopies, *, now: datetime | None = None) -> None:
    """Record a complete copy and clear any problem."""
    stamps.mark(scopes.results(row.tournament_id))
    EventCopies.objects.filter(pk=row.pk, folder=row.folder).update(
        copied_at=now or timezone.now(), failing_since=None, problem="", facts={}
    )


@transaction.atomic
def note_failed(row: EventCopies, error: Exception, *, now: datetime | None = None) -> None:
    """Record a failed copy: the problem, and since when."""
    stamps.mark(scopes.results(row.tournament_id))
    reason = (error.strerror or "") if isinstance(error, OSError) else str(error)
    rows = EventCopies.objects.filter(pk=row.pk, folder=row.folder)
    rows.update(problem=problem_of(error), facts={"reason": reason})
    rows.filter(failing_since=None).update(failing_since=now or timezone.now())


def problem_of(error: Exception) -> str:
    """The code of an error for the desk's message."""
    if isinstance(error, OSError):
        of_system = (("COPY_NOT_FOUND", STICK_MISSING), ("COPY_FULL", FULL), ("COPY_READ_ONLY", READ_ONLY))
        return next((code for code, numbers in of_system if error.errno in numbers), "COPY_FAILED")
    return "COPY_FAILED"


add_undo(undo_choice, CopyFolderChosen)
