"""Round zero: seats for the player meeting."""

import re

import pytest
from django.test import Client

from core.tables import long_lists
from pairings.documents import printing
from pairings.documents.meeting import MeetingSeats
from pairings.queries.rounds import meeting
from pairings.services.rounds import attendance, options
from tests import build
from tests.asking import queries_of
from tests.html import markup
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tests.papers import HEAD
from tests.papers import pages as printed
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import Division, Entry, ScheduleItem, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    division = pairings_build.division(7)
    division.tournament.published = True
    division.tournament.save()
    return division


def test_two_at_a_table_in_the_order_of_names(home: Division) -> None:
    seats = meeting.assign_meeting_seats(home.tournament)
    assert [seat.table for seat in seats] == [1, 1, 2, 2, 3, 3, 4]
    names = [seat.person.last_name for seat in seats]
    assert names[0] == "Ångström"
    assert len({seat.person.entry_id for seat in seats}) == 7


def test_only_who_is_here_once_somebody_is(home: Division) -> None:
    home.entries.filter(pk__in=home.entries.values_list("pk", flat=True)[:2]).update(checked_in_at=None)
    assert len(meeting.assign_meeting_seats(home.tournament)) == 5
    home.entries.update(checked_in_at=None)
    assert len(meeting.assign_meeting_seats(home.tournament)) == 7


def test_fixed_and_blocked_tables_are_kept(home: Division) -> None:
    entry = home.entries.select_related("player", "division").first()
    options.set_pairing_wish(entry, by=None, table=30, reason="ramp")
    options.change_pairing_options(home, by=None, blocked_tables=[2])
    seats = meeting.assign_meeting_seats(home.tournament)
    assert [seat.table for seat in seats if seat.person.entry_id == entry.pk] == [30]
    assert {seat.table for seat in seats} == {1, 3, 4, 30}


def test_divisions_sit_one_after_the_other() -> None:
    event = build.event(divisions=("senior", "masters"))
    for division in event.divisions.all():
        build.add_players(event, 3, division=division)
    seats = meeting.assign_meeting_seats(event)
    tables = {
        division.pk: {seat.table for seat in seats if seat.division == division.pk}
        for division in event.divisions.all()
    }
    assert sorted(map(sorted, tables.values())) == [[1, 2], [3, 4]]


def test_the_page_finds_a_name(client: Client, home: Division) -> None:
    entry = home.entries.select_related("player").first()
    page = client.get(pages.event(home, "meeting"), {"q": entry.player.first_name})
    assert [line.name for line in page.context["lines"]] == [str(entry)]
    assert "No player called" in pages.text(client.get(pages.event(home, "meeting"), {"q": "xyz"}))


def test_children_keep_their_names(client: Client, home: Division) -> None:
    home.entries.update(age_division="junior")
    last = home.entries.select_related("player").first().player.last_name
    assert last not in pages.text(client.get(pages.event(home, "meeting")))
    client.force_login(pairings_build.organizer(home))
    assert last in pages.text(client.get(pages.event(home, "meeting")))


def test_players_are_led_here_when_one_is_planned(client: Client, home: Division) -> None:
    url = pages.event(home, "meeting")
    assert url not in pages.text(client.get(pages.event(home, "pairings")))
    at = home.tournament.starts_at
    ScheduleItem.objects.create(tournament=home.tournament, title="meeting", planned_start=at)
    assert url in pages.text(client.get(pages.event(home, "pairings")))


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_it_is_printed(client: Client, home: Division, size: str) -> None:
    pdf = client.get(pages.event(home, "sheet", "meeting"), {"paper": size})
    assert pdf.status_code == 200
    assert "Player meeting" in printed(pdf.content)[0]
    client.force_login(pairings_build.organizer(home))
    assert 'value="meeting"' in pages.text(client.get(pages.event(home, "print")))


@pytest.mark.parametrize(("players", "sheets"), [(0, 1), (30, 1), (61, 1), (130, 2)])
def test_every_name_is_on_paper_once(players: int, sheets: int) -> None:
    home = pairings_build.division(players)
    seats = meeting.assign_meeting_seats(home.tournament)
    texts = printed(MeetingSeats(HEAD, seats).render())
    assert len(texts) == sheets
    assert all(" ".join(texts).count(seat.person.sort_name) >= 1 for seat in seats)


