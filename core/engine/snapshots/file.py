"""The snapshot file: a ZIP with a manifest, a part for each model, and photos.

A part consists of JSON lines: the field names, then a list of values for each row. The same input gives the same bytes.
A file may come from a stranger, so its size and counts are checked before it is read.
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

MAX_BYTES = 256 * 1024**2
MAX_UNPACKED = 1024 * 1024**2
"""The maximum size in bytes of a file, and of its unpacked contents."""

MAX_OF_STRANGERS = 128 * 1024**2
"""The maximum unpacked size of an uploaded file. Files from the command line are trusted and may be larger."""

VALUES_OF_STRANGERS = 6_000_000
"""The maximum number of values in an uploaded file, since a few kB can unpack to gigabytes of values.

A list or mapping counts as four.
"""

MAX_MANIFEST = 1024**2
MAX_MEMBERS = 20_000
MAX_ROWS = 3_000_000
MAX_LINE_LENGTH = 32 * 1024**2
"""The longest row of a table; a whole TOM file is one row."""

END = struct.Struct("<4s4H2LH")
"""The end record of a ZIP, with the number of members and the length of their directory."""

YEARS = range(2000, 2200)
"""The possible years of a snapshot. Times are computed relative to it, and must not be before year 1."""

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP can store, which all members have."""


@dataclass(frozen=True, slots=True)
class SnapshotTable:
    """The rows of a model: the field names, and for each row one plain value per field."""

    names: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def dicts(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.names, row, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The contents of a snapshot file.

    `migrations` maps each app to its latest migration on the installation that wrote the file, and `after` is the
    state of the home, such as "round-3". `photos` maps the file name stored in a row to its small picture.
    `digest` is the SHA-256 of the whole file.
    """

    slug: str
    name: str
    taken_at: datetime
    after: str
    migrations: Mapping[str, str]
    tables: Mapping[str, SnapshotTable]
    photos: Mapping[str, bytes] = field(default_factory=dict)
    format: int = FORMAT
    digest: str = ""


def pack_snapshot(snapshot: Snapshot) -> bytes:
    """Pack a snapshot into the bytes of a file."""
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
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in ({MANIFEST: _json(manifest, indent=1).encode()} | parts).items():
            member = zipfile.ZipInfo(name, FIRST_DAY)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o600 << 16
            archive.writestr(member, data)
    return buffer.getvalue()


def unpack_snapshot(
    data: bytes,
    *,
    most: int = MAX_UNPACKED,
    most_values: int | None = None,
    known: Collection[str] | None = None,
) -> Snapshot:
    """Read a file and verify the length and digest of every part.

    At most `most` bytes are unpacked and `most_values` values read. If `known` is set, parts that it does not list are
    refused.

    Refused: SNAPSHOT_TOO_BIG (limit, in MB), SNAPSHOT_TOO_MUCH, SNAPSHOT_UNREADABLE, SNAPSHOT_NEWER (format),
    SNAPSHOT_DAMAGED (part), SNAPSHOT_PART (part).
    """
    # The size of the directory is checked before it is read, since a small file can list millions of members.
    if len(data) > MAX_BYTES:
        _refuse_size(MAX_BYTES)
    end = data[-END.size :]
    if len(end) < END.size or not end.startswith(b"PK\5\6"):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    _sign, _disk, _first, _on_disk, members, length, _offset, comment = END.unpack(end)
    # 512 bytes are more than a member takes in the directory.
    if comment or members > MAX_MEMBERS or length > MAX_MEMBERS * 512:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_archive(archive, hashlib.sha256(data).hexdigest(), most, most_values, known)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, RuntimeError) as error:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE) from error
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE) from error


def _read_archive(
    archive: zipfile.ZipFile, digest: str, most: int, most_values: int | None, known: Collection[str] | None
) -> Snapshot:
    """Return the snapshot in a ZIP file whose SHA-256 is `digest`.

    For the other arguments and the refusals, see `unpack_snapshot`, which also refuses the ZIP on other errors.
    """
    members = {member.filename: member for member in archive.infolist()}
    if len(members) != len(archive.infolist()) or MANIFEST not in members:
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    budget = _ByteBudget(most)
    manifest = json.loads(_read_member(archive, members.pop(MANIFEST), _ByteBudget(MAX_MANIFEST)))
    if manifest["kind"] != KIND or not isinstance(manifest["format"], int):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    if manifest["format"] > FORMAT:
        raise Refused(CoreRefusal.SNAPSHOT_NEWER, format=manifest["format"])
    if known is not None and (unknown := sorted(manifest["rows"].keys() - set(known))):
        raise Refused(CoreRefusal.SNAPSHOT_PART, part=unknown[0][:80])
    parts = {
        name: _read_verified_part(archive, members, name, sha, budget)
        for name, sha in manifest["sha256"].items()
    }
    if members.keys() != parts.keys():
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    _require_few_values(parts, most_values)
    tables = {name: _parse_table(name, parts[name + ROWS], count) for name, count in manifest["rows"].items()}
    subject = manifest["event"]
    texts = [subject["slug"], subject["name"], subject["after"], *manifest["migrations"].values()]
    if not all(isinstance(text, str) and contains_storable_text(text) for text in texts):
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
class _ByteBudget:
    """The bytes that may still be unpacked, out of `most`."""

    most: int

    remaining: int = 0

    def __post_init__(self) -> None:
        self.remaining = self.most


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _ByteBudget) -> bytes:
    """Unpack a member. Refused: SNAPSHOT_UNREADABLE, SNAPSHOT_TOO_BIG (limit) if the budget is too small."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused(CoreRefusal.SNAPSHOT_UNREADABLE)
    with archive.open(member) as file:
        data = file.read(budget.remaining + 1)
    budget.remaining -= len(data)
    if budget.remaining < 0:
        _refuse_size(budget.most)
    return data


def _read_verified_part(
    archive: zipfile.ZipFile,
    members: Mapping[str, zipfile.ZipInfo],
    name: str,
    digest: str,
    budget: _ByteBudget,
) -> bytes:
    """Unpack a member and verify its SHA-256.

    Refused: SNAPSHOT_DAMAGED (part) if it is missing or differs, and whatever `_read_member` refuses.
    """
    if name not in members:
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=name[:80])
    data = _read_member(archive, members[name], budget)
    if hashlib.sha256(data).hexdigest() != digest:
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=name[:80])
    return data


