"""The page of what is late: one line for each, with place, state and the judge responsible."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from floor.services import calls, sectors
from floor.views.queue import late_tables
from pairings.models import Match, Round
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests import asking, build
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db


def late_hall(players: int = 8) -> list[Match]:
    """Post a round whose 50 minutes ended ten minutes ago."""
    home = play.division(players, edition="2026", round_minutes=50, clock_delay=0, published=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    Round.objects.filter(pk=round_.pk).update(posted_at=timezone.now() - timedelta(minutes=60))
    return play.open_matches(Round.objects.get(pk=round_.pk))


def url(hall: list[Match]) -> str:
    return pages.event(hall[0].round.division, "late")


@pytest.fixture
def hall() -> list[Match]:
    return late_hall()


@pytest.fixture
def judge(client: Client, hall: list[Match]) -> Client:
    client.force_login(build.staff(hall[0].round.division.tournament, "judge"))
    return client


def test_a_judge_reads_where_it_is_late_and_who_is_responsible(judge: Client, hall: list[Match]) -> None:
    event = hall[0].round.division.tournament
    lena = build.staff(event, "judge", "lena")
    member = event.staff.get(user=lena).pk
    sectors.save_sector(event, name="North", table_from=1, table_to=2, judges=[member], by=None)
    time_extensions.grant_extra_time(hall[1], seconds=300, by=None)
    calls.raise_hand(hall[2], reason="slow", now=timezone.now() - timedelta(minutes=12))
    page = judge.get(url(hall))
    assert [part.key for part in page.context["parts"]] == ["call", "table"]
    call, tables = page.context["parts"]
    assert [(row.table, row.title, row.digits[:3]) for row in call.rows] == [
        (hall[2].table, "Slow play", "12:")
    ]
    assert {group.name: group.judges for group in tables.sectors} == {"North": "lena", "Without a sector": ""}
    chips = {chip.table: chip for group in tables.sectors for chip in group.tables}
    assert (chips[2].extra, chips[2].over) == ("+5 min", "5 min")
    assert chips[1].over == "10 min"
    text = pages.text(page)
    assert f'href="{pages.match(hall[1])}"' in text
    assert "lena" in text


def test_a_hall_in_time_says_so(client: Client) -> None:
    home = play.division(4, round_minutes=50)
    client.force_login(build.staff(home.tournament, "judge"))
    assert "No round is in play." in pages.text(client.get(pages.event(home, "late")))
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    assert "Every table is on time" in pages.text(client.get(pages.event(home, "late")))


def test_more_tables_than_fit_are_counted(
    judge: Client, hall: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_tables, "MAX_TABLES", 3)
    text = pages.text(judge.get(url(hall)))
    assert "All tables" in text
    assert "1 more table" in text


def test_the_page_takes_as_many_queries_for_8_players_as_for_128(client: Client) -> None:
    counts = set()
    for players in (8, 128):
        hall = late_hall(players)
        event = hall[0].round.division.tournament
        client.force_login(build.staff(event, "head_judge"))
        staff = list(event.staff.values_list("pk", flat=True))
        for first in range(1, len(hall) + 1, 4):
            sectors.save_sector(
                event, name=f"S{first}", table_from=first, table_to=first + 3, judges=staff, by=None
            )
        for match in hall[: players // 8]:
            calls.raise_hand(match, now=timezone.now() - timedelta(minutes=9))
            time_extensions.start_stopwatch(match, by=None, now=timezone.now() - timedelta(minutes=20))
        counts.add(asking.queries_of(client, url(hall)))
    assert len(counts) == 1


@pytest.mark.parametrize("role", ["organizer", "head_judge", "scorekeeper", "judge"])
def test_each_role_finds_it_in_the_bar_of_a_phone_and_at_the_desk(
    client: Client, hall: list[Match], role: str
) -> None:
    client.force_login(build.staff(hall[0].round.division.tournament, role))
    links = pages.text(client.get(pages.event(hall[0].round.division, "floor"))).count(f'href="{url(hall)}"')
    assert links >= 2
    if role != "judge":
        desk = pages.text(client.get(pages.desk(hall[0].round.division)))
        assert f'href="{url(hall)}"' in desk.partition("<main")[2]


def test_readers_have_no_such_page(client: Client, hall: list[Match]) -> None:
    assert client.get(url(hall)).status_code in (302, 403, 404)
