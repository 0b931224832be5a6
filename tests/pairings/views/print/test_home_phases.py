"""The phase of an event in lists follows from what was played, not only from its date."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from pairings.models import Round
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from pairings.services.tom import importing, newer_file
from tests import build as tests
from tests.html import markup
from tests.pairings import build
from tests.pairings.services.tom.test_newer_file import EARLIER, NEWER
from tests.pairings.services.tom.test_tom_kinds import cut_of_two
from tournaments import hooks
from tournaments.models import Division, Tournament, User
from tournaments.queries.divisions import division_rows
from tournaments.queries.events import FORGOTTEN, events_staffed_by, public_events

pytestmark = pytest.mark.django_db
TODAY = timezone.now()


def cup(days: int, players: int = 4, **fields: object) -> Division:
    home = build.division(players, starts_at=TODAY + timedelta(days=days), published=True, **fields)
    home.rounds_planned = 1
    home.save(update_fields=["rounds_planned"])
    return home


def phase(home: Division) -> str:
    by = build.organizer(home)
    (mine,), (public,) = events_staffed_by(by), public_events()
    assert mine.phase(TODAY) == public.phase(TODAY)
    return mine.phase(TODAY)


@pytest.mark.parametrize("days", [-400, -1, 0, 3])
def test_an_event_is_over_when_its_rounds_are_played(days: int) -> None:
    """A finished cup is not listed as upcoming, whatever its date."""
    home = cup(days)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    assert phase(home) == "running"
    round_ = home.rounds.get()
    build.report_all(round_)
    assert phase(home) == "running"
    rounds.close_round(round_, by=None)
    assert phase(home) == "past"
    client = Client()
    client.force_login(build.organizer(home))
    page = markup(client.get("/"))
    assert "Coming up" not in page
    assert "Finished" in page


def test_an_event_in_its_cut_is_not_finished() -> None:
    home = cup(-30, 8, structure="swiss_cut", kind="league_cup")
    home.cut_size = 4
    home.save(update_fields=["cut_size"])
    build.play(home)
    assert phase(home) == "running"
    cuts.start_cut(home, by=None)
    build.play(home)
    assert phase(home) == "running"
    build.play(home)
    assert phase(home) == "past"


def test_an_event_of_two_days_stays_on_the_front_page() -> None:
    home = cup(-1)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    page = markup(Client().get("/"))
    assert page.index("Today and coming up") < page.index(home.tournament.name)
    assert "Finished" not in page


def test_between_its_two_days_an_event_is_not_finished() -> None:
    """All rounds of day 1 are closed, and day 2 has not been started."""
    home = cup(-1, 8)
    home.day_two_by, home.day_two_size, home.day_two_rounds = "place", 4, 2
    home.save(update_fields=["day_two_by", "day_two_size", "day_two_rounds"])
    build.play(home)
    assert home.rounds.get().state == Round.State.CLOSED
    assert phase(home) == "running"
    page = markup(Client().get("/"))
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
        rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    client = Client()
    client.force_login(by)
    with django_assert_max_num_queries(10):
        page = markup(client.get("/"))
    assert "Under way" in page
    assert "Coming up" not in page


def test_the_rounds_told_are_those_that_are_played() -> None:
    """Four rounds have started, although the attendance table would give three for the remaining players."""
    home = build.division(9, starts_at=TODAY)
    (row,) = division_rows(home.tournament)
    assert (row.rounds, row.by_table) == (4, True)
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    for entry in home.entries.order_by("pk")[:3]:
        attendance.drop_player(entry, by=None)
    (row,) = division_rows(home.tournament)
    assert (row.rounds, row.by_table) == (round_.stage.rounds_planned, False) == (4, False)


def test_the_page_of_an_event_tells_the_rounds_that_are_played() -> None:
    """Before the first pairing they follow attendance; after that, they are the planned rounds, however many drop."""
    home = build.division(9, starts_at=TODAY, published=True)
    assert "4 rounds by attendance" in event_page(home)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    for entry in home.entries.order_by("pk")[:3]:
        attendance.drop_player(entry, by=None)
    page = event_page(home)
    assert "4 rounds" in page
    assert "Round 1 of 4" in page
    assert "3 rounds" not in page
    assert "by attendance" not in page


def event_page(home: Division) -> str:
    """Return the page as staff read it, without tags."""
    client = Client()
    client.force_login(build.organizer(home))
    page = markup(client.get(f"/e/{home.tournament.slug}/"))
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def front_page(by: User) -> str:
    client = Client()
    client.force_login(by)
    return markup(client.get("/"))


def event_list() -> str:
    return markup(Client().get("/events"))


def test_an_event_of_tom_taken_over_in_its_cut_goes_on() -> None:
    """The days of its file are over, but not its final. If it is imported and not continued, it is finished after
    days.
    """
    by = tests.user()
    event = importing.import_event(cut_of_two(), by=by)
    assert event.starts_at < TODAY - FORGOTTEN
    Tournament.objects.update(published=True)
    for page in (front_page(by), event_list()):
        assert event.name in page
        assert "Finished" not in page
    assert "Coming up" not in front_page(by)
    (home,) = event.divisions.select_related("tournament")
    forget(home, 4)
    assert all("Finished" in page for page in (front_page(by), event_list()))


def test_an_event_that_goes_on_with_a_newer_file_is_not_finished() -> None:
    by = tests.user()
    event = importing.import_event(EARLIER, by=by, filename="earlier.tdf")
    (home,) = event.divisions.select_related("tournament")
    forget(home, 4)
    assert "Finished" in front_page(by)
    newer_file.update_from_newer_file(event, NEWER, by=by, filename="newer.tdf")
    Round.objects.update(paired_at=TODAY - 2 * FORGOTTEN, posted_at=None)
    assert "Finished" not in front_page(by)


def test_the_final_of_a_cut_taken_over_finishes_its_event() -> None:
    by = tests.user()
    event = importing.import_event(cut_of_two(), by=by)
    round_ = event.divisions.get().rounds.latest("number")
    build.report_all(round_)
    rounds.close_round(round_, by=None)
    assert "Finished" in front_page(by)


def test_a_finished_cup_is_finished_on_both_pages() -> None:
    home = cup(3)
    build.play(home)
    for page in (front_page(build.organizer(home)), event_list()):
        assert page.index("Finished") < page.index(home.tournament.name)
        assert not {"Coming up", "Today and coming up"} & set(re.findall(r">([^<]*)<", page))


def forget(home: Division, days: int) -> None:
    """Move everything in this event this many days into the past."""
    at = TODAY - timedelta(days=days)
    Tournament.objects.filter(pk=home.tournament_id).update(starts_at=at, created_at=at)
    Division.objects.filter(tournament=home.tournament_id, started_at__isnull=False).update(started_at=at)
    Round.objects.filter(division__tournament=home.tournament_id).update(paired_at=at)
    Round.objects.filter(division__tournament=home.tournament_id, posted_at__isnull=False).update(
        posted_at=at
    )


@pytest.mark.parametrize(("days", "found"), [(2, "running"), (4, "past"), (700, "past")])
def test_an_event_nobody_finished_is_past_days_after_its_last_round(days: int, found: str) -> None:
    """Of two planned rounds, one was played."""
    home = cup(0, 8)
    home.rounds_planned = 2
    home.save(update_fields=["rounds_planned"])
    build.play(home)
    forget(home, days)
    assert phase(home) == found


def test_an_event_with_a_junior_who_was_never_paired_is_past_after_days() -> None:
    home = cup(0, event_class="unofficial")
    junior = home.tournament.divisions.create(age_division="junior")
    entry = home.entries.first()
    entry.division = junior
    entry.save(update_fields=["division"])
    build.play(home)
    assert phase(home) == "running"
    forget(home, 10)
    assert phase(home) == "past"


def test_old_events_cost_the_lists_no_query_and_are_not_asked_for(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
) -> None:  # type: ignore[no-untyped-def]
    """Forty events that were never finished, and one that is being played."""
    statements: list[set[int]] = []
    monkeypatch.setattr(hooks, "events_over", [lambda events: statements.append(set(events)) or set()])
    home = cup(0)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    at = TODAY - timedelta(days=700)
    old = Tournament.objects.bulk_create(
        Tournament(
            slug=f"old-{n}",
            name="Old",
            starts_at=at,
            seed=n,
            published=True,
            organizer=home.tournament.organizer,
        )
        for n in range(40)
    )
    Tournament.objects.filter(slug__startswith="old-").update(created_at=at)
    Division.objects.bulk_create(
        Division(tournament=one, age_division="masters", started_at=at) for one in old
    )
    with django_assert_num_queries(2):
        rows = public_events()
    assert [row.phase(TODAY) for row in rows] == ["running"] + 40 * ["past"]
    assert statements == [{home.tournament_id}]
