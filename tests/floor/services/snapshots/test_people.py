"""People in a snapshot: what its event knows about them, and to whom their records belong after a restore."""

import json
import zipfile
from dataclasses import replace
from io import BytesIO, StringIO
from random import Random

import pytest
from django.core.management import call_command

from core.engine.snapshots import file
from floor.services import rehearsal
from tests import build
from tournaments.models import Player, Tournament
from tournaments.services import snapshots

pytestmark = pytest.mark.django_db

PEOPLE = "tournaments.Player"


@pytest.fixture
def event():
    event = rehearsal.create_rehearsal(by=build.user(), players=8, seed=7)
    rehearsal.play_rounds(event.divisions.get(), number=1, chance=Random(1), by=event.created_by)
    return event


def people_in(data):
    lines = zipfile.ZipFile(BytesIO(data)).read(f"{PEOPLE}.jsonl").decode().splitlines()
    names, *rows = map(json.loads, lines)
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_a_snapshot_says_of_people_what_its_event_knows(event):
    entry = event.entries.order_by("player_id").first()
    Player.objects.filter(pk=entry.player_id).update(
        player_id="90909", birth_year=1981, birth_date="1981-02-03", last_name="Elsewhere"
    )

    data = snapshots.make_snapshot(event).data

    assert people_in(data)[0] == {
        "id": entry.player_id,
        "player_id": entry.player_number,
        "first_name": entry.first_name,
        "last_name": entry.last_name,
        "birth_year": entry.birth_year,
        "birth_date": entry.birth_date and entry.birth_date.isoformat(),
        "email": entry.email,
    }
    back = snapshots.restore_event(data, by=build.user("otto"))
    assert not Player.objects.filter(organizer=back.organizer, last_name="Elsewhere").exists()
    assert {str(one.player) for one in back.entries.all()} == {str(one) for one in event.entries.all()}


def test_a_rehearsal_of_any_file_takes_nobody_by_a_key_alone(event, tmp_path):
    read = file.unpack_snapshot(snapshots.make_snapshot(event).data)
    table = read.tables[PEOPLE]
    rows = [{**row, "player_id": f"99{at}", "last_name": "Elsewhere"} for at, row in enumerate(table.dicts())]
    people = file.SnapshotTable(table.names, [list(row.values()) for row in rows])
    path = tmp_path / "cup.stadium"
    path.write_bytes(file.pack_snapshot(replace(read, tables={**read.tables, PEOPLE: people})))

    call_command("restore", str(path), rehearsal=True, stdout=StringIO())

    back = Tournament.objects.get(slug=f"{event.slug}-rehearsal")
    assert {entry.player.last_name for entry in back.entries.all()} == {"Elsewhere"}


def test_a_copy_made_here_is_of_the_same_people(client, event):
    event.entries.update(player_number=None)
    client.force_login(event.created_by)

    client.post(f"/e/{event.slug}/snapshots/copy")

    back = Tournament.objects.get(slug=f"{event.slug}-rehearsal")
    assert {entry.player_id for entry in back.entries.all()} == {
        entry.player_id for entry in event.entries.all()
    }
