"""A file from a stranger creates a new event or nothing, touches no other event, and is refused with a message."""

import io
import json
import zipfile
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from core.engine.refused import Refused
from core.engine.snapshots import file
from core.models import JournalEvent
from core.sentences import refusal_text
from floor.services import rehearsal
from pairings.models import Match
from tests import build
from tournaments.models import Entry, Player, StaffMember, Tournament
from tournaments.services import snapshots

pytestmark = [pytest.mark.django_db]

ENTRY, EVENT, LINE = "tournaments.Entry", "tournaments.Tournament", "tournaments.JournalEvent"
PEOPLE = "tournaments.Player"
SEAL = "tournaments.JournalSeal"
OPTIONAL = {"timezone", "first_name", "facts", "gaps", "keys"}


@pytest.fixture
def event():
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    rehearsal.play_rounds(event.divisions.get(), number=1, chance=Random(1), by=event.created_by)
    return event


def refused(data):
    before = Tournament.objects.count(), Player.objects.count(), JournalEvent.objects.count()
    with pytest.raises(Refused) as found:
        snapshots.restore_event(data, by=None)
    assert (Tournament.objects.count(), Player.objects.count(), JournalEvent.objects.count()) == before
    text = refusal_text(found.value)
    assert found.value.code not in text
    return found.value.code


def changed(event, label, **values):
    """Return the file of an event with other values in the last row of a model."""
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    table = snapshot.tables[label]
    *rows, last = (list(row) for row in table.rows)
    for name, value in values.items():
        last[list(table.names).index(name)] = value
    tables = {**snapshot.tables, label: file.SnapshotTable(table.names, [*rows, last])}
    return file.pack_snapshot(replace(snapshot, tables=tables))


def zipped(**members):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "."), data)
    return written.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        b"no zip at all" * 40,
        zipped(other__txt=b"x"),
        zipped(manifest__json=b"[]"),
        zipped(manifest__json=b"{"),
        zipped(manifest__json=b'{"kind": "stadium-snapshot", "format": "1"}'),
        zipped(manifest__json=b'{"kind": "stadium-snapshot", "format": 1, "sha256": 3}'),
        zipped(manifest__json=b"[" * 100_000),
        zipped(manifest__json=json.dumps({"kind": "stadium-snapshot", "format": 1, "sha256": {}}).encode()),
    ],
)
def test_what_is_no_snapshot_is_refused(data):
    assert refused(data) == "SNAPSHOT_UNREADABLE"


def test_half_a_file_is_refused(event):
    data = snapshots.make_snapshot(event).data

    assert refused(data[: len(data) // 2]) == "SNAPSHOT_UNREADABLE"


def test_a_part_that_was_changed_is_found(event):
    read = zipfile.ZipFile(io.BytesIO(snapshots.make_snapshot(event).data))
    members = {name: read.read(name) for name in read.namelist()}
    members[f"{ENTRY}.jsonl"] = members[f"{ENTRY}.jsonl"].replace(b"masters", b"juniors")
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)

    assert refused(written.getvalue()) == "SNAPSHOT_DAMAGED"


def test_a_bomb_is_not_unpacked(event, monkeypatch):
    monkeypatch.setattr(file, "MAX_OF_STRANGERS", 2 * 1024**2)

    assert refused(changed(event, EVENT, notes=" " * 3 * 1024**2)) == "SNAPSHOT_TOO_BIG"


@pytest.mark.parametrize("facts", [{"a": [[]] * 3000}, {"a": [{"b": 1}] * 3000}, {"a": [1] * 12_000}])
def test_values_are_counted_before_they_are_read(event, monkeypatch, facts):
    data = changed(event, LINE, facts=facts)
    monkeypatch.setattr(file, "VALUES_OF_STRANGERS", 10_000)
    snapshots.restore_event(snapshots.make_snapshot(event).data, by=None)

    assert refused(data) == "SNAPSHOT_TOO_MUCH"


def test_an_unknown_part_is_not_read(event, monkeypatch):
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    more = {**snapshot.tables, "auth.Group": file.SnapshotTable(("id",), [])}
    data = file.pack_snapshot(replace(snapshot, tables=more))
    monkeypatch.setattr(file, "_parse_table", lambda *_all: pytest.fail("read"))

    assert refused(data) == "SNAPSHOT_PART"


def test_runs_of_keys_are_counted_before_they_are_spelled_out(event):
    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None)
    runs = {"floor.Penalty": [[1, 1, 400_000]], "checks.CheckTap": [[1, 1, 100_001]]}

    assert refused(changed(back, "tournaments.EventOrigin", keys=runs)) == "SNAPSHOT_ROW"
    huge = {"floor.Penalty": [[1, 1, 2**62]]}
    assert refused(changed(back, "tournaments.EventOrigin", keys=huge)) == "SNAPSHOT_ROW"


