"""The board: anyone may read it, organizers write, and nothing is rewritten."""

import pytest
from django.test import Client

from tests import build
from tests.html import markup
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Tournament:
    marta = build.user()
    client.force_login(marta)
    return build.event(by=marta, edition="2026")


def test_writing_and_withdrawing(client: Client, event: Tournament) -> None:
    client.post(f"/e/{event.slug}/announcements/new", {"kind": "energy", "text": "Energy is here."})
    row = event.announcements.get()
    client.post(f"/e/{event.slug}/announcements/{row.pk}/withdraw")
    client.logout()
    page = markup(client.get(f"/e/{event.slug}/announcements"))
    assert '<s class="soft">Energy is here.</s>' in page
    assert "Withdraw</button>" not in page


def test_the_usual_words_are_a_start(client: Client, event: Tournament) -> None:
    """R-114, M-061."""
    page = markup(client.get(f"/e/{event.slug}/announcements", {"kind": "time_limit"}))
    assert "Each round lasts 30 minutes." in page
    assert "15 minutes after that call" in page


def test_only_what_fits_the_event_is_proposed(client: Client, event: Tournament) -> None:
    """R-053, R-095, R-096 apply to Limited."""
    assert "kind=redraft" not in markup(client.get(f"/e/{event.slug}/announcements"))
    limited = build.event(by=event.staff.get().user, kind="prerelease")
    assert "kind=redraft" in markup(client.get(f"/e/{limited.slug}/announcements"))


def test_a_bad_form_keeps_its_text(client: Client, event: Tournament) -> None:
    page = client.post(f"/e/{event.slug}/announcements/new", {"kind": "gossip", "text": "Energy is here."})
    assert "Energy is here." in markup(page)
    assert not event.announcements.exists()


@pytest.mark.parametrize("role", ["judge", "scorekeeper", "head_judge"])
def test_organizers_alone_write(client: Client, event: Tournament, role: str) -> None:
    client.force_login(build.staff(event, role))
    assert client.post(f"/e/{event.slug}/announcements/new", {"text": "Hi"}).status_code == 403
    assert "Announce something" not in markup(client.get(f"/e/{event.slug}/announcements"))


def test_wrong_verbs(client: Client, event: Tournament) -> None:
    assert client.get(f"/e/{event.slug}/announcements/new").status_code == 405
    assert client.post(f"/e/{event.slug}/announcements").status_code == 405


def test_the_board_as_a_spreadsheet_has_what_was_withdrawn(client: Client, event: Tournament) -> None:
    client.post(f"/e/{event.slug}/announcements/new", {"kind": "energy", "text": "=Energy is here."})
    row = event.announcements.get()
    client.post(f"/e/{event.slug}/announcements/{row.pk}/withdraw")
    home = f"/e/{event.slug}/announcements"
    assert f"{home}/all.xlsx" in markup(client.get(home))
    (line,) = in_workbook(client, f"{home}/all")
    assert (line["About"].value, line["Text"].quotePrefix) == ("Basic Energy supplied", True)
    assert line["Withdrawn"].is_date
    assert [one["Text"] for one in in_csv(client, f"{home}/all")] == ["'=Energy is here."]
