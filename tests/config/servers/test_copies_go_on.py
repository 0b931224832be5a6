"""The laptop fails, and another one continues from the copy on the stick."""

import sqlite3
from contextlib import closing

import pytest

from pairings.documents.event_copies import write_event_copy
from pairings.models import Standing
from pairings.services import event_copies
from tests import build
from tests.config.servers.own_server import Installation
from tests.pairings import build as pairings

STANDINGS = """
    SELECT entry.first_name, entry.last_name, standing.place, standing.points
    FROM pairings_standing standing JOIN tournaments_entry entry ON entry.id = standing.entry_id
    ORDER BY standing.place, standing.id
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_another_machine_goes_on_from_the_copy(settings, tmp_path):
    settings.OWN_MACHINE = True
    division, stick, elsewhere = pairings.division(4), tmp_path / "stick", Installation(tmp_path / "laptop")
    event = division.tournament
    stick.mkdir()
    elsewhere.folder.mkdir()
    event_copies.choose_copy_folder(event, str(stick), by=build.user("anna", is_superuser=True))
    pairings.play(division)
    assert write_event_copy(event.pk)
    fields = ("entry__first_name", "entry__last_name", "place", "points")
    standings = list(Standing.objects.order_by("place", "pk").values_list(*fields))
    assert len(standings) == 4
    newest = max(
        event_copies.event_folder(stick, event).glob("*.stadium"), key=lambda path: path.stat().st_mtime_ns
    )
    for arguments in (
        ("migrate",),
        ("restore", str(newest)),
        ("standings", event.slug),
        ("pair_round", event.slug),
    ):
        output = elsewhere.run(*arguments)
        assert output.returncode == 0, output.stderr
    with closing(sqlite3.connect(elsewhere.database)) as there:
        assert there.execute(STANDINGS).fetchall() == standings
