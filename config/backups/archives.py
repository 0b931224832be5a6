"""Back up the whole installation to one file, and restore it: the database, photos and generated keys.

The file is a ZIP. On SQLite the database is a consistent copy of the file, on PostgreSQL a `pg_dump` in
custom format. A backup is restored to the same kind of database; to move a single event to another kind, use a
snapshot.
"""

import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import TypedDict, cast

from django.conf import settings
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.backups import history, postgres
from config.doctor.shared_machines import FOLDER_ID, shared_folder
from core import hooks
from core.services import files
from core.services.database_copies import copy_sqlite, replace_sqlite_database
from tournaments.models import User

FORMAT = 1
KIND = "stadium-backup"
MANIFEST = "manifest.json"
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
"""The name of the database in the ZIP, by its kind."""

KEYS = ("secret_key", "vapid_key")
"""Files of the shared folder with the keys that existing sessions and push subscriptions depend on."""

BLOCK = 1024**2
"""The number of bytes copied at a time."""


class Manifest(TypedDict):
    """The description of a backup. `migrations` maps each app to its latest applied migration."""

    kind: str
    format: int
    made_at: str
    database: str
    migrations: dict[str, str]


def write_backup(target: Path, *, by: User | None = None) -> None:
    """Write a backup, using a temporary name until it is complete, and record its success or failure.

    Writes a journal line for each event with a running secret draft. Raises CommandError if the backup fails.
    """
    for note in hooks.copied:
        note(None, "backup", by=by)
    try:
        _write_archive(target)
        history.record_backup_success()
    except BaseException as problem:
        history.record_backup_failure(str(problem) or type(problem).__name__)
        raise


