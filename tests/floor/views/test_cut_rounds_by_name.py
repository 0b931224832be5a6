"""Rounds of the cut are named in the lists of an event: journal, penalties, deck checks, and their reports."""

from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.services import check_sheets, deck_checks
from core.services import undo
from floor.services import penalties
from pairings.services.rounds import rounds
from tests import build
from tests.floor.services.test_walkovers import in_cut, match_of, seed
from tests.html import markup
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    """Create a posted first round of a cut of four, the fourth round of the event, with a penalty and a check."""
    of = in_cut(edition="2026")
    posted = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
    match = match_of(seed(of, 1), posted)
    penalties.give_penalty(match.left, infraction="pace", level="warning", match=match, by=None)
    check = deck_checks.pick_requested_deck(
        match.left, why="Marked sleeves", by=build.staff(of.tournament, "judge")
    )
    check_sheets.begin_check(check, by=build.staff(of.tournament, "judge"))
    return of


def page(home: Division, address: str) -> str:
    client = Client()
    client.force_login(build.staff(home.tournament, "organizer"))
    return str(markup(client.get(f"/e/{home.tournament.slug}/{address}")))


def test_the_journal_names_the_round_behind_its_number(home):
    html = page(home, "journal")
    assert "Round 4 (Semifinals) posted" in html
    assert "Round 3 posted" in html
    undo.undo_step(home.journal.filter(kind="RoundPosted").latest("pk"), by=None)
    assert "Undone: Round 4 (Semifinals) posted" in page(home, "journal")


def test_the_last_changes_at_the_desk_name_it_too(home):
    assert "Round 4 (Semifinals) posted" in page(home, "round")


def test_penalties_and_checks(home):
    row = home.tournament.penalties.get()
    assert ">Semifinals</td>" in page(home, "penalties")
    assert "Round 4 (Semifinals), table" in page(home, f"penalties/{row.pk}")
    assert "semifinals" in page(home, f"players/{row.entry_id}/matches")
    assert "· semifinals ·" in page(home, "checks")


def test_the_reports(home):
    client = Client()
    client.force_login(build.staff(home.tournament, "organizer"))
    address = f"/e/{home.tournament.slug}/penalties/report"
    sheet = load_workbook(BytesIO(client.get(f"{address}.xlsx").content)).worksheets[0]
    assert sheet.cell(2, 2).value == "Semifinals"
    paper = PdfReader(BytesIO(client.get(f"{address}.pdf").content)).pages[0].extract_text()
    assert "Semifinals" in paper


def test_the_printed_sheet_of_a_check(home):
    client = Client()
    client.force_login(build.staff(home.tournament, "organizer"))
    row = DeckCheck.objects.get()
    answer = client.get(f"/e/{home.tournament.slug}/checks/{row.pk}/sheet.pdf")
    paper = PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    assert "Semifinals" in paper
    assert "Round 4" not in paper


def test_what_a_check_found_in_the_note_of_its_penalty(home):
    row = DeckCheck.objects.get()
    check_sheets.store_check_tap(row, Tap("step", "sleeves", 2), key="a", by=None)
    html = page(home, f"penalties/new?entry={row.entry_id}&check={row.pk}")
    assert "Deck check, semifinals: sleeves do not match." in html


def test_the_clock(home):
    assert 'aria-label="Time left in this round of the top cut"' in page(home, "clock")
