"""The bubble: for staff, and for players unless the event hides it."""

import re
from html import unescape

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.queries.standings import bubble
from pairings.services.reports import results
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.asking import queries_of
from tests.html import markup
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import Division
from tournaments.services import events, personal_links

pytestmark = pytest.mark.django_db


def in_play(players: int = 16, *, played: int = 3, cut: int = 4) -> Division:
    home = pairings_build.division(players)
    home.cut_size = cut
    home.save()
    pairings_build.play(home, played)
    rounds.post(rounds.pair_next_round(home, by=None, seed=3), by=None)
    return home


@pytest.fixture
def home(client: Client) -> Division:
    division = in_play()
    client.force_login(build.staff(division.tournament, "judge"))
    return division


def test_everybody_has_a_line(client: Client, home: Division) -> None:
    page = client.get(pages.event(home, "bubble"))
    (one,) = page.context["bubbles"]
    assert (one.title, one.left, len(one.lines)) == ("All ages, top 4", 1, 16)
    assert {line.word for line in one.lines} <= {"In", "Out", "Open"}
    assert one.lines[-1].word == "Out"
    assert any("is enough" in line.text for line in one.lines)
    assert all(line.share or line.text == "whatever happens" for line in one.lines)


def test_it_follows_the_results(client: Client, home: Division) -> None:
    round_ = home.rounds.get(number=4)
    pairings_build.report_all(round_)
    (one,) = client.get(pages.event(home, "bubble")).context["bubbles"]
    assert all(line.tie == "" for line in one.lines)
    rounds.close_round(round_, by=None)
    (one,) = client.get(pages.event(home, "bubble")).context["bubbles"]
    assert one.left == 0


def test_who_left_is_not_on_it(client: Client, home: Division) -> None:
    seat = home.rounds.get(number=4).matches.select_related("left__division", "left__player").get(table=1)
    attendance.drop_player(seat.left, by=None)
    (one,) = client.get(pages.event(home, "bubble")).context["bubbles"]
    assert len(one.lines) == 15
    assert str(seat.left) not in {line.name for line in one.lines}


def test_without_a_cut_there_is_nothing_to_tell(client: Client) -> None:
    home = in_play(6, played=2, cut=0)
    client.force_login(pairings_build.organizer(home))
    assert "Nothing to show yet" in pages.text(client.get(pages.event(home, "bubble")))


def test_before_the_first_round_closes(client: Client) -> None:
    home = pairings_build.division(4)
    client.force_login(pairings_build.organizer(home))
    assert "Nothing to show yet" in pages.text(client.get(pages.event(home, "bubble")))


def test_players_open_it_where_the_event_does_not_hide_it(client: Client, home: Division) -> None:
    address, standings = pages.event(home, "bubble"), pages.event(home, "standings")
    youngest = home.entries.order_by("pk").first()
    home.entries.filter(pk=youngest.pk).update(age_division="junior")
    staff = client.get(address).context["bubbles"]
    client.logout()
    page = client.get(address)
    assert [one.title for one in page.context["bubbles"]] == [one.title for one in staff]
    names = {line.name for one in page.context["bubbles"] for line in one.lines}
    assert f"{youngest.first_name} {youngest.last_name[:1]}." in names
    assert str(youngest) not in names
    assert not any(line.tie for one in page.context["bubbles"] for line in one.lines)
    assert "Only staff can see" not in pages.text(page)
    assert f"{address}?division={home.pk}" in markup(client.get(standings))
    mine = f"/my/{personal_links.ensure_link(home.entries.order_by('pk').last()).token}"
    assert f"{address}?division={home.pk}" in markup(client.get(mine))
    file = pages.event(home, "bubble_export", "csv")
    assert str(youngest) not in client.get(file).content.decode()
    events.change_event_settings(home.tournament, by=None, bubble_public=False)
    for hidden in (address, file):
        answer = client.get(hidden)
        assert answer.status_code == 403
        assert "does not show the bubble" in markup(answer)
    assert address not in markup(client.get(mine))
    client.force_login(build.staff(home.tournament, "scorekeeper"))
    assert "Only staff can see this page." in markup(client.get(address))


def test_the_organizer_hides_it_in_the_settings(client: Client, home: Division) -> None:
    client.force_login(pairings_build.organizer(home))
    page = markup(client.get(f"/e/{home.tournament.slug}/settings"))
    assert "Players see the bubble" in page


def test_as_many_queries_in_any_field(client: Client) -> None:
    counts = set()
    for players in (16, 64):
        home = in_play(players)
        client.force_login(pairings_build.organizer(home))
        counts.add(queries_of(client, pages.event(home, "bubble")))
    assert len(counts) == 1


def read(client: Client, home: Division) -> dict[str, tuple[int, int]]:
    """Return place and points by name, as shown on the page."""
    page = pages.text(client.get(pages.event(home, "bubble")))
    found = re.findall(
        r'<span class="no">(\d+)</span><span class="grow"><b class="strong">([^<]*)</b> <span class="soft">(\d+) point',
        page,
    )
    return {unescape(name): (int(place), int(points)) for place, name, points in found}


def test_the_page_is_of_one_moment_after_each_result(client: Client, home: Division) -> None:
    """It shows the points with every result entered so far, and places by the same points."""
    earned = {name: points for name, (_place, points) in read(client, home).items()}
    for match in pairings_build.open_matches(home.rounds.get(number=4)):
        results.enter_result(match, results.MatchResult(Outcome.LEFT), by=None)
        earned[str(match.left)] += 3
        places = {name: 1 + sum(p > mine for p in earned.values()) for name, mine in earned.items()}
        assert read(client, home) == {name: (places[name], earned[name]) for name in earned}


def test_place_points_and_record_are_of_one_moment(client: Client, home: Division) -> None:
    """With a result of the open round entered, all three include it, and players with equal points share a place."""
    round_ = home.rounds.get(number=4)
    match = round_.matches.select_related("left__player", "right__player").get(table=1)
    results.enter_result(match, results.MatchResult(Outcome.LEFT), by=None)
    (one,) = client.get(pages.event(home, "bubble")).context["bubbles"]
    points = [line.points for line in one.lines]
    assert points == sorted(points, reverse=True)
    assert [line.place for line in one.lines] == [1 + sum(p > mine for p in points) for mine in points]
    (found,) = bubble.compute_bubbles(home, home.rounds.get(number=3))
    for line in found.lines:
        won, lost, tied = map(int, line.person.record.split("-"))
        assert 3 * won + tied == line.person.points
        played = 4 if line.person.name in (str(match.left), str(match.right)) else 3
        assert won + lost + tied == played


def test_it_is_a_spreadsheet_too(client: Client, home: Division) -> None:
    address = pages.event(home, "bubble_export", "csv").removesuffix(".csv")
    page = client.get(pages.event(home, "bubble"))
    assert f"{address}.csv?division={home.pk}" in markup(page)
    lines, (one,) = in_workbook(client, address), page.context["bubbles"]
    assert [line["Player"].value for line in lines] == [line.name for line in one.lines]
    assert {line["Points"].data_type for line in lines} == {"n"}
    assert [line["State"] for line in in_csv(client, address)] == [line.word for line in one.lines]
