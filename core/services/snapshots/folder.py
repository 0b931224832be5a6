"""A folder with snapshots of one home: the newest ones, and the last one for each state of the home."""

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
"""The default number of newest snapshots that remain."""


@dataclass(frozen=True, slots=True)
class NewSnapshot:
    """A new snapshot: its file name and contents."""

    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class SnapshotFile:
    """A file of the folder. `after` is the state of the home, such as "round-3"; `size` is in bytes."""

    name: str
    after: str
    at: datetime
    size: int


@dataclass(frozen=True, slots=True)
class SnapshotFolder:
    """The folder at `place`.

    `states` is a pattern, without groups, that matches the states in file names. The newest `most` snapshots are
    retained; if `of_each_state`, so is the last one of each state.
    """

    place: Path
    states: str
    most: int = MOST
    of_each_state: bool = True

    @property
    def _name_pattern(self) -> re.Pattern[str]:
        return re.compile(
            rf"[-\w]{{1,100}}?-({self.states})-\d{{8}}-\d{{6}}(?:-\d{{1,3}})?{re.escape(SUFFIX)}"
        )

    def files(self) -> list[SnapshotFile]:
        """List the snapshots, newest first."""
        snapshots, pattern = list[SnapshotFile](), self._name_pattern
        for path in self.place.glob(f"*{SUFFIX}") if self.place.is_dir() else ():
            parts = pattern.fullmatch(path.name)
            if parts is None:
                continue
            with suppress(FileNotFoundError):  # another process may delete surplus snapshots
                stat = path.stat()
                written_at = datetime.fromtimestamp(stat.st_mtime, UTC)
                snapshots.append(SnapshotFile(path.name, parts.group(1), written_at, stat.st_size))
        return sorted(snapshots, key=lambda file: (file.at, file.name), reverse=True)

    def save(self, snapshot: NewSnapshot) -> str:
        """Write a snapshot, delete surplus ones and return its name. Raises OSError if it cannot be written."""
        self.place.mkdir(parents=True, exist_ok=True)
        files.remove_unfinished_files(self.place)
        # A counter is appended if a snapshot of the same second has the name.
        stem = snapshot.filename.removesuffix(SUFFIX)
        names = (snapshot.filename, *(f"{stem}-{count}{SUFFIX}" for count in range(2, 1000)))
        name = next(name for name in names if not (self.place / name).exists())
        files.write_atomically(self.place / name, snapshot.data)
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
        except OSError as error:
            raise Refused(CoreRefusal.SNAPSHOT_MISSING) from error

    def delete(self, name: str) -> None:
        """Delete a snapshot. Refused: SNAPSHOT_MISSING."""
        try:
            self._path(name).unlink()
        except OSError as error:
            raise Refused(CoreRefusal.SNAPSHOT_MISSING) from error

    def _path(self, name: str) -> Path:
        """Return the path of a file with the name of a snapshot. Refused: SNAPSHOT_MISSING for any other name."""
        if not self._name_pattern.fullmatch(name):
            raise Refused(CoreRefusal.SNAPSHOT_MISSING)
        return self.place / name
