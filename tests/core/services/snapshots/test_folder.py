"""A folder of snapshots of any kind: which files stay, what they are called, and which are ignored."""

import os
import time
from pathlib import Path

import pytest

from core.engine.refused import Refused
from core.services.files import STALE
from core.services.snapshots.folder import MOST, SUFFIX, NewSnapshot, SnapshotFolder

STATES = r"empty|chapter-\d+"


def made(state: str, second: int = 0) -> NewSnapshot:
    return NewSnapshot(f"novel-{state}-20261124-1000{second:02}{SUFFIX}", b"all of it")


def names(folder: SnapshotFolder) -> list[str]:
    return [file.name for file in folder.files()]


@pytest.fixture
def folder(tmp_path: Path) -> SnapshotFolder:
    return SnapshotFolder(tmp_path / "1-novel", STATES)


def test_an_empty_folder_is_not_made(folder: SnapshotFolder) -> None:
    assert folder.files() == []
    assert not folder.place.exists()


def test_the_newest_and_the_last_of_each_state_stay(folder: SnapshotFolder) -> None:
    for number in range(3 + MOST):
        name = folder.save(made("chapter-1" if number < 3 else "chapter-2", number))
        os.utime(folder.place / name, (number, number))
    folder.save(made("chapter-3", 30))
    stored = folder.files()
    assert [file.after for file in stored] == ["chapter-3", *["chapter-2"] * (MOST - 1), "chapter-1"]
    assert stored[-1].name == made("chapter-1", 2).filename, "the last of its state"


def test_only_the_newest_stay_where_states_do_not_matter(tmp_path: Path) -> None:
    folder = SnapshotFolder(tmp_path / "stick", STATES, most=2, of_each_state=False)
    for number in range(4):
        name = folder.save(made(f"chapter-{number}", number))
        os.utime(folder.place / name, (number, number))
    assert [file.after for file in folder.files()] == ["chapter-3", "chapter-2"]


def test_two_of_one_second_have_two_names(folder: SnapshotFolder) -> None:
    assert folder.save(made("empty")) == "novel-empty-20261124-100000.stadium"
    assert folder.save(made("empty")) == "novel-empty-20261124-100000-2.stadium"


def test_unfinished_files_are_removed_once_they_are_old(folder: SnapshotFolder) -> None:
    folder.save(made("empty"))
    old, new = (folder.place / f"novel.stadium.{word}.part" for word in ("old", "new"))
    old.touch(), new.touch()
    os.utime(old, (0, time.time() - STALE - 1))
    folder.save(made("empty", 1))
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.parametrize("name", ["", "../secret_key", "notes.txt", "novel-draft-20261124-100000.stadium"])
def test_only_its_own_files_are_read_or_deleted(folder: SnapshotFolder, name: str) -> None:
    folder.save(made("empty"))
    (folder.place.parent / "secret_key").write_text("mine")
    (folder.place / "notes.txt").write_text("mine")
    (folder.place / "novel-draft-20261124-100000.stadium").write_text("of another program")
    assert names(folder) == [made("empty").filename]
    for act in (folder.read, folder.delete):
        with pytest.raises(Refused, match="SNAPSHOT_MISSING"):
            act(name)


def test_what_was_written_is_read_until_it_is_deleted(folder: SnapshotFolder) -> None:
    name = folder.save(made("chapter-12"))
    assert folder.read(name) == b"all of it"
    folder.delete(name)
    with pytest.raises(Refused, match="SNAPSHOT_MISSING"):
        folder.read(name)
