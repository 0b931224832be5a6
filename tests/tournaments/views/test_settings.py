"""Settings, divisions, publication, report and deletion."""

import re
from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.test import Client

from tests import build
from tests.html import markup
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db

PAGES = ("settings", "settings/divisions/add", "settings/delete")
ACTIONS = ("settings/arrange", "settings/publish", "settings/report", "settings/report/withdraw")


@pytest.fixture
def marta() -> User:
    return build.user()


@pytest.fixture
def event(client: Client, marta: User) -> Tournament:
    client.force_login(marta)
    return build.event(by=marta, timezone="Europe/Amsterdam")


def typed(event: Tournament, **changed: Any) -> dict[str, Any]:
    values = model_to_dict(event) | {"starts_at": "2026-11-21T13:00", "country": str(event.country)}
    return {name: value for name, value in (values | changed).items() if value is not None}


def at(event: Tournament, path: str) -> str:
    return f"/e/{event.slug}/{path}"


@pytest.mark.parametrize("path", PAGES)
def test_organizers_alone(client: Client, event: Tournament, path: str) -> None:
    assert client.get(at(event, path)).status_code == 200
    client.force_login(build.staff(event, "scorekeeper"))
    assert client.get(at(event, path)).status_code == 403
    client.logout()
    assert client.get(at(event, path)).status_code == 302


@pytest.mark.parametrize("path", ACTIONS)
def test_changes_are_posted(client: Client, event: Tournament, path: str) -> None:
    assert client.get(at(event, path)).status_code == 405
    client.force_login(build.staff(event, "head_judge"))
    assert client.post(at(event, path)).status_code == 403


def test_saving(client: Client, event: Tournament) -> None:
    assert client.post(at(event, "settings"), typed(event, venue="Hall 3")).status_code == 302
    event.refresh_from_db()
    assert event.venue == "Hall 3"
    assert event.starts_at == build.NOON
    assert event.published


def test_what_the_rules_leave_open_is_chosen_by_the_event(client: Client, event: Tournament) -> None:
    """S3 and S15 of the open points."""
    client.post(at(event, "settings"), typed(event, both_late="double_loss", decider_minutes=20))
    event.refresh_from_db()
    assert event.table_rule_choices == {"S3": "double_loss", "S15": "20"}
    client.post(at(event, "settings"), typed(event, both_late="as_on_time", decider_minutes=""))
    event.refresh_from_db()
    assert event.table_rule_choices == {}


def test_a_refused_form_keeps_what_was_typed(client: Client, event: Tournament) -> None:
    page = markup(client.post(at(event, "settings"), typed(event, venue="Hall 3", round_minutes=20)))
    assert 'value="Hall 3"' in page
    assert "at least 30 minutes" in page
    event.refresh_from_db()
    assert event.venue == ""


def test_divisions_come_change_and_go(client: Client, event: Tournament) -> None:
    client.post(at(event, "settings/arrange"), {"divisions": "junior,senior_masters"})
    junior, _older = event.divisions.all()
    page = client.post(
        at(event, f"settings/divisions/{junior.pk}"),
        {"age_division": "junior", "by_age": "no", "rounds_planned": 4, "cut_size": "0"},
    )
    assert page.status_code == 302
    junior.refresh_from_db()
    assert (junior.rounds_planned, junior.cut_size, junior.by_age) == (4, 0, False)
    client.post(at(event, f"settings/divisions/{junior.pk}/remove"))
    assert event.divisions.count() == 1
    client.post(at(event, "settings/divisions/add"), {"age_division": "junior", "by_age": "yes"})
    assert event.divisions.count() == 2


def test_each_division_shows_its_tables(client: Client, marta: User) -> None:
    event = build.event(by=marta, divisions=("junior", "masters"))
    client.force_login(marta)
    event.divisions.filter(age_division="masters").update(first_table=11)
    build.add_players(event, 5)
    build.add_players(event, 2, birth_years=(2018,))
    page = str(markup(client.get(at(event, "settings"))))
    assert "tables 11–13" in page
    assert re.search(r"· table 1\s*<", page)


def test_a_division_that_overlaps_is_refused_in_place(client: Client, event: Tournament) -> None:
    page = client.post(at(event, "settings/divisions/add"), {"age_division": "junior", "by_age": "yes"})
    assert "would play in two divisions" in markup(page)


def test_divisions_of_other_events_are_not_found(client: Client, event: Tournament) -> None:
    other = build.event(name="Other").divisions.get()
    assert client.get(at(event, f"settings/divisions/{other.pk}")).status_code == 404


def test_the_proposal_of_tom(client: Client, event: Tournament) -> None:
    """M-031: two groups of six or more play separately."""
    build.add_players(event, 6, birth_years=(1990,))
    build.add_players(event, 6, birth_years=(2012,))
    build.add_players(event, 6, birth_years=(2016,))
    assert "TOM would play: Juniors, Seniors, Masters" in markup(client.get(at(event, "settings")))


def test_the_proposal_can_be_taken_as_it_is(client: Client, event: Tournament) -> None:
    """M-031: a group that plays separately has its own division."""
    build.add_players(event, 6, birth_years=(1990,))
    page = client.get(at(event, "settings"))
    assert '<option value="masters" selected>' in markup(page)
    client.post(at(event, "settings/arrange"), {"divisions": "masters"})
    assert [division.age_division for division in event.divisions.all()] == ["masters"]


def test_an_unknown_grouping_changes_nothing(client: Client, event: Tournament) -> None:
    assert client.post(at(event, "settings/arrange"), {"divisions": "veterans"}).status_code == 409
    assert [division.age_division for division in event.divisions.all()] == ["all"]


@pytest.mark.parametrize(("published", "public"), [("yes", True), ("no", False), ("", False)])
def test_publication(client: Client, event: Tournament, published: str, public: bool) -> None:
    client.post(at(event, "settings/publish"), {"published": published})
    event.refresh_from_db()
    assert event.published is public
    client.logout()
    assert client.get(at(event, "")).status_code == (200 if public else 404)


def test_reporting_and_taking_it_back(client: Client, event: Tournament, marta: User) -> None:
    """R-099."""
    client.post(at(event, "settings/report"))
    event.refresh_from_db()
    assert event.reported_by == marta
    assert "by marta" in markup(client.get(at(event, "settings")))
    client.post(at(event, "settings/report/withdraw"))
    event.refresh_from_db()
    assert event.reported_at is None


def test_deleting_asks_for_the_name(client: Client, event: Tournament) -> None:
    page = markup(client.post(at(event, "settings/delete"), {"typed_name": "Cup"}))
    assert "Type “League Challenge”" in page
    assert 'value="Cup"' in page
    assert client.post(at(event, "settings/delete"), {"typed_name": event.name})["Location"] == "/"
    assert not Tournament.objects.exists()