def test_a_newer_version_is_named(event):
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)

    assert refused(file.pack_snapshot(replace(snapshot, format=file.FORMAT + 1))) == "SNAPSHOT_NEWER"


@pytest.mark.parametrize(
    ("label", "values"),
    [
        (ENTRY, {"division_id": 10**9}),
        (ENTRY, {"tournament_id": 10**9}),
        (ENTRY, {"tournament_id": None}),
        (ENTRY, {"player_id": "1"}),
        (ENTRY, {"joined_round": "one"}),
        (ENTRY, {"joined_round": 2**31}),
        (ENTRY, {"joined_round": True}),
        (ENTRY, {"last_name": "x" * 81}),
        (ENTRY, {"last_name": None}),
        (ENTRY, {"last_name": ["x"]}),
        (ENTRY, {"age_division": "elders"}),
        (ENTRY, {"created_at": "yesterday"}),
        (ENTRY, {"created_at": "2026-11-24T10:00:00"}),
        (ENTRY, {"created_at": "9999-12-31T23:59:59-23:00"}),
        (ENTRY, {"birth_date": "2026-02-31"}),
        (ENTRY, {"id": 0}),
        (ENTRY, {"id": -5}),
        (ENTRY, {"id": 2**63}),
        (ENTRY, {"tie_break_number": 2**63}),
        (EVENT, {"best_of": 2}),
        (LINE, {"facts": {"entry": -1}, "kind": "EntryCheckedIn"}),
        (LINE, {"facts": {"entry": 2**70}, "kind": "EntryCheckedIn"}),
        ("pairings.Match", {"left_id": 10**9}),
        ("pairings.Seat", {"match_id": 10**9}),
        ("pairings.Standing", {"owp": "0.5"}),
        ("pairings.Round", {"draw": []}),
        ("pairings.Report", {"games": {"a": 1}}),
        (EVENT, {"features": "all"}),
        (LINE, {"facts": [1]}),
        (SEAL, {"gaps": [{"a": 1}]}),
        (SEAL, {"gaps": ["x"]}),
        (SEAL, {"gaps": [2**63]}),
        (SEAL, {"lines": f"{'9' * 5000} {'0' * 64}"}),
        (SEAL, {"lines": "x"}),
    ],
)
def test_values_that_cannot_be_are_refused(event, label, values):
    assert refused(changed(event, label, **values)) == "SNAPSHOT_ROW"


@pytest.mark.parametrize(
    ("label", "values"),
    [
        (ENTRY, {"last_name": "a\0b"}),
        (ENTRY, {"last_name": "\ud800"}),
        (LINE, {"facts": {"entry": "\0"}}),
    ],
)
def test_text_no_database_holds_is_refused(event, label, values):
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    table = snapshot.tables[label]
    row = list(table.rows[0])
    for name, value in values.items():
        row[list(table.names).index(name)] = value
    text = json.dumps([row]).removeprefix("[").removesuffix("]")
    line = file._json(list(table.rows[0]))
    read = zipfile.ZipFile(io.BytesIO(file.pack_snapshot(snapshot)))
    members = {name: read.read(name) for name in read.namelist()}
    part = f"{label}.jsonl"
    members[part] = members[part].replace(line.encode(), text.encode())
    manifest = json.loads(members["manifest.json"])
    manifest["sha256"][part] = file.hashlib.sha256(members[part]).hexdigest()
    members["manifest.json"] = json.dumps(manifest).encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)

    assert refused(written.getvalue()) == "SNAPSHOT_DAMAGED"


