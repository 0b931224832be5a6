"""Back up the whole installation to one file, and restore it: the database, the photos, the generated keys.

A ZIP. On SQLite the database is a consistent copy of the file, on PostgreSQL a `pg_dump` in custom format. A
backup is restored to the same kind of database; single events move between kinds by snapshots.
"""

import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
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
from config.doctor.machines import FOLDER_ID, shared_folder
from core import hooks
from core.services import files
from core.services.database_copies import copy_sqlite
from tournaments.models import User

FORMAT = 1
KIND = "stadium-backup"
MANIFEST = "manifest.json"
SQLITE, POSTGRES = "database.sqlite3", "database.dump"
KEYS = ("secret_key", "vapid_key")
"""Files of the shared folder without which existing sessions and notices become invalid."""

BLOCK = 1024**2


class Manifest(TypedDict):
    """What a backup says of itself. `migrations`: the newest applied one of each app."""

    kind: str
    format: int
    made_at: str
    database: str
    migrations: dict[str, str]


def write(target: Path, *, by: User | None = None) -> None:
    """Write a backup, under a temporary name until it is complete. Raises CommandError if it cannot be written.

    Writes a journal line for each event with a running secret draft.
    """
    for note in hooks.copied:
        note(None, "backup", by=by)
    try:
        _write(target)
        history.record_success()
    except BaseException as problem:
        history.record_failure(str(problem) or type(problem).__name__)
        raise


def _write(target: Path) -> None:
    try:
        files.remove_unfinished(target.parent, target.name, older_than=0)
        with files.writing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps(_manifest(), indent=1))
            with tempfile.TemporaryDirectory(prefix="stadium-backup-", dir=target.parent) as folder:
                database = Path(folder) / _member()
                (copy_sqlite if connection.vendor == "sqlite" else _dump_postgres)(database)
                archive.write(database, database.name)
            for name, path in _files():
                with suppress(FileNotFoundError):  # snapshots and photos go while others work
                    archive.write(path, name)
    except OSError as problem:
        raise CommandError(f"{target}: {problem.strerror or problem}") from problem


def restore(source: Path, *, over: bool) -> Manifest:
    """Replace this installation by a backup. Returns the manifest of the backup.

    `over`: even if events exist, which are lost. Raises CommandError, with nothing changed, if the file is no
    backup, is of the other kind of database or of a newer version, or if events exist.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _read_manifest(archive)
            _require_fitting(manifest)
            if not over and _has_events():
                raise CommandError(
                    "There are events here, which would be lost. Back them up, then ask again with --over."
                )
            with ExitStack() as stack:
                folder = Path(stack.enter_context(_beside(Path(settings.VAR_DIR))))
                database = Path(archive.extract(_member(), folder))
                # Whatever needs room on the disk comes before anything changes.
                unpacked = _unpacked(archive, stack)
                (_load_sqlite if connection.vendor == "sqlite" else _load_postgres)(database)
                _put_files(unpacked)
    except OSError as problem:
        raise CommandError(f"{source}: {problem.strerror or problem}") from problem
    except (zipfile.BadZipFile, sqlite3.DatabaseError, KeyError, ValueError) as bad:
        raise CommandError(f"{source} is not a backup of Stadium, or only a part of one.") from bad
    return manifest


def _manifest() -> Manifest:
    applied = MigrationRecorder(connection).applied_migrations()
    newest = dict(sorted(applied))
    return {
        "kind": KIND,
        "format": FORMAT,
        "made_at": timezone.now().astimezone(UTC).isoformat(),
        "database": connection.vendor,
        "migrations": newest,
    }


def _member() -> str:
    return SQLITE if connection.vendor == "sqlite" else POSTGRES


def _files() -> Iterator[tuple[str, Path]]:
    for name in KEYS:
        path = shared_folder() / name
        if path.is_file():
            yield f"keys/{name}", path
    for root, folder in (("media", Path(settings.MEDIA_ROOT)), ("snapshots", _snapshots())):
        below = (Path(home, name) for home, _folders, names in os.walk(folder) for name in names)
        for path in sorted(below):
            if path.is_file() and path.suffix != files.UNFINISHED and path.name != FOLDER_ID:
                yield f"{root}/{path.relative_to(folder).as_posix()}", path


def _snapshots() -> Path:
    return shared_folder() / "snapshots"


def _beside(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    """A temporary folder on the same disk, so that its files can be moved atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(prefix="stadium-restore-", dir=folder)


