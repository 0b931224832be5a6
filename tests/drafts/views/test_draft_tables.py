"""The drafts of an event and their seats as spreadsheets, which their pages link to."""

import csv
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from decks.models import Draft
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.redrafts import solomon
from tests.html import markup
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Draft:
    return draft(build.division(10, play_style="limited", published=True), pods=(5, 5))


@pytest.fixture
def client(row: Draft) -> Client:
    signed_in = Client()
    signed_in.force_login(build.staff(row.division.tournament, "judge"))
    return signed_in


def url(home: Division, name: str, *more: object) -> str:
    return reverse(f"drafts:{name}", args=[home.tournament.slug, *more])


def read(client: Client, where: str) -> list[dict[str, Any]]:
    """Return the rows of the workbook, which are the same as those of the CSV."""
    sheet = load_workbook(BytesIO(client.get(f"{where}xlsx").content)).worksheets[0]
    titles, *rows = sheet.iter_rows(values_only=True)
    lines = list(csv.reader(StringIO(client.get(f"{where}csv").content.decode("utf-8-sig"))))
    assert lines == [["" if value is None else str(value) for value in line] for line in (titles, *rows)]
    return [dict(zip(titles, line, strict=True)) for line in rows]


def test_one_row_for_each_draft_with_numbers_as_numbers(client: Client, row: Draft) -> None:
    home = row.division
    assert url(home, "drafts_export", "xlsx") in markup(client.get(url(home, "drafts")))
    (line,) = read(client, url(home, "drafts_export", "csv").removesuffix("csv"))
    assert (line["Number"], line["Format"], line["Players"], line["Pods"]) == (
        1,
        "Booster Draft",
        10,
        "2 pods of 5",
    )
    assert (line["Packs"], line["Cards per pack"], line["Random seed"]) == (2, 3, "5")
    assert line["Announced"] == 0
    assert line["Not announced"] > 0


@pytest.mark.parametrize("name", ["pods", "draft_seats"])
def test_one_row_for_each_seat(client: Client, row: Draft, name: str) -> None:
    home = row.division
    first = home.entries.get(pk=row.seats[0][0])
    home.entries.filter(pk=first.pk).update(dropped_in=1)
    pk = home.pk if name == "pods" else row.pk
    assert url(home, f"{name}_export", pk, "csv") in markup(client.get(url(home, "drafts")))
    lines = read(client, url(home, f"{name}_export", pk, "csv").removesuffix("csv"))
    assert [(line["Pod"], line["Seat"]) for line in lines] == [
        (pod, seat) for pod in (1, 2) for seat in range(1, 6)
    ]
    assert (lines[0]["Player"], lines[0]["State"]) == (str(first), "dropped")
    assert {line["State"] for line in lines[1:]} == {None}


def test_pairs_of_solomon_have_their_seats_too(client: Client) -> None:
    pairs = solomon(4)
    home = pairs.division
    client.force_login(build.staff(home.tournament, "judge"))
    lines = read(client, url(home, "draft_seats_export", pairs.pk, "csv").removesuffix("csv"))
    assert [(line["Pod"], line["Seat"]) for line in lines] == [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.parametrize("name", ["drafts_export", "pods_export", "draft_seats_export"])
def test_they_are_for_the_staff(row: Draft, name: str) -> None:
    """Public pages never show the full names of children."""
    home = row.division
    more = {"drafts_export": (), "pods_export": (home.pk,), "draft_seats_export": (row.pk,)}[name]
    where = url(home, name, *more, "csv")
    assert Client().get(where).status_code == 302
    assert where not in markup(Client().get(url(home, "drafts")))
