"""Every judge call of an event as a file."""

import csv
from io import BytesIO, StringIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from floor.services import calls
from pairings.services.rounds import rounds
from tests import build
from tests.pairings.build import open_matches

pytestmark = pytest.mark.django_db


def test_calls_are_typed_in_the_workbook_and_the_same_in_csv(client: Client) -> None:
    division = build.division(4)
    match = open_matches(rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None))[0]
    judge = build.organizer(division)
    call = calls.claim_call(
        calls.raise_hand(match, entry=match.left, reason="question", text="=1+1"), by=judge
    )
    calls.close_call(call, by=judge, note="explained")
    client.force_login(judge)
    home = f"/e/{division.tournament.slug}/calls"
    assert f"{home}/all.csv" in client.get(home).content.decode()
    sheet = load_workbook(BytesIO(client.get(f"{home}/all.xlsx").content)).worksheets[0]
    row = dict(zip([cell.value for cell in sheet[1]], sheet[2], strict=True))
    assert row["When"].is_date
    assert (row["Table"].value, row["Minutes until it was closed"].data_type) == (match.table, "n")
    assert (row["Text"].value, row["Text"].quotePrefix) == ("=1+1", True)
    assert row["Note"].value == "explained"
    lines = list(csv.DictReader(StringIO(client.get(f"{home}/all.csv").content.decode("utf-8-sig"))))
    assert [(line["Text"], line["Note"]) for line in lines] == [("'=1+1", "explained")]
