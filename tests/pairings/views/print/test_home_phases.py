"""Where an event stands in the lists follows what was played, not its date alone."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from tests.pairings import build
from tournaments.models import Division
from tournaments.queries.divisions import division_rows
from tournaments.queries.events import events_of, public_events

pytestmark = pytest.mark.django_db
TODAY = timezone.now()


def cup(days: int, players: int = 4, **fields: object) -> Division:
    home = build.division(players, starts_at=TODAY + timedelta(days=days), published=True, **fields)
    home.rounds_planned = 1
    home.save(update_fields=["rounds_planned"])
    return home


def phase(home: Division) -> str:
    by = build.organizer(home)
    (mine,), (public,) = events_of(by), public_events()
    assert mine.phase(TODAY) == public.phase(TODAY)
    return mine.phase(TODAY)


@pytest.mark.parametrize("days", [-400, -1, 0, 3])
def test_an_event_is_over_when_its_rounds_are_played(days: int) -> None:
    """A finished cup is not coming up, whatever its date."""
    home = cup(days)
    rounds.post(rounds.pair_next(home, by=None, seed=1), by=None)
    assert phase(home) == "running"
    round_ = home.rounds.get()
    build.report_all(round_)
    assert phase(home) == "running"
    rounds.close(round_, by=None)
    assert phase(home) == "past"
    client = Client()
    client.force_login(build.organizer(home))
    page = client.get("/").content.decode()
    assert "Coming up" not in page
    assert "Finished" in page


def test_an_event_in_its_cut_is_not_finished() -> None:
    home = cup(-30, 8, structure="swiss_cut", kind="league_cup")
    home.cut_size = 4
    home.save(update_fields=["cut_size"])
    build.play(home)
    assert phase(home) == "running"
    cuts.start(home, by=None)
    build.play(home)
    assert phase(home) == "running"
    build.play(home)
    assert phase(home) == "past"


def test_an_event_of_two_days_stays_on_the_front_page() -> None:
    home = cup(-1)
    rounds.post(rounds.pair_next(home, by=None, seed=1), by=None)
    page = Client().get("/").content.decode()
    assert page.index("Today and coming up") < page.index(home.tournament.name)
    assert "Finished" not in page


@pytest.mark.parametrize(("days", "found"), [(-1, "past"), (0, "running"), (1, "coming")])
def test_before_the_first_round_the_day_decides(days: int, found: str) -> None:
    assert phase(cup(days)) == found


def test_the_rest_of_many_running_events_is_under_way_and_not_coming_up(
    django_assert_max_num_queries,
) -> None:  # type: ignore[no-untyped-def]
    first = cup(0)
    by = build.organizer(first)
    homes = [first, *(build.division(4, by=by, name=f"Cup {number}", starts_at=TODAY) for number in range(4))]
    for home in homes:
        rounds.post(rounds.pair_next(home, by=None, seed=1), by=None)
    client = Client()
    client.force_login(by)
    with django_assert_max_num_queries(8):
        page = client.get("/").content.decode()
    assert "Under way" in page
    assert "Coming up" not in page


def test_the_rounds_told_are_those_that_are_played() -> None:
    """Four rounds are begun; the attendance table of who is left now would say three."""
    home = build.division(9, starts_at=TODAY)
    (row,) = division_rows(home.tournament)
    assert (row.rounds, row.by_table) == (4, True)
    round_ = rounds.pair_next(home, by=None, seed=1)
    for entry in home.entries.order_by("pk")[:3]:
        attendance.drop(entry, by=None)
    (row,) = division_rows(home.tournament)
    assert (row.rounds, row.by_table) == (round_.stage.rounds_planned, False) == (4, False)
