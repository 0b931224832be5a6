"""R-095, S6: what player and staff read if a list from before the redraft no longer counts."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import DeckList
from pairings.services.rounds import rounds
from tests import build
from tests.drafts.redrafts import first_list
from tests.html import markup
from tests.pairings.redrafts import NEW_DECK, drafted_again, first_draft

pytestmark = pytest.mark.django_db
NEW_CARDS = ("Litten", "Torracat")


@pytest.fixture
def mine() -> DeckList:
    row = first_draft()
    drafted_again(row)
    return first_list(row)


def phone(client: Client, mine: DeckList) -> str:
    return markup(client.get(reverse("decks:mine", args=[mine.token])))


def desk(page: str, mine: DeckList, **more: object) -> str:
    client = Client()
    client.force_login(build.staff(mine.entry.tournament, "head_judge"))
    event = mine.entry.tournament
    return markup(client.get(reverse(page, kwargs={"slug": event.slug, **more})))


def test_the_phone_says_to_build_from_the_new_draft(client: Client, mine: DeckList) -> None:
    html = phone(client, mine)
    assert "version 1 no longer counts: build from the new draft" in html
    assert "Use this version again" in html
    assert "No list yet" in html
    client.post(reverse("decks:mine", args=[mine.token]), {"text": NEW_DECK, "do": "hand-in"})
    html = phone(client, mine)
    assert "no longer counts" not in html
    assert "Version 2 of" in html


def test_the_old_list_taken_up_again_can_be_handed_in_and_says_what_is_wrong(
    client: Client, mine: DeckList
) -> None:
    client.post(reverse("decks:mine", args=[mine.token]), {"do": "version:1"})
    html = phone(client, mine)
    assert "Hand in as it is" in html
    assert ">Handed in<" not in html


def test_the_staff_see_who_has_not_built_anew(mine: DeckList) -> None:
    html = desk("decks:lists", mine)
    assert html.count("Built before the redraft") == 4
    html = desk("decks:list", mine, entry=mine.entry_id)
    assert "No list of the new draft yet" in html
    assert "?version=1" in html


def test_posting_the_round_of_the_redraft_names_them(mine: DeckList) -> None:
    home = mine.entry.division
    round_ = rounds.pair_next_round(home, by=None, seed=3)
    html = desk("pairings:post", mine, division=home.pk, number=round_.number)
    assert "Without a deck list" in html
    assert str(mine.entry.player) in html


def test_my_pool_shows_all_cards_the_deck_may_use(client: Client) -> None:
    """R-095, S6: all drafted cards belong to the deck after a redraft."""
    row = first_draft({"S4": "deck", "S6": "all_drafted"})
    drafted_again(row)
    mine = reverse("decks:my_pool", args=[first_list(row).token])
    page = markup(client.get(mine))
    assert "Draft 1: 34 cards" in page
    assert "Your deck may use 59 cards" in page
    assert "Dartrix" in page
    assert "Torracat" in page
    file = markup(client.get(reverse("decks:my_pool_export", args=[first_list(row).token, "txt"])))
    assert {line.split()[1] for line in file.splitlines() if line} == {
        "Rowlet",
        "Dartrix",
        "Potion",
        *NEW_CARDS,
    }


def test_my_pool_shows_no_card_that_the_deck_may_not_use(client: Client, mine: DeckList) -> None:
    page = markup(client.get(reverse("decks:my_pool", args=[mine.token])))
    assert "may only use cards of the new draft" in page
    assert "Dartrix" not in page
    file = markup(client.get(reverse("decks:my_pool_export", args=[mine.token, "txt"])))
    assert "Dartrix" not in file