def test_as_many_queries_in_any_field(client: Client) -> None:
    counts = set()
    for players in (3, 60):
        home = pairings_build.division(players)
        client.force_login(pairings_build.organizer(home))
        counts.add(queries_of(client, pages.event(home, "meeting")))
    assert len(counts) == 1


def test_the_print_page_promises_as_many_names_as_are_printed() -> None:
    """Players who dropped or are not checked in are not counted."""
    home = pairings_build.division(14)
    first, second, *_rest = home.entries.order_by("pk")
    attendance.drop_player(first, by=None)
    Entry.objects.filter(pk=second.pk).update(checked_in_at=None)
    event = home.tournament
    assert (
        promised(event) == f"{len(meeting.assign_meeting_seats(event))} names · 1 page" == "12 names · 1 page"
    )
    Entry.objects.update(checked_in_at=None)
    assert (
        promised(event) == f"{len(meeting.assign_meeting_seats(event))} names · 1 page" == "13 names · 1 page"
    )


def promised(event: Tournament) -> str:
    return next(one.length for one in printing.print_offers(event, [], []) if one.name == "meeting")


def on_print_page(client: Client, home: Division) -> int:
    """Return how many names the page announces beside the sheet of the meeting."""
    page = pages.text(client.get(pages.event(home, "print")))
    sheet = page.partition('value="meeting"')[2].partition("</button>")[0]
    (found,) = re.findall(r">\s*(\d+) names? · \d+ pages?\s*</small>", sheet)
    return int(found)


def on_paper(client: Client, home: Division) -> list[str]:
    """Return the printed names."""
    text = " ".join(printed(client.get(pages.event(home, "sheet", "meeting")).content))
    return [entry.sort_name for entry in home.entries.all() if entry.sort_name in text]


def test_paper_holds_as_many_names_as_the_page_promises(client: Client) -> None:
    """14 entered; one drops, one does not come, one is disqualified."""
    home = pairings_build.division(14)
    client.force_login(pairings_build.organizer(home))
    assert (on_print_page(client, home), len(on_paper(client, home))) == (14, 14)
    dropped, absent, out, *_rest = home.entries.order_by("pk")
    attendance.drop_player(dropped, by=None)
    Entry.objects.filter(pk=absent.pk).update(checked_in_at=None)
    assert (on_print_page(client, home), len(on_paper(client, home))) == (12, 12)
    attendance.disqualify_player(out, by=None)
    assert (on_print_page(client, home), len(on_paper(client, home))) == (11, 11)
    assert not {str(dropped.sort_name), absent.sort_name, out.sort_name} & set(on_paper(client, home))


def test_the_seats_as_a_spreadsheet_are_for_the_staff(client: Client, home: Division) -> None:
    address = pages.event(home, "meeting_export", "csv").removesuffix(".csv")
    assert f"{address}.csv" not in markup(client.get(pages.event(home, "meeting")))
    assert client.get(f"{address}.csv").status_code == 302
    client.force_login(build.staff(home.tournament, "judge"))
    assert f"{address}.csv" in markup(client.get(pages.event(home, "meeting")))
    lines = in_workbook(client, address)
    assert [line["Table"].value for line in lines] == [1, 1, 2, 2, 3, 3, 4]
    names = [seat.person.sort_name for seat in meeting.assign_meeting_seats(home.tournament)]
    assert [line["Player"] for line in in_csv(client, address)] == names


def test_a_long_list_comes_in_pages_with_the_own_seat_first(
    client: Client, home: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lists, "ONE_PAGE", 4)
    monkeypatch.setattr(long_lists, "PAGE_SIZE", 2)
    url = pages.event(home, "meeting")
    page = client.get(url)
    assert [line.number for line in page.context["lines"]] == [1, 2]
    assert page.context["own"] == []
    rows = client.get(url, {"index": "1"}).json()["rows"]
    assert len(rows) == 7
    last = rows[-1][0]
    assert [line.name for line in client.get(url, {"page": "4"}).context["lines"]] == [last]
    assert last in [line.name for line in client.get(url, {"name": last}).context["lines"]]
    entry = next(entry for entry in home.entries.all() if str(entry) == last)
    client.get(f"/my/{personal_links.ensure_link(entry).token}")
    assert [line.name for line in client.get(url).context["own"]] == [last]
