"""One command writes the whole installation to a file, another one restores an installation from it."""

import errno
import json
import os
import zipfile
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.core.management import CommandError

from config.backups import archives, postgres
from tests.config.servers.own_server import Installation, OnPostgres
from tests.own_postgres import OwnPostgres

PHOTO = b"a photo"
EVENT = "simulate_event", "--players", "8", "--rounds", "2"


def filled(home):
    assert home.run("migrate", "-v0").returncode == 0
    slug = output(home.run(*EVENT)).splitlines()[-1]
    photo = home.folder / "media" / "checks" / "one.jpg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(PHOTO)
    return slug


def output(done):
    assert done.returncode == 0, done.stderr
    return done.stdout


def moved(here, there):
    """Return the event of one installation restored in another one, with its photos and its keys."""
    slug = filled(here)
    backup = Path(output(here.run("backup", "-o", str(here.folder / "all.backup"))).strip())
    assert backup.stat().st_mode & 0o077 == 0

    output(there.run("restore_backup", str(backup)))

    for command in (["verify_journal", slug], ["standings", slug]):
        assert output(there.run(*command)) == output(here.run(*command))
    assert (there.folder / "media" / "checks" / "one.jpg").read_bytes() == PHOTO
    assert (there.folder / "secret_key").read_text() == (here.folder / "secret_key").read_text()
    return backup


@pytest.fixture
def two(tmp_path):
    homes = [Installation(tmp_path / name) for name in ("here", "there")]
    for home in homes:
        home.folder.mkdir()
    return homes


@pytest.mark.slow
def test_a_laptop_moves(two):
    here, there = two
    backup = moved(here, there)

    again = there.run("restore_backup", str(backup))
    assert again.returncode == 1
    assert "--over" in again.stderr
    output(there.run("restore_backup", str(backup), "--over"))
    output(there.run("verify_journal"))


def test_snapshots_of_what_was_here_go(settings, tmp_path):
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    mine, theirs = (tmp_path / "snapshots" / name for name in ("1-aaaaaaaa", "1-bbbbbbbb"))
    mine.mkdir(parents=True)
    (mine / "cup-round-1-20261124-100000.stadium").write_bytes(b"mine")
    with zipfile.ZipFile(tmp_path / "all.backup", "w") as archive:
        archive.writestr("snapshots/1-bbbbbbbb/cup-round-1-20261124-100000.stadium", b"theirs")

    with zipfile.ZipFile(tmp_path / "all.backup") as archive, ExitStack() as stack:
        archives._put_files(archives._unpack_files(archive, stack))

    assert not mine.exists()
    assert [path.read_bytes() for path in theirs.iterdir()] == [b"theirs"]
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == [theirs.name]


def no_database(monkeypatch):
    """These tests are about files; a database cannot be copied within the transaction of a test."""
    for module, copy in ((archives, "copy_sqlite"), (postgres, "dump_database")):
        monkeypatch.setattr(module, copy, lambda path: path.write_bytes(b""))


@pytest.mark.django_db
def test_a_disk_that_is_full_changes_nothing(settings, tmp_path, monkeypatch):
    """Files need space too: they are unpacked before the database is loaded."""
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    (tmp_path / "snapshots" / "1-aaaaaaaa").mkdir(parents=True)
    (tmp_path / "secret_key").write_text("mine")
    no_database(monkeypatch)
    archives.write_backup(tmp_path / "all.backup")
    loaded = []
    for module, load in ((archives, "replace_sqlite_database"), (postgres, "load_database")):
        monkeypatch.setattr(module, load, loaded.append)

    def full(*_files):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(archives.shutil, "copyfileobj", full)

    with pytest.raises(CommandError, match="No space"):
        archives.restore_backup(tmp_path / "all.backup", over=True)

    assert loaded == []
    assert (tmp_path / "secret_key").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted(
        ["all.backup", "last_backup", "secret_key", "snapshots", "1-aaaaaaaa"]
    )


@pytest.mark.django_db
def test_what_a_killed_backup_left_opens_nothing_to_others(settings, tmp_path, monkeypatch):
    no_database(monkeypatch)
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    left = tmp_path / "all.backup.part"
    left.write_bytes(b"half")
    left.chmod(0o644)

    archives.write_backup(tmp_path / "all.backup")

    assert (tmp_path / "all.backup").stat().st_mode & 0o077 == 0
    assert not left.exists()


@pytest.mark.django_db
def test_a_file_that_goes_meanwhile_stops_no_backup(settings, tmp_path, monkeypatch):
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    place = tmp_path / "snapshots" / "1-aaaaaaaa"
    place.mkdir(parents=True)
    for name in ("a.stadium", "b.stadium"):
        (place / name).write_bytes(name.encode())
    found = list(archives._files_to_copy())
    (place / "a.stadium").unlink()
    monkeypatch.setattr(archives, "_files_to_copy", lambda: found)
    no_database(monkeypatch)

    archives.write_backup(tmp_path / "all.backup")

    names = zipfile.ZipFile(tmp_path / "all.backup").namelist()
    assert [name for name in names if name.startswith("snapshots")] == ["snapshots/1-aaaaaaaa/b.stadium"]


@pytest.mark.slow
def test_what_is_no_backup_changes_nothing(two, tmp_path):
    here, _there = two
    slug = filled(here)
    backup = Path(output(here.run("backup", "-o", str(tmp_path / "all.backup"))).strip())
    whole = backup.read_bytes()
    other = tmp_path / "other.backup"
    manifest = json.loads(zipfile.ZipFile(backup).read("manifest.json"))
    newer = manifest | {"migrations": {"floor": "0099_later"}}
    for data in (b"", b"nothing", whole[: len(whole) // 2], manifest | {"database": "postgresql"}, newer):
        if isinstance(data, bytes):
            other.write_bytes(data)
        else:
            with zipfile.ZipFile(other, "w") as archive:
                archive.writestr("manifest.json", json.dumps(data))
        done = here.run("restore_backup", str(other), "--over")
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
    assert here.run("restore_backup", str(tmp_path / "missing"), "--over").returncode == 1
    output(here.run("verify_journal", slug))


@pytest.mark.slow
@pytest.mark.postgres
def test_a_server_moves(tmp_path):
    server = OwnPostgres()
    try:
        here, there = (OnPostgres.made(tmp_path / name, server) for name in ("here", "there"))
        assert there.run("migrate", "-v0").returncode == 0
        backup = moved(here, there)
        again = there.run("restore_backup", str(backup))
        assert again.returncode == 1
        output(there.run("restore_backup", str(backup), "--over"))
        output(there.run("verify_journal"))
    finally:
        server.remove()
