"""The plan of the day, its delay, and who may change it (R-116)."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import build
from tests.html import markup
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import Tournament, User
from tournaments.services import schedule

pytestmark = pytest.mark.django_db

PLAN = {
    "first_start": "2026-11-21T13:00",
    "rounds": 3,
    "cut_rounds": 0,
    "turnaround": 10,
    "check_in": 60,
    "meeting": 0,
    "lunch_after": "",
    "lunch": 45,
}


@pytest.fixture
def marta() -> User:
    return build.user()


@pytest.fixture
def event(client: Client, marta: User) -> Tournament:
    client.force_login(marta)
    return build.event(by=marta, timezone="Europe/Amsterdam")


def page(client: Client, event: Tournament) -> str:
    return str(markup(client.get(f"/e/{event.slug}/schedule")))


def test_planning_from_the_first_round(client: Client, event: Tournament) -> None:
    assert client.post(f"/e/{event.slug}/schedule/plan", PLAN).status_code == 302
    first, *rounds = event.schedule.all()
    assert (first.title, rounds[0].planned_start) == ("check_in", build.NOON)
    assert "13:00–13:30" in page(client, event)


def test_an_impossible_plan_keeps_what_was_typed(client: Client, event: Tournament) -> None:
    answer = client.post(f"/e/{event.slug}/schedule/plan", PLAN | {"rounds": 0, "lunch": 17})
    assert "0 is not a possible number of rounds" in markup(answer)
    assert 'value="17"' in markup(answer)


def test_points_are_added_moved_and_removed(client: Client, event: Tournament) -> None:
    client.post(f"/e/{event.slug}/schedule/plan", PLAN)
    second, third = event.schedule.filter(round_number__gt=1)
    moved = {"planned_start": "2026-11-21T14:00", "planned_minutes": 30, "shift_following": "on"}
    client.post(f"/e/{event.slug}/schedule/{second.pk}", moved)
    shift = timedelta(minutes=20)
    third_before, third_now = third.planned_start, event.schedule.get(pk=third.pk).planned_start
    assert third_now - third_before == shift
    client.post(
        f"/e/{event.slug}/schedule/add",
        {"title": "Prizes", "planned_start": "2026-11-21T18:00", "planned_minutes": 15},
    )
    prizes = event.schedule.get(title="Prizes")
    client.post(f"/e/{event.slug}/schedule/{prizes.pk}/remove")
    assert not event.schedule.filter(title="Prizes").exists()


def test_a_code_stays_a_code(client: Client, event: Tournament) -> None:
    client.post(f"/e/{event.slug}/schedule/plan", PLAN)
    item = event.schedule.get(title="check_in")
    client.post(
        f"/e/{event.slug}/schedule/{item.pk}",
        {"title": "Check-in", "planned_start": "2026-11-21T11:00", "planned_minutes": 60},
    )
    item.refresh_from_db()
    assert item.title == "check_in"


def test_the_delay_is_said(client: Client, event: Tournament, marta: User) -> None:
    start = timezone.now() - timedelta(minutes=12)
    schedule.plan_day(event, by=marta, first_start=start, rounds=2, check_in=0, meeting=0)
    schedule.note_round_started(event, round_number=1, at=start + timedelta(minutes=12))
    client.logout()
    text = page(client, event)
    assert "We are running 12 min late" in text
    assert re.search(r'about <span class="unbroken">\d\d:\d\d–\d\d:\d\d</span>', text)


@pytest.mark.parametrize("path", ["plan", "add", "1", "1/remove"])
def test_organizers_alone_change_it(client: Client, event: Tournament, path: str) -> None:
    client.force_login(build.staff(event, "head_judge"))
    assert client.post(f"/e/{event.slug}/schedule/{path}").status_code == 403
    assert "Plan the day" not in page(client, event)


def test_wrong_verbs(client: Client, event: Tournament) -> None:
    assert client.get(f"/e/{event.slug}/schedule/plan").status_code == 405
    assert client.post(f"/e/{event.slug}/schedule").status_code == 405


def test_queries_do_not_grow(client: Client, event: Tournament, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    made = 0
    client.logout()
    for total in (1, 3, 300):
        for number in range(made, total):
            schedule.add_schedule_item(event, by=None, title=f"Point {number}", planned_start=build.NOON)
        made = total
        with django_assert_num_queries(4):
            page(client, event)


def test_the_day_as_a_spreadsheet_has_times_as_times(client: Client, event: Tournament) -> None:
    client.post(f"/e/{event.slug}/schedule/plan", PLAN)
    home = f"/e/{event.slug}/schedule/day"
    assert f"{home}.csv" in page(client, event)
    first, second, *_rest = in_workbook(client, home)
    assert (first["What"].value, second["What"].value) == ("Check-in", "Round 1")
    assert (second["Planned start"].is_date, second["Planned start"].value.hour) == (True, 13)
    assert (second["Minutes"].value, second["Actual start"].value) == (30, None)
    assert len(in_csv(client, home)) == event.schedule.count()
    client.logout()
    assert f"{home}.csv" not in page(client, event)
