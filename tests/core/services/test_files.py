"""A file is written completely or not at all, and only its owner can read it."""

import os
import time
from pathlib import Path

import pytest

from core.services import files


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_private_and_replaces_the_older_one(tmp_path: Path) -> None:
    target = tmp_path / "keys"
    target.write_bytes(b"older")
    target.chmod(0o644)
    files.write_atomically(target, b"newer")
    assert target.read_bytes() == b"newer"
    assert target.stat().st_mode & 0o077 == 0
    assert names(tmp_path) == ["keys"]


def test_a_writer_that_fails_leaves_the_older_file(tmp_path: Path) -> None:
    target = tmp_path / "keys"
    target.write_bytes(b"older")

    def stop_halfway() -> None:
        with files.open_atomically(target) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_halfway()
    assert target.read_bytes() == b"older"
    assert names(tmp_path) == ["keys"]


def test_two_writers_of_one_file_do_not_mix(tmp_path: Path) -> None:
    target = tmp_path / "keys"
    with files.open_atomically(target) as first:
        first.write(b"fir")
        files.write_atomically(target, b"second")
        first.write(b"st")
    assert target.read_bytes() == b"first"


def test_unfinished_files_are_removed_by_name_and_age(tmp_path: Path) -> None:
    for name in ("[a].zip.1.part", "[a].zip.part", "b.zip.2.part", "a.zip"):
        (tmp_path / name).touch()
    os.utime(tmp_path / "b.zip.2.part", (0, time.time() - files.STALE - 1))
    files.remove_unfinished_files(tmp_path, "[a].zip")
    assert len(names(tmp_path)) == 4
    files.remove_unfinished_files(tmp_path, "[a].zip", older_than=0)
    assert names(tmp_path) == ["a.zip", "b.zip.2.part"]
    files.remove_unfinished_files(tmp_path)
    assert names(tmp_path) == ["a.zip"]
