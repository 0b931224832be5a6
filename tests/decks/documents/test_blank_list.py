"""The deck list to fill in by hand."""

import pytest

from decks.documents.blank_list import BlankList
from decks.services import lists
from tests import build
from tests.papers import HEAD, pages
from tournaments.engine.divisions import Season, season_by_formula

pytestmark = pytest.mark.django_db


def text_of(**event: str) -> str:
    text = " ".join(pages(BlankList(HEAD, build.event(**event)).render()))
    return " ".join(text.split())


def test_a_list_of_a_constructed_deck_has_its_three_sections() -> None:
    text = text_of()
    assert "Pokémon ____ · Trainer ____ · Energy ____" in text
    assert "Unused" not in text


def test_in_limited_there_is_room_for_what_makes_the_pool_r058() -> None:
    text = text_of(play_style="limited")
    assert "Unused cards" in text
    assert "Energy supplied ____ · unused ____ · pool ____" in text


def test_not_where_the_event_wants_the_deck_alone_s4() -> None:
    event = build.event(play_style="limited")
    lists.collect_lists(event, by=None, settings={"S4": "deck"})
    (text,) = pages(BlankList(HEAD, event).render())
    assert "Unused" not in text


@pytest.mark.parametrize(
    ("season", "years"),
    [
        (season_by_formula(2026), ("2014 or later", "2010 to 2013", "2009 or earlier")),
        (season_by_formula(2017), ("2006 or later", "2002 to 2005", "2001 or earlier")),
    ],
)
def test_birth_years_of_the_season_stand_beside_the_divisions_m030(
    season: Season, years: tuple[str, ...]
) -> None:
    (text,) = pages(BlankList(HEAD, build.event(), season=season).render())
    text = " ".join(text.split())
    for division, born in zip(("Junior", "Senior", "Masters"), years, strict=True):
        assert f"{division}: {born}" in text


def test_the_fields_are_those_of_the_official_form_m050() -> None:
    text = text_of()
    for title in ("First name", "Last name", "Player ID", "Date of birth", "Set Coll. # Reg."):
        assert title in text
