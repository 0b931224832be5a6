"""Which languages may I play in this country? (R-017, R-019, S9)"""

from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from decks.engine.legality.languages import REGIONS
from decks.words.language_words import language_notes, language_table
from tests.html import markup

URL = "/languages"
POINTS = "championship_points"


def words(country: str, event: str = POINTS, home: str = "") -> str:
    return " ".join(one.text for one in language_notes(country, event, home))


@pytest.mark.parametrize(
    ("country", "text"),
    [
        ("CA", "cards in English and French"),
        ("ES", "cards in English, French, German, Italian, Portuguese and Spanish"),
        ("JP", "cards in Japanese"),
        ("MX", "cards in English and Spanish"),
        ("BR", "cards in English, Portuguese and Spanish"),
        ("AU", "cards in English."),
    ],
)
def test_the_languages_of_a_country(country: str, text: str) -> None:
    assert text in words(country)
    assert "any other language may not be played" in words(country)


def test_every_region_has_a_name_and_its_languages() -> None:
    assert len(language_table()) == len(REGIONS)
    assert ("South America", "English, Portuguese and Spanish") in language_table()


@pytest.mark.parametrize(
    ("language", "canada", "text"),
    [
        ("es", "Francés e inglés", "cartas en francés e inglés"),
        ("fr", "Anglais et français", "anglais et français"),
        ("pt-br", "Francês e inglês", "cartas em francês e inglês"),
    ],
)
def test_a_language_is_written_small_inside_a_sentence(language: str, canada: str, text: str) -> None:
    with override(language):
        assert canada in dict(language_table()).values()
        assert text in words("CA")


def test_a_country_the_rules_do_not_name() -> None:
    """S9."""
    assert "The rules name no languages for India." in words("IN")
    assert "judge decides" in words("IN")


def test_at_worlds_the_home_counts() -> None:
    assert "English, Korean" not in words("US", "international")
    assert "Choose your home country" in words("US", "international")
    assert "cards in English and Korean" in words("US", "international", "KR")
    assert "your home country’s card back" in words("US", "international", "KR")


def test_other_events_have_no_rule() -> None:
    assert "No language rule applies here." in words("JP", "other")


def test_one_back_for_all_cards() -> None:
    """R-019."""
    assert "same back" in words("ES")
    assert "In Japan that is the back of the cards sold there." in words("JP")


@pytest.mark.django_db
def test_the_page(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        page = client.get(URL, {"country": "JP", "event": POINTS})
    assert "cards in Japanese" in unescape(markup(page))
    assert "R-017" in markup(page)
    assert client.post(URL).status_code == 405


@pytest.mark.parametrize(
    "given", [{}, {"country": ""}, {"country": "XX", "event": POINTS}, {"country": "JP"}]
)
def test_without_an_answer_the_table_stands_open(client: Client, given: dict[str, str]) -> None:
    page = client.get(URL, given)
    assert page.status_code == 200
    assert 'id="answer"' not in markup(page)
    assert "South America" in markup(page)
