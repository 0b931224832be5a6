"""R-017 to R-019, R-022: the check sheet asks about languages, signatures, backs and sleeves."""

from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.services import check_sheets, deck_checks
from checks.words.check_words import check_findings_text
from decks.models import DeckList
from decks.services import lists
from tests import build
from tests.decks.lists import BEFORE, LEGAL, event, of
from tests.html import markup

pytestmark = pytest.mark.django_db
COPIES = LEGAL.replace("4 N FCO 105", "4 N FCO 105 [pt] [signed]")


def running(**fields: Any) -> DeckCheck:
    (row,) = of(event(**{"country": "ES", "event_class": "championship_points"} | fields))
    lists.submit_list(row, text=COPIES, now=BEFORE)
    picked = deck_checks.pick_requested_deck(row.entry, why="asked", by=None)
    return check_sheets.begin_check(picked, by=None)


def page(client: Client, check: DeckCheck) -> str:
    home = check.entry.tournament
    client.force_login(build.staff(home, "judge"))
    return unescape(markup(client.get(reverse("checks:check", args=[home.slug, check.pk]))))


def test_the_sheet_asks_about_the_copies_and_shows_what_the_list_says(client: Client) -> None:
    text = page(client, running())
    for words in (
        "Cards only in English, French, German, Italian, Portuguese and Spanish",
        "No card is signed or written on",
        "All cards have the same back as the cards sold here",
        "clear front; card fully covered",
        "Portuguese",
        "Signed or written on",
    ):
        assert words in text
    assert 'value="step:languages:2:' in text


def test_r017_languages_are_asked_about_where_the_event_limits_them(client: Client) -> None:
    assert "step:languages" not in page(client, running(event_class="other"))


def test_r017_at_worlds_the_home_country_counts() -> None:
    check = running(event_class="international")
    assert sheets.card_languages_of_entry(check.entry) == ()
    DeckList.objects.update(home="JP")
    assert sheets.card_languages_of_entry(check.entry) == ("en", "ja")


def test_what_is_not_right_is_named_in_the_findings() -> None:
    check = running()
    for number, step in enumerate(("languages", "unsigned", "backs")):
        check_sheets.store_check_tap(check, Tap("step", step, 2), key=f"k{number}", by=None)
    found = sheets.replay_count_of_check(check, sheets.list_rows_of(check))[0]
    text = check_findings_text(found, [row.name for row in sheets.list_rows_of(check)], round_inside="")
    assert "cards in a language that is not allowed here" in text
    assert "signed or marked cards" in text
    assert "some card backs differ from those of the cards sold here" in text


def test_paper_has_the_same_lines_and_takes_them_back(client: Client) -> None:
    check = running()
    home = check.entry.tournament
    client.force_login(build.staff(home, "judge"))
    data = client.get(reverse("checks:check_paper_sheet", args=[home.slug, check.pk])).content
    text = "".join(one.extract_text() for one in PdfReader(BytesIO(data)).pages)
    for words in (
        "Cards only in English",
        "No card is signed",
        "All cards have the same back",
        "N · Portuguese",
    ):
        assert words in text, text
    form = markup(client.get(reverse("checks:check_paper", args=[home.slug, check.pk])))
    for name in ("wrong_languages", "wrong_unsigned", "wrong_backs"):
        assert f'name="{name}"' in form
