"""R-094, S13: what the odd player of a Solomon draft reads on their own pages, alone or in a group of three."""

import re
from datetime import UTC, datetime
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from decks.models import Draft
from decks.queries.drafts import seat_row
from decks.services import pools
from drafts.services import draft_runs, drafts
from drafts.services.all_pods import tap_all_pods
from drafts.views.tablet import tablet_url
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pages import signed_in, url
from tests.drafts.pools import cards
from tests.html import markup
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def odd(*, trio: bool = False, way: str = "paper") -> Draft:
    home = build.division(5, play_style="limited", published=True)
    row = draft(home, "solomon", seats=False, way=way, odd_open=True)
    return drafts.assign_seats(row, by=None, seed=3, bye=0, trio=trio)


def page(entry: Entry, name: str = "floor:my") -> str:
    return markup(Client().get(reverse(name, args=[personal_links.ensure_link(entry).token])))


@pytest.mark.parametrize("name", ["floor:my", "drafts:my_draft"])
@pytest.mark.parametrize("way", ["paper", "tracked"])
def test_the_player_without_a_pair_reads_what_to_do_at_each_step(name: str, way: str) -> None:
    row = odd(way=way)
    assert row.bye is not None
    seen = page(row.bye, name)
    assert "You have no pair, so you open packs alone." in seen
    assert '<b class="strong">Get 2 packs from a judge. They stay closed until the signal.</b>' in seen
    assert "You do not have a seat in a draft yet" not in seen
    assert "my picks" not in seen
    paired = Entry.objects.get(pk=row.seats[0][0])
    assert "You have no pair" not in page(paired, name)


def test_the_steps_follow_the_pairs_and_the_pool() -> None:
    row = odd()
    assert row.bye is not None
    for step in range(3):
        tap_all_pods(row, "next", step=step, seen=2 * step, by=None, now=NOON)
    assert '<b class="strong">On the signal, open your packs alone.' in page(row.bye)
    pools.register_pool(row, row.bye, cards(row), by=None, by_player=False, note="2 EVO")
    seen = page(row.bye)
    assert '<b class="strong">On the signal' not in seen
    assert "On the signal, open your packs alone." in seen


def test_an_unpublished_event_still_guides_them_without_a_public_page() -> None:
    row = odd()
    Tournament.objects.update(published=False)
    assert row.bye is not None
    seen = page(row.bye)
    assert "You have no pair" in seen
    assert "Follow the draft" not in seen


def test_a_player_of_a_group_of_three_reads_whose_turn_it_is_and_which_cards_are_theirs() -> None:
    row = odd(trio=True)
    trio = [Entry.objects.get(pk=key) for key in row.seats[1]]
    for step in range(2):
        draft_runs.tap_step(row, 2, "next", step=step, by=None, now=NOON)
    assert '<b class="strong">Roll a die to see who goes first.' in page(trio[0])
    draft_runs.tap_step(row, 2, "next", step=2, by=None, now=NOON, seat=3)
    first, second, third = trio[2], trio[0], trio[1]
    assert "You draft as a group of three, with one stack." in page(first)
    assert "Pair 2, seat 3" in page(first)
    assert "Now you turn the cards over. Your picks: 1 and 4." in page(first)
    assert f"Now {first} turns the cards over. Your pick: 2." in page(second)
    assert f"Now {first} turns the cards over. Your pick: 3." in page(third)
    assert f"Now {first}" in page(third, "drafts:my_draft")
    draft_runs.tap_step(row, 2, "next", step=3, by=None, now=NOON)
    assert "Now you turn the cards over. Your picks: 1 and 4." in page(second)
    pair = Entry.objects.get(pk=row.seats[0][0])
    assert "group of three" not in page(pair)


def test_the_open_page_hears_that_another_player_is_the_odd_one() -> None:
    row = odd()
    assert row.bye is not None
    token = personal_links.ensure_link(row.bye).token
    seen = Client().get(reverse("floor:my", args=[token])).context["stamp"]
    drafts.assign_seats(row, by=None, seed=8, bye=Entry.objects.exclude(pk=row.bye.pk).earliest("pk").pk)
    live = Client().get(reverse("floor:my_live", args=[token]) + f"?match=&seen={seen}")
    assert "You have no pair" not in markup(live)


@pytest.mark.parametrize("way", ["paper", "tracked"])
def test_lists_of_seats_name_the_player_without_a_pair(way: str) -> None:
    row = odd(way=way)
    slug, alone = row.division.tournament.slug, row_name(row.bye)
    for address in (
        reverse("drafts:drafts", args=[slug]),
        reverse("drafts:draft_screen", args=[slug, row.pk]),
    ):
        assert re.search(rf"{alone}.{{0,120}}No pair", markup(Client().get(address)))
    judge = signed_in(row.division, "head_judge")
    sheet = PdfReader(BytesIO(judge.get(url(row.division, "draft_seat_sheet", row.pk)).content))
    assert "has no pair and opens packs alone." in sheet.pages[0].extract_text()
    page_of_drafts = markup(judge.get(url(row.division)))
    assert "Late players without a seat" not in page_of_drafts
    assert "Without a pair: " in page_of_drafts


def test_their_line_of_steps_begins_with_packs_and_has_their_pool_once_it_is_entered() -> None:
    row = odd()
    assert row.bye is not None
    seen = page(row.bye)
    assert "Get your packs from a judge." in seen
    assert "My pool" not in seen
    pools.register_pool(row, row.bye, cards(row), by=None, by_player=False, note="2 EVO")
    seen = page(row.bye)
    assert "Get your packs from a judge." not in seen
    assert reverse("decks:my_pool", args=[personal_links.ensure_link(row.bye).token]) in seen


def test_the_run_sheet_has_the_steps_of_a_group_of_three_beside_its_pair() -> None:
    row = odd(trio=True)
    judge = signed_in(row.division, "head_judge")
    sheet = PdfReader(BytesIO(judge.get(url(row.division, "draft_sheet", row.pk)).content))
    text = "\n".join(page.extract_text() for page in sheet.pages)
    assert "Group of three: pair 2" in text
    assert "They roll a die. The player who goes first is Player 1; Players 2 and 3 follow clockwise." in text
    assert "One box per pair." in text


def test_three_players_on_a_tablet_decide_who_begins_without_a_coin() -> None:
    row = odd(trio=True, way="tracked")
    seen = markup(Client().get(tablet_url(row, 2)))
    assert "Decide who goes first" in seen
    assert "No die at hand: decide at random" in seen
    assert "coin" not in re.sub(r"<[^>]*>", "", seen).lower()
    assert "Flip a coin" in markup(Client().get(tablet_url(row, 1)))


def row_name(entry: Entry | None) -> str:
    assert entry is not None
    return re.escape(seat_row(entry, 0, 0, public=True).name)
