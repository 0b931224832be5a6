"""Decks as pictures: tiles with a text one tap away, and faults of one kind in one box."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.queries import catalogue
from decks.models import DeckList, Version
from decks.services import lists
from decks.views.lists import verdict_rows
from decks.views.lists.fault_groups import TAKE_OUT
from tests.decks.lists import LEGAL, event, of
from tests.html import markup

pytestmark = pytest.mark.django_db

OLD = "4 Dark Patch DEX 93\n2 Hypnotoxic Laser PLS 123"
"""Cards that are in no Standard of 2017."""

TAKE_ALL = f"{TAKE_OUT}CARD_NOT_IN_FORMAT"
MAX_PAGE = 60_000


@pytest.fixture
def row() -> DeckList:
    return of(event(rules={"deadline": timezone.now() + timedelta(days=2)}))[0]


def post(client: Client, row: DeckList, do: str, **fields: str):
    return client.post(reverse("decks:mine", args=[row.token]), {"do": do, **fields})


def page_of(client: Client, row: DeckList) -> str:
    return markup(client.get(reverse("decks:mine", args=[row.token])))


def test_each_card_is_a_tile_with_its_copies_and_its_text(client: Client, row: DeckList) -> None:
    lists.save_working_copy(row, text=LEGAL, unused="", supplied=0)
    page = page_of(client, row)
    assert page.count('<span class="n">') == 6
    assert re.search(
        r'class="card-tile" data-type="P".*?Tapu Lele-GX.*?href="#g-\d".*?aria-label="Psychic"', page, re.S
    )
    assert 'aria-label="Supporter"' in page
    assert page.count('class="as-text"') == 6
    assert 'id="view-text"' in page
    assert 'id="t-G"' in page
    assert "style=" not in page


def test_the_crest_stands_beside_the_name_of_the_deck(row: DeckList) -> None:
    lists.submit_list(row, text=LEGAL)
    sheet = verdict_rows.displayed_list_of_version(Version.objects.get(), size=60, ruled={})
    assert sheet.crest.types == ("P",)
    assert sheet.crest.name.startswith("Tapu Lele-GX")


def test_the_page_of_a_deck_of_thirty_cards_is_light(client: Client, row: DeckList) -> None:
    cards = catalogue.current_catalogue()
    # Legal on the day, so that the page has its tiles and rows and no boxes of faults.
    sets = ("GRI", "SUM")
    printings = [card for code in sets for card in cards.cards_of(cards.expansion(code).id)][:30]  # type: ignore[union-attr]
    text = "\n".join(f"2 {card.name} {cards.set_code(card)} {card.number}" for card in printings)
    lists.save_working_copy(row, text=text, unused="", supplied=0)
    page = client.get(reverse("decks:mine", args=[row.token])).content
    assert page.count(b'class="n"') == len(printings)
    assert len(page) < MAX_PAGE


def test_faults_of_one_kind_stand_in_one_box(client: Client, row: DeckList) -> None:
    lists.save_working_copy(row, text=f"{LEGAL}\n{OLD}", unused="", supplied=0)
    page = page_of(client, row)
    assert page.count('class="fold fault-box"') == 1
    assert "6 cards are not in Standard" in page
    assert f'value="{TAKE_ALL}"' in page
    assert 'href="#faults-CARD_NOT_IN_FORMAT"' in page
    assert "2 things to fix" in page


def test_one_button_takes_all_of_them_out_and_loses_nothing_typed(client: Client, row: DeckList) -> None:
    lists.submit_list(row, text=LEGAL)
    # Lines typed above since the page was shown: the button means cards, not numbers of lines.
    post(client, row, TAKE_ALL, text=f"# my deck\n1 Pikatchu\n{OLD}\n{LEGAL}", unused="1 N FCO 105")
    now = DeckList.objects.get(pk=row.pk)
    assert "Dark Patch" not in now.working_copy
    assert "Hypnotoxic Laser" not in now.working_copy
    assert "4 N FCO 105" in now.working_copy
    assert "# my deck" in now.working_copy
    assert "1 Pikatchu" in now.working_copy
    assert now.working_copy_unused == "1 N FCO 105"
    assert row.versions.count() == 1


@pytest.mark.parametrize("code", ["CARD_BANNED", "DECK_SIZE", "", "x:1"])
def test_a_box_that_is_not_there_changes_nothing(client: Client, row: DeckList, code: str) -> None:
    text = f"{LEGAL}\n{OLD}"
    assert post(client, row, f"{TAKE_OUT}{code}", text=text).status_code == 302
    assert DeckList.objects.get(pk=row.pk).working_copy == text


def test_a_single_fault_has_only_its_own_button(client: Client, row: DeckList) -> None:
    lists.save_working_copy(row, text=f"{LEGAL}\n4 Dark Patch DEX 93", unused="", supplied=0)
    page = page_of(client, row)
    assert "fault-box" not in page
    assert "Take it out" in page


def test_the_deck_check_takes_them_out_too(client: Client) -> None:
    answers = {"date": "2017-07-29", "format": "standard", "style": "constructed", "event": "other"}
    typed = {**answers, "text": f"{OLD}\n{LEGAL}"}
    for address in (reverse("decks:check"), reverse("decks:builder")):
        page = markup(client.post(address, {**typed, "do": "check"}))
        assert "fault-box" in page
        assert 'class="card-tile mini' in page
        page = markup(client.post(address, {**typed, "do": TAKE_ALL}))
        assert "fault-box" not in page
        assert "Dark Patch" not in page
        assert "Tapu Lele-GX" in page


def test_cards_found_by_the_builder_are_drawn(client: Client) -> None:
    page = markup(client.get(reverse("decks:builder"), {"find": "tapu lele"}))
    assert re.search(r'value="add::[^"]*Tapu Lele.*?class="card-tile mini', page, re.S)
