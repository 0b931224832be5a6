"""The snapshot file: a ZIP with a manifest, a part for each model, and photos.

A part is JSON lines: the field names, then a list of values per row. The same input gives the same bytes. A file may
come from a stranger, so everything in it is counted and measured before it is trusted.
"""

import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NoReturn

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

FORMAT = 1
KIND = "stadium-snapshot"
MANIFEST = "manifest.json"
ROWS = ".jsonl"
PHOTOS = "photos/"

MOST_BYTES = 256 * 1024**2
MOST_UNPACKED = 1024 * 1024**2
MOST_OF_STRANGERS = 128 * 1024**2
"""Unpacked bytes allowed for an uploaded file; one from the command line belongs to the machine's owner."""

VALUES_OF_STRANGERS = 6_000_000
"""Values allowed in an uploaded file, a list or mapping counting as four: a few kB can unpack to gigabytes of them."""

MOST_MANIFEST = 1024**2
MOST_MEMBERS = 20_000
MOST_ROWS = 3_000_000
LONGEST_LINE = 32 * 1024**2
"""The longest row of a table; a whole TOM file is one."""

END = struct.Struct("<4s4H2LH")
"""The end record of a ZIP: the number of members, and the length of their directory."""

YEARS = range(2000, 2200)
"""Possible years of a snapshot: moments are computed relative to it, and none may fall before year 1."""

FIRST_DAY = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one model: the field names, and for each row one plain value per field."""

    names: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def dicts(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.names, row, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is in a file. `migrations`: the latest of each room that wrote it. `after`: the state of what it is of,
    such as "round-3". `photos`: small pictures by the name in their row. `digest`: SHA-256 of the whole file.
    """

    slug: str
    name: str
    taken_at: datetime
    after: str
    migrations: Mapping[str, str]
    tables: Mapping[str, Table]
    photos: Mapping[str, bytes] = field(default_factory=dict)
    format: int = FORMAT
    digest: str = ""


def pack(snapshot: Snapshot) -> bytes:
    """Write a snapshot as a file."""
    parts = {}
    for name, table in sorted(snapshot.tables.items()):
        lines = "".join(_json(row) + "\n" for row in (list(table.names), *table.rows))
        parts[name + ROWS] = lines.encode()
    parts |= {PHOTOS + name: data for name, data in sorted(snapshot.photos.items())}
    manifest = {
        "kind": KIND,
        "format": snapshot.format,
        "taken_at": snapshot.taken_at.astimezone(UTC).isoformat(),
        "event": {"slug": snapshot.slug, "name": snapshot.name, "after": snapshot.after},
        "migrations": dict(snapshot.migrations),
        "rows": {name: len(table.rows) for name, table in snapshot.tables.items()},
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()},
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in ({MANIFEST: _json(manifest, indent=1).encode()} | parts).items():
            member = zipfile.ZipInfo(name, FIRST_DAY)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o600 << 16
            archive.writestr(member, data)
    return written.getvalue()


def unpack(
    data: bytes,
    *,
    most: int = MOST_UNPACKED,
    most_values: int | None = None,
    known: Collection[str] | None = None,
) -> Snapshot:
    """Read a file and verify the length and digest of every part. At most `most` bytes are unpacked and `most_values`
    values read; parts not in `known`, if given, are refused.

    Refused: SNAPSHOT_TOO_BIG (limit, in MB), SNAPSHOT_TOO_MUCH, SNAPSHOT_UNREADABLE, SNAPSHOT_NEWER (format),
    SNAPSHOT_DAMAGED (part), SNAPSHOT_PART (part).
    """
    # The directory is measured before it is read: a small file can list millions of members.
    if len(data) > MOST_BYTES:
        _too_big(MOST_BYTES)
    end = data[-END.size :]
    if len(end) < END.size or not end.startswith(b"PK\5\6"):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    _sign, _disk, _first, _here, members, length, _offset, comment = END.unpack(end)
    if comment or members > MOST_MEMBERS or length > MOST_MEMBERS * 512:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive, hashlib.sha256(data).hexdigest(), most, most_values, known)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, RuntimeError) as bad:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE) from bad
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as bad:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE) from bad


