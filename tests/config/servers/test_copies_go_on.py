"""The laptop fails: another one goes on from the copy on the stick."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from pairings.documents.event_copies import copy_event
from pairings.services import event_copies
from tests import build
from tests.config.servers.own_server import Installation
from tests.pairings import build as pairings

STANDINGS = "SELECT entry_id, place, points FROM pairings_standing ORDER BY place, entry_id"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="copies are for a database in a file")
def test_another_machine_goes_on_from_the_copy(settings, tmp_path):
    settings.OWN_MACHINE = True
    division, stick, elsewhere = pairings.division(4), tmp_path / "stick", Installation(tmp_path / "laptop")
    event = division.tournament
    stick.mkdir()
    elsewhere.folder.mkdir()
    event_copies.choose(event, str(stick), by=build.user("anna", is_superuser=True))
    pairings.play(division)
    assert copy_event(event.pk)
    shutil.copy(sorted(event_copies.inside(stick, event).glob("*.sqlite3"))[-1], elsewhere.database)
    with connection.cursor() as here, closing(sqlite3.connect(elsewhere.database)) as there:
        standings = here.execute(STANDINGS).fetchall()
        assert len(standings) == 4
        assert there.execute(STANDINGS).fetchall() == standings
    output = elsewhere.run("standings", event.slug)
    assert output.returncode == 0, output.stderr
    going_on = elsewhere.run("pair_round", event.slug)
    assert going_on.returncode == 0, going_on.stderr
