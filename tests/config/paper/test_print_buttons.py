"""Every button of staff that prints has the number of its pages beside it, or a reason why not."""

import re
from collections import Counter
from pathlib import Path

import pytest

from core.documents.registry import declared_documents
from pairings.documents.printing import HALL
from pairings.templatetags.sheet_pages import sheet_pages
from tests.config.paper.documents import DOCUMENTS
from tests.config.paper.people import people
from tests.pairings import build
from tests.papers import pages

TEMPLATES = Path(__file__).parents[3] / "templates"
PRINTS = re.compile(
    r"{% icon \"print\" %}.*?</(?:a|button)>(?=(?P<beside>(?:(?!<a\b|<button).){0,200}))", re.DOTALL
)
COUNTED = re.compile(r"{% (?:sheet_pages|page_count) |{{ \w+_pages }}")
OPENS_PAGE, CHOSEN, STORED = (
    "opens the Print center",
    "the choice is not made yet",
    "a print that exists already",
)
PLAN, FEW = "grows with the plan of the draft", "one match, one player or one list"
WITHOUT_PAGES = {
    "components/ask.html": (1, "the desk pack, which the desk counts"),
    "decks/deck_check/work.html": (1, FEW),
    "decks/lists/my_deck_list.html": (1, FEW),
    "decks/pools/pools.html": (1, "a form grows with the cards of the set"),
    "drafts/draft.html": (2, PLAN),
    "drafts/draft_plan/answer.html": (1, PLAN),
    "drafts/log.html": (1, PLAN),
    "drafts/pods_part.html": (1, PLAN),
    "drafts/run.html": (1, PLAN),
    "floor/event_summary.html": (1, "grows with what happened in the event"),
    "pairings/desk.html": (1, OPENS_PAGE),
    "pairings/files.html": (1, OPENS_PAGE),
    "pairings/parts/feature_tables.html": (1, FEW),
    "pairings/print.html": (2, CHOSEN),
    "pairings/print/stored_state.html": (2, STORED),
    "tournaments/announcements.html": (1, "grows with the settings of the event"),
}
"""How many buttons of a template have no number of pages beside them, and why."""

UNKNOWN = {"event-report", "opening"}
"""Documents of the hall whose length is known only when they are made."""


def test_each_print_button_has_its_pages() -> None:
    without: Counter[str] = Counter()
    for path in TEMPLATES.rglob("*.html"):
        buttons = PRINTS.finditer(path.read_text(encoding="utf-8"))
        missing = sum(not COUNTED.search(button["beside"]) for button in buttons)
        if missing:
            without[str(path.relative_to(TEMPLATES))] = missing
    assert without == {name: buttons for name, (buttons, _reason) in WITHOUT_PAGES.items()}


def test_each_document_of_the_hall_has_its_pages_or_is_of_unknown_length() -> None:
    hall = [item for item in declared_documents() if item.of == HALL and item.menu]
    assert {item.name for item in hall if not item.pages} == UNKNOWN


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("poster of codes", "codes"),
        ("code for self check-in", "check-in"),
        ("blank deck list", "deck-list"),
        ("2-on-2", "2-on-2"),
        ("Team Battle", "team-battle"),
        ("rock-paper-scissors", "rock-paper-scissors"),
    ],
)
@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_document_of_constant_length_has_so_many_pages(name: str, document: str, paper: str) -> None:
    printed = len(pages(DOCUMENTS[name].make(people(2), paper).render()))
    assert next(item.pages for item in declared_documents() if item.name == document) == printed


@pytest.mark.parametrize(
    ("name", "file", "count"),
    [
        ("personal links", "personal-links", 41),
        ("deck lists", "deck-lists", 7),
        ("pools", "pools", 7),
        ("pocket book", "pocket book", 3),
    ],
)
@pytest.mark.django_db
def test_rows_fill_as_many_pages_as_counted(name: str, file: str, count: int) -> None:
    printed = len(pages(DOCUMENTS[name].make(people(count), "a4").render()))
    counted = "3 pages" if file == "pocket book" else sheet_pages(file, rows=count)
    assert f"{printed} pages" in counted


@pytest.mark.django_db
@pytest.mark.parametrize("document", ["door", "meeting", "standings", "bracket", "day-two", "personal-links"])
def test_a_count_takes_at_most_one_query(document: str, django_assert_max_num_queries) -> None:
    division = build.division(60)
    of = division if document in ("standings", "bracket", "day-two") else division.tournament
    with django_assert_max_num_queries(1):
        counted = sheet_pages(document, of=of)
    missing = document in ("bracket", "day-two")
    assert bool(counted) is not missing
