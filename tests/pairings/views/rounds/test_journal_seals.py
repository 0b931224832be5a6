"""The page of the journal: its filters, its files, and its seals."""

from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from core.queries import seals as stored
from tests import build
from tests.pairings import build as play
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def home():
    """Create two closed rounds, so that there are two seals."""
    home = play.division(4, name="Harbor", published=True)
    play.play(home, 2)
    return home


def _url(home, name="journal", *args):
    return reverse(f"tournaments:{name}", args=[home.tournament.slug, *args])


def _texts(response):
    return [line.text for line in response.context["lines"]]


def test_closing_a_round_seals_the_journal(home, client):
    event = home.tournament
    assert [(seal.why, seal.number) for seal in event.seals.all()] == [("round", 1), ("round", 2)]
    client.force_login(build.staff(event, "judge"))
    page = client.get(_url(home))
    assert stored.newest_seal_digest(event) in page.content.decode()
    assert "Seal now" not in client.get(_url(home, "seals")).content.decode()


def test_narrowed_by_round_person_and_words(home, client):
    event = home.tournament
    clerk = build.staff(event, "scorekeeper", "Ida")
    entries.add_entry(event, by=clerk, first_name="Zoë", last_name="Müller", birth_year=1990)
    client.force_login(build.staff(event, "organizer"))
    assert _texts(client.get(_url(home), {"q": "zoe mull"})) == [f"Zoë Müller added to {home}"]
    assert _texts(client.get(_url(home), {"by": clerk.pk})) == [f"Zoë Müller added to {home}"]
    of_round = client.get(_url(home), {"round": "2", "show": "rounds"}).context["lines"]
    assert {line.row.facts["round"] for line in of_round} == {2}
    assert len(of_round) == 3
    assert _texts(client.get(_url(home), {"q": "nobody of this name"})) == []
    assert len(_texts(client.get(_url(home), {"round": "x", "by": "-"}))) > 5


def test_files_hold_what_the_page_is_narrowed_to(home, client):
    client.force_login(build.staff(home.tournament, "judge"))
    data = client.get(_url(home, "journal_export", "csv") + "?show=rounds&round=1").content.decode(
        "utf-8-sig"
    )
    head, *lines = data.splitlines()
    assert head == "Line,When,Who,Division,What happened,Undone"
    assert len(lines) == 3
    book = load_workbook(BytesIO(client.get(_url(home, "journal_export", "xlsx")).content))
    assert book.active.max_row == home.tournament.journal.count() + 1


def test_organizers_seal_and_anyone_compares(home, client):
    event = home.tournament
    organizer = build.staff(event, "organizer")
    entries.add_entry(event, by=organizer, first_name="Zoë", last_name="Müller", birth_year=1990)
    client.force_login(organizer)
    page = client.post(_url(home, "seal_now"), follow=True)
    last = stored.latest_seal(event)
    assert (last.why, last.by) == ("demand", organizer)
    assert "The journal agrees with its seals" in page.content.decode()
    assert "This is seal 3" in client.get(_url(home, "seals"), {"digest": last.short}).content.decode()
    assert "No seal of this event" in client.get(_url(home, "seals"), {"digest": "0" * 16}).content.decode()
    again = client.post(_url(home, "seal_now"), follow=True).content.decode()
    assert "Nothing has happened since the last seal." in again


def test_the_feed_has_each_digest_and_names_nobody(home, client):
    answer = client.get(_url(home, "seals_feed"))
    text = answer.content.decode()
    assert all(seal.digest in text for seal in home.tournament.seals.all())
    assert not any(entry.last_name in text for entry in home.entries.all())
    assert client.get(_url(home, "seals_feed"), headers={"if-none-match": answer["ETag"]}).status_code == 304
