"""Automatic snapshots: one after each round, some of them preserved; a full disk interrupts nothing."""

import errno
import os
import time
from random import Random

import pytest
from django.core.management import CommandError, call_command

from core.engine.refused import Refused
from core.services import files
from core.services.snapshots import home_folder
from floor.services import rehearsal
from tests import build
from tournaments.services import events, snapshots

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def play(event, number):
    rehearsal.play_rounds(event.divisions.get(), number=number, chance=Random(1), by=None)


def test_each_closed_round_leaves_a_snapshot(django_capture_on_commit_callbacks):
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    with django_capture_on_commit_callbacks(execute=True):
        play(event, 2)

    assert {one.after for one in home_folder.list_snapshots(event)} == {
        "round-2"
    }  # both were committed at once
    back = snapshots.restore_event(
        home_folder.read_snapshot(event, home_folder.list_snapshots(event)[0].name), by=None, trusted=True
    )
    assert back.entries.count() == 8


def test_rounds_that_were_closed_before_a_snapshot_was_begun_are_in_it():
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    closed = time.monotonic()
    assert home_folder.save_snapshot_after_closing(event.pk, closed)
    assert home_folder.save_snapshot_after_closing(event.pk, closed)
    assert len(home_folder.list_snapshots(event)) == 1
    assert home_folder.save_snapshot_after_closing(event.pk, time.monotonic())
    assert len(home_folder.list_snapshots(event)) == 2


def test_the_newest_stay_and_one_of_each_round():
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    place = home_folder.snapshot_folder_path(event)
    place.mkdir(parents=True)
    for number in range(30):
        path = place / f"cup-round-{number // 10 + 1}-20261124-1000{number:02}.stadium"
        path.write_bytes(b"")
        os.utime(path, (number, number))

    home_folder.save_snapshot(event)

    found = home_folder.list_snapshots(event)
    assert len(found) == home_folder.MOST + 2
    assert [one.after for one in found][-2:] == ["round-2", "round-1"]


def test_a_full_disk_stops_no_round(monkeypatch, django_capture_on_commit_callbacks):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", full)
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    with django_capture_on_commit_callbacks(execute=True):
        play(event, 1)

    assert home_folder.list_snapshots(event) == []
    assert home_folder.snapshot_failure_reason(event) == "full"
    assert event.journal.filter(kind="RoundClosed").exists()
    monkeypatch.undo()
    assert home_folder.save_snapshot_after_closing(event.pk)
    assert home_folder.snapshot_failure_reason(event) == ""


def test_snapshots_go_with_their_event(django_capture_on_commit_callbacks):
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    home_folder.save_snapshot(event)
    other = rehearsal.create_rehearsal(by=None, players=8, seed=8)
    home_folder.save_snapshot(other)
    place = home_folder.snapshot_folder_path(event)
    assert place.is_dir()

    with django_capture_on_commit_callbacks(execute=True):
        events.delete_event(event, by=None, typed_name=event.name)

    assert not place.exists()
    assert len(home_folder.list_snapshots(other)) == 1


def test_another_event_of_the_same_key_has_none_of_them():
    event = build.event()
    home_folder.save_snapshot(event)

    event.seed += 1

    assert home_folder.list_snapshots(event) == []


@pytest.mark.parametrize(
    "name", ["../../secret-key", "x", "", "a-round-1-20261124-100000.stadium/..", "%2e%2e"]
)
def test_no_name_leads_out_of_the_folder(name):
    event = build.event()

    for act in (home_folder.read_snapshot, home_folder.delete_snapshot):
        with pytest.raises(Refused, match="SNAPSHOT_MISSING"):
            act(event, name)


def test_one_that_goes_while_they_are_listed_is_none():
    """A process that deletes older snapshots at the same moment affects neither the page nor a new snapshot."""
    event = build.event()
    home_folder.save_snapshot(event)
    (home_folder.snapshot_folder_path(event) / "cup-round-1-20261124-100000.stadium").symlink_to("gone")

    assert len(home_folder.list_snapshots(event)) == 1
    assert home_folder.save_snapshot_after_closing(event.pk)
    assert home_folder.snapshot_failure_reason(event) == ""


def test_two_of_one_second_are_two():
    event = build.event()

    assert (
        len({home_folder.save_snapshot(event) for _ in range(4)})
        == len(home_folder.list_snapshots(event))
        == 4
    )


def test_two_at_once_do_not_write_one_file(monkeypatch):
    event = build.event()
    opened, real = [], os.open
    monkeypatch.setattr(files.os, "open", lambda path, *more: opened.append(path) or real(path, *more))

    home_folder.save_snapshot(event)
    home_folder.save_snapshot(event)

    names = {path.name.partition(".stadium.")[2] for path in opened}
    assert len(names) == 2
    assert all(name.endswith(".part") for name in names)


def test_what_a_killed_server_began_goes():
    event = build.event()
    home_folder.save_snapshot(event)
    old, new = (
        home_folder.snapshot_folder_path(event) / f"cup.stadium.{name}.part" for name in ("old", "new")
    )
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))

    home_folder.save_snapshot(event)

    assert (old.exists(), new.exists()) == (False, True)


def test_the_command_writes_a_private_file_or_none(tmp_path, monkeypatch):
    event, target = build.event(), tmp_path / "cup.stadium"
    call_command("snapshot", event.slug, output=str(target))
    assert target.stat().st_mode & 0o077 == 0
    whole = target.read_bytes()

    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(CommandError):
        call_command("snapshot", event.slug, output=str(target))
    assert target.read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["cup.stadium"]
