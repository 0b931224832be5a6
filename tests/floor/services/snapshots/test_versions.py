"""Files of every version can be loaded. When the format changes, a file of the last version is added to `data`."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone

from core.engine.snapshots import file
from core.queries import seals as stored
from tournaments.services import snapshots

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parent / "data"
FILES = sorted(DATA.glob("*.stadium"), key=lambda path: path.name)


def test_a_file_of_each_version_is_here():
    assert {file.unpack_snapshot(path.read_bytes()).format for path in FILES} == set(
        range(1, file.FORMAT + 1)
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_loads_and_verifies(path):
    read = file.unpack_snapshot(path.read_bytes())

    event = snapshots.restore_event(path.read_bytes(), by=None, trusted=True)

    assert event.name == read.name
    assert event.entries.count() == len(read.tables["tournaments.Entry"].rows)
    assert event.journal.count() == len(read.tables["tournaments.JournalEvent"].rows) + 1
    assert stored.verify_journal(event, now=timezone.now()).faults == []


def test_a_field_that_is_newer_than_the_file_is_as_it_is_by_itself():
    read = file.unpack_snapshot((DATA / "snapshot-1.stadium").read_bytes())
    label = "tournaments.Division"
    table = read.tables[label]
    at = list(table.names).index("third_place")
    shorter = file.SnapshotTable(
        [name for name in table.names if name != "third_place"],
        [[*row[:at], *row[at + 1 :]] for row in table.rows],
    )
    older = file.pack_snapshot(replace(read, tables={**read.tables, label: shorter}))

    assert not snapshots.restore_event(older, by=None).divisions.get().third_place
