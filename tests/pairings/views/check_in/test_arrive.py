"""A player shows a code at the door, or checks in with the code of the hall."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import build
from tests.html import markup
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links
from tournaments.services.self_check_in import change_self_check_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    division = build.division(3, checked_in=False, published=True)
    return division.tournament.entries.first()


def page_of(entry: Entry) -> str:
    return reverse("pairings:arrive", args=[personal_links.ensure_link(entry).token])


def open_now(event: Tournament) -> str:
    now = timezone.now()
    hour = timedelta(hours=1)
    row = change_self_check_in(event, by=None, is_on=True, opens_at=now - hour, closes_at=now + hour)
    return row.code


def test_the_page_shows_a_code_without_the_personal_link(client: Client, entry: Entry) -> None:
    html = markup(client.get(page_of(entry)))
    assert "Your code for the door" in html
    assert "Hall code" not in html
    my_table = markup(client.get(reverse("floor:my", args=[personal_links.ensure_link(entry).token])))
    assert page_of(entry) in my_table


def test_the_code_of_the_hall_leads_to_the_own_page_and_checks_in(client: Client, entry: Entry) -> None:
    code = open_now(entry.tournament)
    here = reverse("pairings:arrive_here", args=[entry.tournament.slug])
    assert "This phone does not know you yet" in markup(client.get(here, {"code": code}))
    client.get(page_of(entry))
    answer = client.get(here, {"code": code}, follow=True)
    assert f'value="{code}"' in markup(answer)
    assert not Entry.objects.exclude(checked_in_at=None).exists()
    wrong = client.post(page_of(entry), {"code": "AAAAA"})
    assert wrong.status_code == 422
    assert "This is not the hall code." in markup(wrong)
    done = client.post(page_of(entry), {"code": code.lower()}, follow=True)
    assert "You are checked in." in markup(done)
    assert Entry.objects.get(pk=entry.pk).checked_in_at
    line = entry.tournament.journal.get(kind="EntryCheckedIn")
    assert line.facts["by_link"] == entry.pk


def test_two_players_on_one_phone_are_both_offered(client: Client, entry: Entry) -> None:
    other = entry.tournament.entries.last()
    client.get(page_of(entry))
    client.get(page_of(other))
    html = markup(client.get(reverse("pairings:arrive_here", args=[entry.tournament.slug])))
    assert page_of(entry) in html
    assert page_of(other) in html


def test_codes_cannot_be_tried_out(client: Client, entry: Entry) -> None:
    open_now(entry.tournament)
    statuses = [client.post(page_of(entry), {"code": "AAAAA"}).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_staff_set_times_and_renew_the_code(client: Client, entry: Entry) -> None:
    event = entry.tournament
    client.force_login(build.staff(event, "organizer"))
    settings = reverse("pairings:self_check_in", args=[event.slug])
    assert "Make a new code" not in markup(client.get(settings))
    reversed_times = {"is_on": "on", "opens_at": "2026-11-21T11:00", "closes_at": "2026-11-21T10:00"}
    answer = client.post(settings, reversed_times)
    assert "Self check-in ends before it begins." in markup(answer)
    client.post(settings, reversed_times | {"closes_at": "2026-11-21T12:00"})
    before = event.self_check_in.code
    assert before in markup(client.get(settings))
    client.post(reverse("pairings:hall_code_new", args=[event.slug]))
    event.self_check_in.refresh_from_db()
    assert event.self_check_in.code != before
    assert not event.journal.filter(facts__icontains=event.self_check_in.code).exists()
    sheet = client.get(reverse("floor:hall_sheet", args=[event.slug, "check-in"]))
    assert sheet["Content-Type"] == "application/pdf"