def _require_few_values(contents: Mapping[str, bytes], most: int | None) -> None:
    """Check the total number of values in all parts.

    Refused: SNAPSHOT_TOO_MUCH if there are more than `most`; None means no limit.
    """
    # Values are counted before parsing, and a list or mapping counts as several, since it takes their memory.
    parts = [data for name, data in contents.items() if name.endswith(ROWS)]
    count = sum(data.count(b",") + 4 * (data.count(b"[") + data.count(b"{")) for data in parts)
    if most is not None and count > most:
        raise Refused(CoreRefusal.SNAPSHOT_TOO_MUCH)


def _parse_table(part: str, data: bytes, count: object) -> SnapshotTable:
    """Return the table in a part, which must have `count` rows. Refused: SNAPSHOT_DAMAGED (part), SNAPSHOT_TOO_BIG."""
    header, *lines = data.decode().split("\n")[:-1]
    names = json.loads(header)
    if len(lines) != count or len(lines) > MAX_ROWS or not all(isinstance(name, str) for name in names):
        raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=part[:80])
    rows: list[list[Any]] = []
    for line in lines:
        if len(line) > MAX_LINE_LENGTH:
            _refuse_size(MAX_LINE_LENGTH)
        row = json.loads(line, parse_constant=_refuse_json_constant)
        # Only an escape sequence can hold a NUL or a lone surrogate, since the line is valid UTF-8.
        if (
            not isinstance(row, list)
            or len(row) != len(names)
            or ("\\u" in line and not contains_storable_text(row))
        ):
            raise Refused(CoreRefusal.SNAPSHOT_DAMAGED, part=part[:80])
        rows.append(row)
    return SnapshotTable(names, rows)


def contains_storable_text(value: Any) -> bool:
    """Return whether every database can store the text in a value: no NUL and no lone surrogate."""
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, Mapping):
        return all(
            contains_storable_text(name) and contains_storable_text(inner) for name, inner in value.items()
        )
    return all(map(contains_storable_text, value)) if isinstance(value, list) else True


def _json(value: Any, indent: int | None = None) -> str:
    separators = (",", ":") if indent is None else None
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=separators, indent=indent
    )


def _refuse_json_constant(name: str) -> NoReturn:
    """Reject NaN and the infinities, which are not JSON."""
    raise ValueError(name)


def _refuse_size(limit: int) -> NoReturn:
    raise Refused(CoreRefusal.SNAPSHOT_TOO_BIG, limit=limit // 1024**2)