def _unpacked(archive: zipfile.ZipFile, stack: ExitStack) -> list[tuple[Path, Path]]:
    """Unpack the files of a backup: temporary path until `stack` closes, and target."""
    roots = {"media": Path(settings.MEDIA_ROOT), "snapshots": _snapshots(), "keys": shared_folder()}
    homes, unpacked = dict[str, Path](), list[tuple[Path, Path]]()
    for member in archive.infolist():
        root, *rest = PurePosixPath(member.filename).parts
        if root not in roots or not rest or ".." in rest or (root == "keys" and "/".join(rest) not in KEYS):
            continue
        if root not in homes:
            homes[root] = Path(stack.enter_context(_beside(roots[root])))
        waiting = homes[root] / str(len(unpacked))
        with archive.open(member) as read, files.writing(waiting) as written:
            shutil.copyfileobj(read, written, BLOCK)
        unpacked.append((waiting, roots[root].joinpath(*rest)))
    return unpacked


def _put_files(unpacked: Sequence[tuple[Path, Path]]) -> None:
    waiting = {file.parent for file, _target in unpacked}
    # Keys of existing snapshots may now be other events.
    for place in _snapshots().iterdir() if _snapshots().is_dir() else ():
        if place not in waiting:
            shutil.rmtree(place) if place.is_dir() else place.unlink()
    for file, target in unpacked:
        target.parent.mkdir(parents=True, exist_ok=True)
        file.replace(target)


def _read_manifest(archive: zipfile.ZipFile) -> Manifest:
    manifest = json.loads(archive.read(MANIFEST))
    if not isinstance(manifest, dict) or manifest["kind"] != KIND:
        raise ValueError
    if archive.testzip() is not None:
        raise ValueError
    datetime.fromisoformat(manifest["made_at"])
    return cast(Manifest, manifest)


def _require_fitting(manifest: Manifest) -> None:
    if manifest["format"] > FORMAT:
        raise CommandError("A newer version of Stadium made this backup. Update Stadium here first.")
    disk = MigrationLoader(None).disk_migrations
    replaced = {key for migration in disk.values() for key in migration.replaces}
    names, apps = {*disk, *replaced}, {app for app, _name in disk}
    if any(app in apps and (app, name) not in names for app, name in manifest["migrations"].items()):
        raise CommandError("A newer version of Stadium made this backup. Update Stadium here first.")
    if manifest["database"] != connection.vendor:
        raise CommandError(
            f"This backup is of {manifest['database']}, and the database here is {connection.vendor}. "
            "Restore it to the same kind; single events go from one to the other by snapshots."
        )


def _has_events() -> bool:
    if "tournaments_tournament" not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournaments_tournament")
        return bool(cursor.fetchone()[0])


def _load_sqlite(source: Path) -> None:
    with closing(sqlite3.connect(source)) as read:
        read.execute("SELECT count(*) FROM django_migrations")
        connection.ensure_connection()
        # Other processes see the whole change at once, or none.
        read.backup(connection.connection)
    connection.close()


def _dump_postgres(target: Path) -> None:
    postgres.require_dump_program()
    postgres.run(
        *("pg_dump", "--format=custom", "--no-owner", "--no-privileges"),
        *(f"--file={target}", "--dbname", str(connection.settings_dict["NAME"])),
    )


def _load_postgres(source: Path) -> None:
    # All in one transaction: restored whole, or unchanged. The schema belongs to Stadium.
    script, database = source.with_suffix(".sql"), connection.settings_dict["NAME"]
    connection.close()
    postgres.run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source))
    postgres.run(
        "psql",
        *("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"),
        *("--command", "DROP SCHEMA public CASCADE", "--command", "CREATE SCHEMA public"),
        f"--file={script}",
        f"--dbname={database}",
    )