def _unpacked(
    archive: zipfile.ZipFile, digest: str, most: int, most_values: int | None, known: Collection[str] | None
) -> Snapshot:
    members = {text.filename: text for text in archive.infolist()}
    if len(members) != len(archive.infolist()) or MANIFEST not in members:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    room = _Room(most)
    manifest = json.loads(_content(archive, members.pop(MANIFEST), _Room(MOST_MANIFEST)))
    if manifest["kind"] != KIND or not isinstance(manifest["format"], int):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    if manifest["format"] > FORMAT:
        raise Refused(CoreRefusal.SNAPSHOT_NEWER, format=manifest["format"])
    if known is not None and (unknown := sorted(manifest["rows"].keys() - set(known))):
        raise Refused(CoreRefusal.SNAPSHOT_PART, part=unknown[0][:80])
    parts = {name: _whole(archive, members, name, sha, room) for name, sha in manifest["sha256"].items()}
    if members.keys() != parts.keys():
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    _require_few(parts, most_values)
    tables = {name: _table(name, parts[name + ROWS], count) for name, count in manifest["rows"].items()}
    subject = manifest["event"]
    texts = [subject["slug"], subject["name"], subject["after"], *manifest["migrations"].values()]
    if not all(isinstance(text, str) and is_storable(text) for text in texts):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    taken_at = datetime.fromisoformat(manifest["taken_at"])
    if taken_at.year not in YEARS:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    photos = {name.removeprefix(PHOTOS): data for name, data in parts.items() if name.startswith(PHOTOS)}
    if len(photos) + len(tables) != len(parts):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    return Snapshot(
        slug=subject["slug"],
        name=subject["name"],
        taken_at=taken_at.astimezone(UTC),
        after=subject["after"],
        migrations=manifest["migrations"],
        tables=tables,
        photos=photos,
        format=manifest["format"],
        digest=digest,
    )


@dataclass(slots=True)
class _Room:
    """The remaining bytes that may be unpacked, out of `most`."""

    most: int
    left: int = 0

    def __post_init__(self) -> None:
        self.left = self.most


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, room: _Room) -> bytes:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    with archive.open(member) as file:
        data = file.read(room.left + 1)
    room.left -= len(data)
    if room.left < 0:
        _too_big(room.most)
    return data


def _whole(
    archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo], name: str, sha: str, room: _Room
) -> bytes:
    if name not in members:
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=name[:80])
    data = _content(archive, members[name], room)
    if hashlib.sha256(data).hexdigest() != sha:
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=name[:80])
    return data


def _require_few(contents: Mapping[str, bytes], most: int | None) -> None:
    # Counted before parsing: a list or a mapping takes the memory of several values.
    parts = [data for name, data in contents.items() if name.endswith(ROWS)]
    count = sum(data.count(b",") + 4 * (data.count(b"[") + data.count(b"{")) for data in parts)
    if most is not None and count > most:
        raise Refused(CoreRefusal.SNAPSHOT_TOO_MUCH)


def _table(name: str, data: bytes, count: object) -> Table:
    first, *rows = data.decode().split("\n")[:-1]
    names = json.loads(first)
    if len(rows) != count or len(rows) > MOST_ROWS or not all(isinstance(name_, str) for name_ in names):
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=name[:80])
    return Table(names, [_row(name, line, len(names)) for line in rows])


def _row(name: str, line: str, length: int) -> list[Any]:
    if len(line) > LONGEST_LINE:
        _too_big(LONGEST_LINE)
    row = json.loads(line, parse_constant=_not_a_number)
    if not isinstance(row, list) or len(row) != length or ("\\u" in line and not is_storable(row)):
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=name[:80])
    return row


def is_storable(value: Any) -> bool:
    """Whether every database can store the text in a value: no NUL, no lone surrogate."""
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, Mapping):
        return all(is_storable(name) and is_storable(one) for name, one in value.items())
    return all(map(is_storable, value)) if isinstance(value, list) else True


def _json(value: Any, indent: int | None = None) -> str:
    separators = (",", ":") if indent is None else None
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=separators, indent=indent
    )


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(name)


def _too_big(limit: int) -> NoReturn:
    raise Refused(CoreRefusal.SNAPSHOT_TOO_BIG, limit=limit // 1024**2)
