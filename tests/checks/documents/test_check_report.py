"""The report of deck checks: coverage, findings, minutes, by judge and by round, on paper and as a spreadsheet."""

from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from checks.documents import deck_checks as printed
from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as queries
from checks.services import before_checks, check_sheets, deck_checks
from decks.models import CheckRules, DeckList
from decks.services import lists
from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build as units
from tests.asking import queries_of
from tests.checks.checks import counted
from tests.decks.lists import JULY, LEGAL
from tests.pairings import build
from tournaments.models import Division, Entry, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    home = build.division(12, round_minutes=50, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None, required=False)
    for row in DeckList.objects.all():
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    return home


@pytest.fixture
def ana(home: Division) -> User:
    return units.staff(home.tournament, "judge", "ana")


@pytest.fixture
def ben(home: Division) -> User:
    return units.staff(home.tournament, "judge", "ben")


def entry(home: Division, at: int) -> Entry:
    return list(home.entries.select_related("division__tournament", "tournament").order_by("pk"))[at]


def posted(home: Division) -> list[Match]:
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


def checked(one: Entry, by: User | None, at: datetime, seconds: int, *taps: Tap, **more: Any) -> DeckCheck:
    """Create a check during the event that began at `at` and took this many seconds."""
    check = check_sheets.begin_check(deck_checks.pick_requested_deck(one, why="Marks", by=by), by=by, now=at)
    if "not_counted" not in more:
        counted(check)
    for number, tap in enumerate(taps):
        check_sheets.store_check_tap(check, tap, key=str(number), by=by)
    end = {"outcome": "passed"} | more
    return check_sheets.end_check(check, by=by, now=at + timedelta(seconds=seconds), **end)


def book(home: Division) -> Any:
    client = Client()
    client.force_login(build.organizer(home))
    answer = client.get(reverse("checks:checks_report", args=[home.tournament.slug, "xlsx"]))
    return load_workbook(BytesIO(answer.content))


def rows(book: Any, title: str) -> list[dict[str, Any]]:
    heads, *lines = [[cell.value for cell in line] for line in book[title]]
    return [dict(zip(heads, line, strict=True)) for line in lines]


def test_coverage_of_each_division_and_how_much_of_it_is_from_before_the_event(home, ana):
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(entry(home, 0), by=ana)), outcome="passed", by=ana
    )
    before_checks.end_before_check(
        counted(before_checks.begin_before_check(entry(home, 1), by=ana)), outcome="passed", by=ana
    )
    checked(entry(home, 1), ana, JULY, 60)
    (line,) = rows(book(home), "Coverage")
    assert line == {
        "Division": "All ages",
        "Decks": 12,
        "Target": 2,
        "Checked": 2,
        "Only before the event": 1,
    }


def test_findings_say_what_was_not_as_it_should_be(home, ana):
    taps = (
        Tap("total", "", 59),
        Tap("line", "0", 3),
        Tap("line", "1", 4),
        Tap("other", "Colress", 1),
        Tap("step", "sleeves", 2),
        Tap("replaced", "", 5),
    )
    checked(entry(home, 0), ana, JULY, 60, *taps, outcome="fixed_deck", rewrite=True, note="=Bent corner")
    (line,) = rows(book(home), "Deck checks")
    first = sheets.list_rows_of(DeckCheck.objects.get())[0].name
    for part in (
        "59 cards",
        f"{first}: 3 of 4",
        "not on the list: 1 Colress",
        "sleeves",
        "list rewritten",
    ):
        assert part in line["Findings"]
    assert line["Findings"].endswith("=Bent corner")
    assert (line["Outcome"], line["Sleeves replaced"]) == ("The deck was corrected", 5)


def test_a_deck_in_order_has_no_findings_and_a_formula_stays_text(home, ana):
    checked(entry(home, 0), ana, JULY, 60, Tap("total", "", 60))
    checked(entry(home, 1), ana, JULY, 120, note="=1+1")
    first, second = rows(book(home), "Deck checks")
    assert first["Findings"] is None or first["Findings"] == ""
    assert second["Findings"].lstrip("'") == "=1+1"
    cell = next(one for line in book(home)["Deck checks"] for one in line if one.value == second["Findings"])
    assert cell.data_type != "f"


