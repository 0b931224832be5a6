"""The file of a snapshot: what is packed can be unpacked, and a changed part is refused by its name."""

import io
import zipfile
from datetime import UTC, datetime

import pytest

from core.engine.refused import Refused
from core.engine.snapshots.file import Snapshot, SnapshotTable, pack_snapshot, unpack_snapshot

TAKEN = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)


def snapshot() -> Snapshot:
    tables = {"tournaments.Entry": SnapshotTable(["id", "last_name"], [[1, "Okonkwo"], [2, "Ångström"]])}
    photos = {"a.jpg": b"\xff\xd8photo"}
    return Snapshot("cup", "Spring Cup", TAKEN, "round-3", {"tournaments": "0001"}, tables, photos)


def changed(data: bytes, part: str, content: bytes | None) -> bytes:
    """Return the file with other content in one part, or without the part if `None`."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w") as new:
        for member in old.infolist():
            whole = old.read(member) if member.filename != part else content
            if whole is not None:
                new.writestr(member, whole)
    return written.getvalue()


def parts(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [name for name in archive.namelist() if name != "manifest.json"]


def test_what_is_packed_is_unpacked() -> None:
    found = unpack_snapshot(pack_snapshot(snapshot()))
    assert (found.slug, found.name, found.taken_at, found.after) == ("cup", "Spring Cup", TAKEN, "round-3")
    assert found.tables == snapshot().tables
    assert found.photos == snapshot().photos


@pytest.mark.parametrize("content", [b"changed", None])
def test_a_part_that_was_changed_or_is_gone_is_named(content: bytes | None) -> None:
    data = pack_snapshot(snapshot())
    assert len(parts(data)) == 2
    for part in parts(data):
        with pytest.raises(Refused) as refused:
            unpack_snapshot(changed(data, part, content))
        assert refused.value.code == "SNAPSHOT_DAMAGED"
        assert refused.value.facts == {"part": part}