@pytest.mark.parametrize(
    ("label", "values", "code"),
    [
        (ENTRY, {"joined_round": 0}, "SNAPSHOT_INCONSISTENT"),
        (EVENT, {"timezone": "Mars/Olympus"}, "TIMEZONE_UNKNOWN"),
        (EVENT, {"timezone": "../../etc/passwd"}, "TIMEZONE_UNKNOWN"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_what_contradicts_itself_is_refused(event, label, values, code):
    assert refused(changed(event, label, **values)) == code


@pytest.mark.parametrize("year", [1, 1999, 2200, 9999])
def test_a_snapshot_of_no_time_is_refused(event, year):
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)

    when = snapshot.taken_at.replace(year=year, month=6)
    assert refused(file.pack_snapshot(replace(snapshot, taken_at=when))) == "SNAPSHOT_UNREADABLE"


def test_parts_and_fields_that_are_unknown_are_named(event):
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    users = file.SnapshotTable(("id", "is_superuser"), [[1, True]])
    more = {**snapshot.tables, "auth.Group": users}

    assert refused(file.pack_snapshot(replace(snapshot, tables=more))) == "SNAPSHOT_PART"
    entries = snapshot.tables[ENTRY]
    other = file.SnapshotTable([*entries.names[:-1], "password"], entries.rows)
    assert (
        refused(file.pack_snapshot(replace(snapshot, tables={**snapshot.tables, ENTRY: other})))
        == "SNAPSHOT_FIELD"
    )


@pytest.mark.parametrize("label", [EVENT, ENTRY, PEOPLE, LINE, SEAL, "tournaments.EventOrigin"])
def test_a_file_without_a_field_restores_or_is_refused_with_a_sentence(event, label):
    at = event.starts_at
    event.origins.create(number=1, event=event.pk, slug="x", taken_at=at, restored_at=at)
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    table, restored = snapshot.tables[label], set()
    for place, name in enumerate(table.names):
        rows = [[*row[:place], *row[place + 1 :]] for row in table.rows]
        shorter = file.SnapshotTable([one for one in table.names if one != name], rows)
        with suppress(Refused):
            snapshots.restore_event(
                file.pack_snapshot(replace(snapshot, tables={**snapshot.tables, label: shorter})), by=None
            )
            restored.add(name)
    assert restored & OPTIONAL


def test_people_have_no_more_than_a_snapshot_says(event):
    snapshot = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    table = snapshot.tables[PEOPLE]
    more = file.SnapshotTable([*table.names, "search_key"], [[*row, "x"] for row in table.rows])
    back = snapshots.restore_event(
        file.pack_snapshot(replace(snapshot, tables={**snapshot.tables, PEOPLE: more})), by=build.user("otto")
    )
    assert not back.entries.filter(player__search_key="x").exists()


def test_a_line_that_names_a_row_of_another_event_names_nothing_here(event):
    other = rehearsal.create_rehearsal(by=None, players=8, seed=8)
    stranger = other.entries.first()
    data = changed(event, LINE, kind="EntryCheckedIn", facts={"entry": stranger.pk, "name": "x"})

    back = snapshots.restore_event(data, by=None)

    named = back.journal.get(kind="EntryCheckedIn", facts__name="x").facts["entry"]
    assert not Entry.objects.filter(pk=named).exists()
    assert {entry.tournament for entry in other.entries.all()} == {other}


def test_no_row_of_another_event_changes(event):
    rows = list(Match.objects.filter(round__division__tournament=event).order_by("pk").values())
    entries = list(event.entries.order_by("pk").values())

    snapshots.restore_event(snapshots.make_snapshot(event).data, by=None)

    assert list(Match.objects.filter(round__division__tournament=event).order_by("pk").values()) == rows
    assert list(event.entries.order_by("pk").values()) == entries


def test_staff_come_along_who_have_the_same_account(event):
    data = snapshots.make_snapshot(event).data
    assert snapshots.restore_event(data, by=None).staff.get().user == event.created_by

    event.created_by.email = "another@example.org"
    event.created_by.save()
    back = snapshots.restore_event(data, by=None)
    assert not back.staff.exists()
    assert {line.by_name for line in back.journal.filter(kind="ResultEntered")} == {"marta"}


def test_who_restores_becomes_organizer(event):
    restorer = build.user("otto")

    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=restorer)

    assert back.staff.get(user=restorer).role == StaffMember.Role.ORGANIZER
