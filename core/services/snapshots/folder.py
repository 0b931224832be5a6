"""A folder of snapshots of one thing: the newest ones, and the last of each of its states."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import files

SUFFIX = ".stadium"
MOST = 8
"""How many of the newest remain by default."""


@dataclass(frozen=True, slots=True)
class Made:
    """A snapshot: file name and contents."""

    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class SnapshotFile:
    """One file of the folder. `after`: the state of what it is of, such as "round-3"; `size` in bytes."""

    name: str
    after: str
    at: datetime
    size: int


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder at `place`. `states`: a pattern of the states that file names contain, without groups of its own.

    `most`: how many of the newest remain, and besides them, `of_each_state`, the last one of each.
    """

    place: Path
    states: str
    most: int = MOST
    of_each_state: bool = True

    @property
    def _name(self) -> re.Pattern[str]:
        return re.compile(
            rf"[-\w]{{1,100}}?-({self.states})-\d{{8}}-\d{{6}}(?:-\d{{1,3}})?{re.escape(SUFFIX)}"
        )

    def files(self) -> list[SnapshotFile]:
        """The snapshots, newest first."""
        stored, name = list[SnapshotFile](), self._name
        for path in self.place.glob(f"*{SUFFIX}") if self.place.is_dir() else ():
            named = name.fullmatch(path.name)
            if named is None:
                continue
            with suppress(FileNotFoundError):  # another process may delete older ones
                facts = path.stat()
                at = datetime.fromtimestamp(facts.st_mtime, UTC)
                stored.append(SnapshotFile(path.name, named.group(1), at, facts.st_size))
        return sorted(stored, key=lambda file: (file.at, file.name), reverse=True)

    def save(self, made: Made) -> str:
        """Write a snapshot and delete surplus ones; returns its name. OSError if it cannot be written."""
        self.place.mkdir(parents=True, exist_ok=True)
        files.remove_unfinished(self.place)
        # The wanted name, with a counter if taken in the same second.
        stem = made.filename.removesuffix(SUFFIX)
        names = (made.filename, *(f"{stem}-{count}{SUFFIX}" for count in range(2, 1000)))
        name = next(name for name in names if not (self.place / name).exists())
        files.write(self.place / name, made.data)
        states = set[str]()
        for number, file in enumerate(self.files()):
            if number >= self.most and (file.after in states or not self.of_each_state):
                (self.place / file.name).unlink(missing_ok=True)
            states.add(file.after)
        return name

    def read(self, name: str) -> bytes:
        """Read a snapshot. Refused: SNAPSHOT_MISSING."""
        try:
            return self._path(name).read_bytes()
        except OSError as missing:
            raise Refused(CoreRefusal.SNAPSHOT_MISSING) from missing

    def delete(self, name: str) -> None:
        """Delete a snapshot. Refused: SNAPSHOT_MISSING."""
        try:
            self._path(name).unlink()
        except OSError as missing:
            raise Refused(CoreRefusal.SNAPSHOT_MISSING) from missing

    def _path(self, name: str) -> Path:
        if not self._name.fullmatch(name):
            raise Refused(CoreRefusal.SNAPSHOT_MISSING)
        return self.place / name
