"""The front page: open to everyone, and with the remaining tasks for staff."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import build
from tests.html import markup, words
from tournaments.engine.divisions import OWN_DIVISION
from tournaments.models import Tournament
from tournaments.queries import division_arrangement
from tournaments.services import announcements, divisions, schedule

pytestmark = pytest.mark.django_db


def front(client: Client, event: Tournament) -> str:
    return str(markup(client.get(f"/e/{event.slug}/")))


def test_visitors_read_when_where_and_what(client: Client) -> None:
    event = build.event(
        name="Harbour Cup", venue="Harbour Hall", city="Rotterdam", country="NL", timezone="Europe/Amsterdam"
    )
    page = front(client, event)
    for text in ("21 November 2026, 13:00", "Harbour Hall, Rotterdam, Netherlands", "Standard", "30 minutes"):
        assert text in page
    assert "Tournament rules of 1 September 2026" in page
    assert "To do" not in page


@pytest.mark.parametrize(
    ("code", "word"), [("en", "Venue"), ("es", "Sede"), ("fr", "Lieu"), ("pt-br", "Local")]
)
def test_the_venue_is_no_rank(client: Client, code: str, word: str) -> None:
    """ "Place" means both in English, while *Puesto*, *Place* and *Colocação* are ranks."""
    event = build.event(venue="Harbour Hall")
    page = str(markup(client.get(f"/e/{event.slug}/", headers={"accept-language": code})))
    assert f"<dt>{word}</dt>" in page


@pytest.mark.parametrize(("edition", "sentence"), [("2017", "3 more turns"), ("2026", "within 15 minutes")])
def test_the_extra_turns_of_the_edition(client: Client, edition: str, sentence: str) -> None:
    """R-111, R-114, M-061."""
    assert sentence in front(client, build.event(edition=edition))


def test_other_kinds_say_nothing_of_that(client: Client) -> None:
    page = front(client, build.event(kind="league_cup"))
    assert "paired and ranked as one" not in page


def test_only_staff_sees_what_is_not_public(client: Client) -> None:
    marta = build.user()
    event = build.event(by=marta, published=False)
    assert client.get(f"/e/{event.slug}/").status_code == 404
    client.force_login(marta)
    assert "Staff only" in front(client, event)


def test_the_to_do_list_follows_the_day(client: Client) -> None:
    marta = build.user()
    event = build.event(by=marta, event_class="other")
    client.force_login(marta)
    page = front(client, event)
    assert "No players yet" in page
    assert "time limit of the rounds" in page
    build.add_players(event, 3, checked_in=False)
    announcements.post_announcement(event, by=marta, text="30 minutes.", kind="time_limit")
    page = front(client, event)
    assert "3 players are not checked in" in page
    assert "Tell players the time limit" not in page


def test_age_divisions_that_are_too_small_are_to_be_grouped(client: Client) -> None:
    """M-031."""
    marta = build.user()
    event = build.event(by=marta, divisions=("junior", "senior", "masters"))
    client.force_login(marta)
    assert "too small to play apart" not in front(client, event)
    build.add_players(event, 9, birth_years=(2016, 2012, 1990))
    assert "too small to play apart" in front(client, event)
    divisions.arrange_divisions(event, by=marta, divisions=("all",))
    assert "too small to play apart" not in front(client, event)


def test_age_divisions_that_play_together_though_each_is_large_enough_are_not_too_small(
    client: Client,
) -> None:
    marta = build.user()
    event = build.event(by=marta, divisions=("all",))
    client.force_login(marta)
    build.add_players(event, 3 * OWN_DIVISION, birth_years=(2016, 2012, 1990))
    assert division_arrangement(event).proposed == ("junior", "senior", "masters")
    assert "too small to play apart" not in front(client, event)


def test_limited_asks_for_the_energy_announcement(client: Client) -> None:
    """R-053."""
    marta = build.user()
    event = build.event(by=marta, kind="prerelease")
    client.force_login(marta)
    assert "whether basic Energy is supplied" in front(client, event)


def test_judges_are_not_told_to_organize(client: Client) -> None:
    event = build.event()
    client.force_login(build.staff(event, "judge"))
    assert "To do" not in front(client, event)


def test_announcements_and_schedule_are_public(client: Client) -> None:
    event = build.event()
    announcements.post_announcement(event, by=None, text="Basic Energy is at the desk.", kind="energy")
    schedule.plan_day(event, by=None, first_start=event.starts_at, rounds=3)
    page = front(client, event)
    assert "Basic Energy is at the desk." in page
    assert "Round 3" in page


def test_nothing_personal_is_public(client: Client) -> None:
    event = build.event()
    entry = build.add_players(event, 1, birth_years=(2013,))[0]
    page = front(client, event)
    assert str(entry.player.player_id) not in page
    assert "2013" not in words(page)


def test_queries_do_not_grow(client: Client, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    event, made = build.event(), 0
    division = event.divisions.get()
    for total in (1, 3, 300):
        build.add_players(event, total - made, division=division)
        for number in range(made, total):
            announcements.post_announcement(event, by=None, text=f"Word {number}")
            schedule.add_schedule_item(event, by=None, title=f"Point {number}", planned_start=timezone.now())
        made = total
        with django_assert_num_queries(13):
            assert client.get(f"/e/{event.slug}/").status_code == 200


def test_the_poster_has_a_picture_of_its_own_for_good(client: Client) -> None:
    event = build.event()
    picture = f"/bowls/{event.slug}.svg"
    assert f'src="{picture}"' in front(client, event)
    answer = client.get(picture)
    assert answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"]
    assert not answer.cookies


def test_the_poster_names_every_day_of_the_schedule(client: Client) -> None:
    event = build.event()
    assert '<b aria-hidden="true">21</b>' in front(client, event)
    schedule.add_schedule_item(
        event, by=None, title="Top 8", planned_start=event.starts_at + timedelta(days=1)
    )
    assert '<b aria-hidden="true">21–22</b>' in front(client, event)


def test_the_schedule_marks_what_runs(client: Client) -> None:
    event = build.event()
    schedule.add_schedule_item(event, by=None, title="Lunch for all", planned_start=timezone.now())
    assert 'aria-current="step"' not in front(client, event)
    event.schedule.update(started_at=timezone.now())
    page = front(client, event)
    assert 'aria-current="step"' in page
    assert page.count("Lunch for all") == 2