def _write_archive(target: Path) -> None:
    """Write the ZIP with manifest, database and files. Raises CommandError if a file cannot be written.

    Unfinished files of earlier backups to the same target are deleted first.
    """
    manifest: Manifest = {
        "kind": KIND,
        "format": FORMAT,
        "made_at": timezone.now().astimezone(UTC).isoformat(),
        "database": connection.vendor,
        "migrations": dict(sorted(MigrationRecorder(connection).applied_migrations())),
    }
    try:
        files.remove_unfinished_files(target.parent, target.name, older_than=0)
        with (
            files.open_atomically(target) as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
            with tempfile.TemporaryDirectory(prefix="stadium-backup-", dir=target.parent) as folder:
                database = Path(folder) / DATABASES[connection.vendor]
                (copy_sqlite if connection.vendor == "sqlite" else postgres.dump_database)(database)
                archive.write(database, database.name)
            for name, path in _files_to_copy():
                with suppress(FileNotFoundError):  # snapshots and photos may be deleted during the backup
                    archive.write(path, name)
    except OSError as problem:
        raise CommandError(f"{target}: {problem.strerror or problem}") from problem


def restore_backup(source: Path, *, over: bool) -> Manifest:
    """Replace this installation with a backup; return the manifest of the backup.

    Existing events are lost, which `over` must allow. Raises CommandError, without any change, if the file is not a
    backup, is from another kind of database or a newer version, or if events exist and `over` is false.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _read_backup_manifest(archive)
            if not over and _has_events():
                raise CommandError(
                    "There are events here, which would be lost. Back them up, then ask again with --over."
                )
            with ExitStack() as stack:
                folder = Path(stack.enter_context(_temporary_folder(Path(settings.VAR_DIR))))
                database = Path(archive.extract(DATABASES[connection.vendor], folder))
                # Unpack everything that needs disk space before the first change.
                unpacked_files = _unpack_files(archive, stack)
                (replace_sqlite_database if connection.vendor == "sqlite" else postgres.load_database)(
                    database
                )
                _put_files(unpacked_files)
    except OSError as problem:
        raise CommandError(f"{source}: {problem.strerror or problem}") from problem
    except (zipfile.BadZipFile, sqlite3.DatabaseError, KeyError, ValueError) as error:
        raise CommandError(f"{source} is not a backup of Stadium, or only a part of one.") from error
    return manifest


def _files_to_copy() -> Iterator[tuple[str, Path]]:
    """Yield the keys, photos and snapshots of this installation, each as its name in the ZIP and its path."""
    for name in KEYS:
        path = shared_folder() / name
        if path.is_file():
            yield f"keys/{name}", path
    for root, folder in (("media", Path(settings.MEDIA_ROOT)), ("snapshots", _snapshots_folder())):
        paths = (Path(parent, name) for parent, _folders, names in os.walk(folder) for name in names)
        for path in sorted(paths):
            if path.is_file() and path.suffix != files.UNFINISHED and path.name != FOLDER_ID:
                yield f"{root}/{path.relative_to(folder).as_posix()}", path


def _snapshots_folder() -> Path:
    return shared_folder() / "snapshots"


def _temporary_folder(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    """Create a temporary folder on the same disk, so that its files can be moved atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(prefix="stadium-restore-", dir=folder)


def _unpack_files(archive: zipfile.ZipFile, stack: ExitStack) -> list[tuple[Path, Path]]:
    """Unpack the files of a backup, and return pairs of a temporary path and a target.

    The temporary paths are valid until `stack` closes. Members other than photos, snapshots and keys are skipped,
    as are unsafe paths.
    """
    roots = {"media": Path(settings.MEDIA_ROOT), "snapshots": _snapshots_folder(), "keys": shared_folder()}
    temporary_folders, unpacked_files = dict[str, Path](), list[tuple[Path, Path]]()
    for member in archive.infolist():
        root, *rest = PurePosixPath(member.filename).parts
        if root not in roots or not rest or ".." in rest or (root == "keys" and "/".join(rest) not in KEYS):
            continue
        if root not in temporary_folders:
            temporary_folders[root] = Path(stack.enter_context(_temporary_folder(roots[root])))
        temporary_path = temporary_folders[root] / str(len(unpacked_files))
        with archive.open(member) as source, files.open_atomically(temporary_path) as target:
            shutil.copyfileobj(source, target, BLOCK)
        unpacked_files.append((temporary_path, roots[root].joinpath(*rest)))
    return unpacked_files


def _put_files(unpacked_files: Sequence[tuple[Path, Path]]) -> None:
    """Move unpacked files to their targets, and delete all earlier snapshots."""
    temporary_folders = {file.parent for file, _target in unpacked_files}
    # Snapshots are filed by the keys of events, which may belong to other events after the restore.
    for old in _snapshots_folder().iterdir() if _snapshots_folder().is_dir() else ():
        if old not in temporary_folders:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for file, target in unpacked_files:
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)


def _read_backup_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Return the manifest of a backup that can be restored to this installation.

    Raises CommandError if it cannot be restored, ValueError or KeyError if the file is not a backup.
    """
    manifest = json.loads(archive.read(MANIFEST))
    if not isinstance(manifest, dict) or manifest["kind"] != KIND:
        raise ValueError
    if archive.testzip() is not None:
        raise ValueError
    datetime.fromisoformat(manifest["made_at"])
    migrations_on_disk = MigrationLoader(None).disk_migrations
    replaced_migrations = {key for migration in migrations_on_disk.values() for key in migration.replaces}
    known_migrations, apps = (
        {*migrations_on_disk, *replaced_migrations},
        {app for app, _name in migrations_on_disk},
    )
    if manifest["format"] > FORMAT or any(
        app in apps and (app, name) not in known_migrations for app, name in manifest["migrations"].items()
    ):
        raise CommandError("A newer version of Stadium made this backup. Update Stadium here first.")
    if manifest["database"] != connection.vendor:
        raise CommandError(
            f"This backup is of {manifest['database']}, and the database here is {connection.vendor}. "
            "Restore it to the same kind; single events go from one to the other by snapshots."
        )
    return cast(Manifest, manifest)


def _has_events() -> bool:
    if "tournaments_tournament" not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournaments_tournament")
        return bool(cursor.fetchone()[0])
