"""The journal page: every line as a sentence, what can be undone, and pages whose content does not shift."""

import pytest
from django.test import Client

from tests import build
from tests.html import markup
from tournaments.models import Division, Tournament
from tournaments.services import announcements

pytestmark = pytest.mark.django_db


def journal(client: Client, event: Tournament, **query: object) -> str:
    return str(markup(client.get(f"/e/{event.slug}/journal", query)))


@pytest.fixture
def division(client: Client) -> Division:
    made = build.division(4)
    client.force_login(build.organizer(made))
    return made


def test_staff_alone_reads_it(client: Client, division: Division) -> None:
    event = division.tournament
    assert "Event created" in journal(client, event)
    client.force_login(build.staff(event, "judge"))
    assert "Undo</button>" not in journal(client, event)
    client.force_login(build.user("stranger"))
    assert client.get(f"/e/{event.slug}/journal").status_code == 403
    client.logout()
    assert client.get(f"/e/{event.slug}/journal").status_code == 302
    assert client.post(f"/e/{event.slug}/journal").status_code in (302, 405)


def test_pages_go_on_from_the_last_line(client: Client, division: Division) -> None:
    event = division.tournament
    for number in range(60):
        announcements.post_announcement(event, by=None, text=f"Word {number}.")
    first = journal(client, event)
    assert "Word 59." in first
    assert "Word 10." in first
    assert "Word 9." not in first
    last = list(event.journal.order_by("-pk")[:50])[-1]
    assert f"before={last.pk}" in first
    second = journal(client, event, before=last.pk)
    assert "Word 9." in second
    assert "Event created" in second


def test_queries_do_not_grow(client: Client, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    marta = build.user()
    event, made = build.event(by=marta), 0
    client.force_login(marta)
    for total in (1, 3, 300):
        for number in range(made, total):
            announcements.post_announcement(event, by=marta, text=f"Word {number}.")
        made = total
        with django_assert_num_queries(13):
            assert client.get(f"/e/{event.slug}/journal").status_code == 200