def test_a_count_that_was_left_off_is_told(home, ana):
    taps = (Tap("total", "", 60), Tap("line", "0", 4))
    checked(entry(home, 0), ana, JULY, 60, *taps, not_counted="The table was called away")
    (line,) = rows(book(home), "Deck checks")
    findings = "not every card counted; not counted: The table was called away"
    assert (line["Outcome"], line["Findings"], line["Judge"]) == ("Not counted", findings, "ana")
    assert [one["Checked"] for one in rows(book(home), "Coverage")] == [0]


def test_minutes_that_were_begun_count_whole_and_sum_by_judge_and_by_round(home, ana, ben):
    done = counted(before_checks.begin_before_check(entry(home, 0), by=ben, now=JULY))
    before_checks.end_before_check(done, outcome="passed", by=ben, now=JULY + timedelta(minutes=4))
    checked(entry(home, 1), ana, JULY, 61)
    one, two, *_rest = posted(home)
    checked(one.left, ana, JULY, 300, minutes=8)
    checked(two.left, ben, JULY, 301, minutes=9)
    made = book(home)
    lines = rows(made, "Deck checks")
    assert sorted((line["Minutes taken"], line["Time extension in minutes"]) for line in lines) == [
        (2, None),
        (4, None),
        (5, 8),
        (6, 9),
    ]
    assert rows(made, "By judge") == [
        {"Judge": "ana", "Checks": 2, "Minutes taken": 7, "Time extension in minutes": 8},
        {"Judge": "ben", "Checks": 2, "Minutes taken": 10, "Time extension in minutes": 9},
    ]
    assert rows(made, "By round") == [
        {"Round": "Before the event", "Checks": 1, "Minutes taken": 4, "Time extension in minutes": 0},
        {"Round": "Round 1", "Checks": 2, "Minutes taken": 11, "Time extension in minutes": 17},
        {"Round": "Between rounds", "Checks": 1, "Minutes taken": 2, "Time extension in minutes": 0},
    ]


def test_a_check_before_the_event_says_what_is_next(home, ana):
    check = before_checks.begin_before_check(entry(home, 0), by=ana)
    before_checks.end_before_check(check, outcome="fixed_list", reason="Which N?", note="Friendly", by=ana)
    (line,) = rows(book(home), "Deck checks")
    assert (line["Round"], line["Table"], line["Outcome"]) == (None, None, "The list must be corrected")
    assert line["Findings"] == "Which N?; Friendly"


def test_a_check_without_a_list_has_no_wrong_total(home, ana):
    DeckList.objects.all().delete()
    checked(entry(home, 0), ana, JULY, 60, Tap("total", "", 60))
    (line,) = rows(book(home), "Deck checks")
    assert not line["Findings"]


LONG = "The corner of the fourth Ultra Ball was bent on the way from the table, and so was the sleeve of the second"


def test_the_paper_tells_the_same_and_cuts_no_finding(home, ana):
    checked(entry(home, 0), ana, JULY, 61, Tap("total", "", 59), outcome="fixed_deck", note=LONG)
    client = Client()
    client.force_login(build.organizer(home))
    answer = client.get(reverse("checks:checks_report", args=[home.tournament.slug, "pdf"]))
    text = " ".join(
        " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split()
    )
    for part in (
        "59 cards; The corner of the fourth Ultra Ball was bent on",
        "the way from the table, and so was the sleeve of the",
        "second",
        "Between rounds",
        "ana",
        "Only before the event",
        "Time extension in minutes",
    ):
        assert part in text
    assert "1000001" not in text


def test_a_report_of_nothing_is_a_report(home):
    assert rows(book(home), "Deck checks") == []
    event = home.tournament
    coverage = queries.division_coverage(event, CheckRules(tournament=event))
    data, kind = printed.render_check_report(event, coverage, [], "pdf", str)
    assert data.startswith(b"%PDF")
    assert kind == "application/pdf"


def test_the_report_asks_as_much_for_many_checks_as_for_few(home, ana):
    client = Client()
    client.force_login(build.organizer(home))
    url = reverse("checks:checks_report", args=[home.tournament.slug, "xlsx"])
    checked(entry(home, 0), ana, JULY, 60)
    few = queries_of(client, url)
    for at in range(1, 8):
        checked(entry(home, at), ana, JULY, 60, Tap("total", "", 60))
    assert queries_of(client, url) == few
