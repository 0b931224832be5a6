"""R-034: the full date of birth is on deck lists, where a judge checks it, and on no other document."""

import re
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from checks.services import check_sheets, deck_checks
from decks.models import DeckList
from decks.services import lists
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.services.rounds import rounds
from pairings.urls import PUBLIC_SHEETS, STAFF_SHEETS
from tests.addresses import full_name
from tests.checks.checks import counted
from tests.decks.lists import JULY, LEGAL
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Division
from tournaments.services import players

pytestmark = pytest.mark.django_db
BORN = date(1990, 5, 6)


@pytest.fixture
def home() -> Division:
    """Create an event in round 1 with lists and the same birth date for all; one check is pending, one finished."""
    home = build.division(4, starts_at=JULY, edition="2017", published=True)
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.select_related("entry__player"):
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
        born = BORN.replace(year=row.entry.birth_year)
        players.set_birth_date(row.entry, by=None, birth_date=born)
    match = build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]
    deck_checks.pick_requested_deck(match.left, why="Marks", by=None)
    over = check_sheets.begin_check(
        deck_checks.pick_requested_deck(match.right, why="Marks", by=None), by=None
    )
    check_sheets.end_check(counted(over), outcome="passed", by=None)
    return home


def addresses(home: Division) -> dict[str, str]:
    """Return the URL of every document of an event by its kind."""
    slug = home.tournament.slug
    found = {
        name: f"{reverse('pairings:sheet', args=[slug, name])}?division={home.pk}&round=1"
        for name in (*PUBLIC_SHEETS.split("|"), *STAFF_SHEETS.split("|"))
    }
    for name in ("checks_report", "penalty_report"):
        found[name] = reverse(full_name(name), args=[slug, "pdf"])
    found["check_papers"] = reverse("checks:check_papers", args=[slug])
    found["links"] = reverse("decks:lists_links", args=[slug])
    found["lists"] = reverse("decks:lists_print", args=[slug])
    return found


def test_no_document_but_the_deck_list_shows_a_day_of_birth(home: Division) -> None:
    client = Client()
    client.force_login(build.organizer(home))
    dated = {}
    for name, url in sorted(addresses(home).items(), key=lambda one: one[0] == "standings"):
        if name == "standings":
            build.report_all(home.rounds.get())
            rounds.close_round(home.rounds.get(), by=None, seen=ALL_OPEN_ENTRIES)
        answer = client.get(url)
        if name == "bracket":
            assert answer.status_code == 409  # there is no top cut
            continue
        assert answer["Content-Type"] == "application/pdf", (name, answer.status_code)
        dated[name] = "6 May" in " ".join(pages(answer.content))
    assert [name for name, is_there in dated.items() if is_there] == ["lists"]
    report = reverse("checks:checks_report", args=[home.tournament.slug, "xlsx"])
    book = load_workbook(BytesIO(client.get(report).content))
    cells = [str(cell.value) for sheet in book for line in sheet for cell in line]
    assert not any("05-06" in text or "6 May" in text for text in cells)


def test_no_file_of_the_event_holds_one_either(home: Division) -> None:
    """Spreadsheets, tables for other programs and TOM's file contain at most years (TOM writes 27 February)."""
    client, slug = Client(), home.tournament.slug
    client.force_login(build.organizer(home))
    files = {
        "spreadsheet": reverse("pairings:spreadsheet", args=[slug]),
        "standings": reverse("pairings:standings_csv", args=[slug]),
        "checks": reverse("checks:checks_report", args=[slug, "xlsx"]),
        "penalties": reverse("floor:penalty_report", args=[slug, "xlsx"]),
        "TOM": reverse("pairings:tom_file", args=[slug]),
    }
    for name, url in files.items():
        answer = client.get(url)
        assert answer.status_code == 200, name
        assert not DAY.search(_text_of(answer)), name


DAY = re.compile(r"1990-05-06|05/06/\d{4}|6 May|0?6\.0?5\.|06/05")


def _text_of(answer) -> str:  # type: ignore[no-untyped-def]
    if "spreadsheet" not in answer["Content-Type"]:
        return str(answer.content.decode("utf-8-sig"))
    book = load_workbook(BytesIO(answer.content))
    return " ".join(str(cell.value) for sheet in book for line in sheet for cell in line)


def test_one_module_of_the_program_puts_it_on_paper() -> None:
    """A module that prints it elsewhere must be listed here with the rule that requires it."""
    root = Path(__file__).resolve().parents[3]
    readers = [one for one in root.glob("*/documents/**/*.py") if READS.search(one.read_text("utf-8"))]
    assert [str(one.relative_to(root)) for one in readers] == ["decks/documents/person_fields.py"]


READS = re.compile(r"\bborn\b|birth_date")
