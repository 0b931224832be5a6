"""Building for a redraft, on pages between rounds: a player's list, the staff's lists, the desk (R-055, R-095)."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.services import lists, pools
from drafts.services import building_clocks
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pages import signed_in, text
from tests.drafts.pools import cards
from tests.drafts.redrafts import LIST, first_list, redraft, solomon
from tests.html import markup
from tests.pairings.redrafts import play_on
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_a_player_reads_how_long_and_from_which_draft_and_so_do_the_staff() -> None:
    row = solomon()
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    lists.submit_list(mine, text=LIST)
    play_on(row.division)
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    page = text(Client(), reverse("decks:mine", args=[mine.token]))
    assert "Deck building, draft 2 before round 2" in page
    assert "data-clock=" in page
    assert "Until " in page
    assert "· draft 1" in page
    staff = signed_in(row.division)
    slug = row.division.tournament.slug
    assert "draft 2 before round 2" in text(staff, reverse("decks:list", args=[slug, mine.entry_id]))
    overview = text(staff, reverse("decks:lists", args=[slug]))
    assert "Decks are built from draft 2, before round 2" in overview
    assert "built from draft 1" not in overview


def test_the_desk_waits_for_a_redraft_that_is_due() -> None:
    row = solomon()
    play_on(row.division)
    organizer = signed_in(row.division, "organizer")
    desk = reverse("pairings:desk", args=[row.division.tournament.slug])
    page = text(organizer, desk)
    assert "Redraft before round 2" in page
    pair = reverse("pairings:pair", args=[row.division.tournament.slug, row.division.pk])
    html = markup(organizer.post(pair, follow=True))
    assert "is played after a redraft, and its pairs are not assigned yet" in html
    again = redraft(row.division)
    assert "not all players have started building" in text(organizer, desk)
    building_clocks.start_building(again, 0, by=None)
    assert "Decks are being built until" in text(organizer, desk)
    assert "is paired" in markup(organizer.post(pair, follow=True))


def test_the_desk_pairs_without_the_redraft_where_somebody_says_so() -> None:
    row = solomon()
    play_on(row.division)
    pair = reverse("pairings:pair", args=[row.division.tournament.slug, row.division.pk])
    answer = signed_in(row.division, "organizer").post(pair, {"without_redraft": "yes"}, follow=True)
    assert "Round 2 is paired" in markup(answer)


def test_the_desk_names_the_players_without_a_deck_once_decks_are_built() -> None:
    row = draft(build.division(4, play_style="limited", published=True))
    desk = reverse("pairings:desk", args=[row.division.tournament.slug])
    organizer = signed_in(row.division, "organizer")
    first, second = (Entry.objects.get(pk=key) for key in row.seats[0][:2])
    pools.register_pool(row, first, cards(row), by=None, by_player=False)
    assert "No deck yet" not in text(organizer, desk)
    building_clocks.start_building(row, 0, by=None)
    named = text(organizer, desk).partition("No deck yet")[2].partition("</div>")[0]
    assert str(second) in named
    assert str(first) not in named


def test_the_desk_names_the_players_without_a_list_where_lists_are_collected() -> None:
    row = solomon()
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    lists.submit_list(mine, text=LIST)
    desk = reverse("pairings:desk", args=[row.division.tournament.slug])
    named = (
        text(signed_in(row.division, "organizer"), desk).partition("No deck yet")[2].partition("</div>")[0]
    )
    names = [str(Entry.objects.get(pk=key)) for pair in row.seats for key in pair]
    assert [name for name in names if name in named] == [name for name in names if name != str(mine.entry)]
