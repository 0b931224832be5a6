"""The list of players as a file: filtered like the page, with typed cells, and linked from the page and the door."""

import csv
from io import BytesIO, StringIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests import build
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Tournament:
    division = build.division(4)
    client.force_login(build.organizer(division))
    event: Tournament = division.tournament
    first = event.entries.order_by("pk").first()
    assert first is not None
    event.entries.filter(pk=first.pk).update(last_name="=1+1", checked_in_at=None)
    return event


def exported(client: Client, event: Tournament, kind: str, query: str = "") -> bytes:
    return client.get(f"/e/{event.slug}/players/list.{kind}{query}").content


def test_cells_have_the_type_of_what_they_hold(client: Client, event: Tournament) -> None:
    sheet = load_workbook(BytesIO(exported(client, event, "xlsx"))).worksheets[0]
    titles = [cell.value for cell in sheet[1]]
    rows = [dict(zip(titles, cells, strict=True)) for cells in sheet.iter_rows(min_row=2)]
    assert len(rows) == 4
    assert [row["Checked in"].is_date for row in rows].count(True) == 3
    assert all(row["Birth year"].data_type == "n" for row in rows)
    quoted = [row["Last name"] for row in rows if row["Last name"].value == "=1+1"]
    assert [(cell.data_type, cell.quotePrefix) for cell in quoted] == [("s", True)]


def test_csv_says_the_same_and_is_narrowed_like_the_page(client: Client, event: Tournament) -> None:
    book = load_workbook(BytesIO(exported(client, event, "xlsx"))).worksheets[0]
    lines = list(csv.reader(StringIO(exported(client, event, "csv").decode("utf-8-sig"))))
    assert [line[0].lstrip("'") for line in lines] == [cell.value for cell in book["A"]]
    assert len(list(csv.reader(StringIO(exported(client, event, "csv", "?state=missing").decode())))) == 2


def test_the_list_and_the_door_lead_to_it(client: Client, event: Tournament) -> None:
    link = f"/e/{event.slug}/players/list."
    assert link in client.get(f"/e/{event.slug}/players").content.decode()
    assert link in client.get(f"/e/{event.slug}/door").content.decode()


def test_judges_get_no_list_of_birth_years(client: Client, event: Tournament) -> None:
    """Staff who may correct players need birth years; pages show them for one player at a time."""
    client.force_login(build.staff(event, "judge"))
    lines = list(csv.reader(StringIO(exported(client, event, "csv").decode("utf-8-sig"))))
    assert "Birth year" not in lines[0]
    assert {len(line) for line in lines} == {9}
    client.force_login(build.staff(event, "scorekeeper"))
    assert b"Birth year" in exported(client, event, "csv")


def test_strangers_get_nothing(client: Client, event: Tournament) -> None:
    client.force_login(build.user("stranger"))
    assert client.get(f"/e/{event.slug}/players/list.csv").status_code in (302, 403, 404)
