"""Cards of a pool by number, and a deck filled up with Energy: the same with and without scripts."""

import re
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from cards.engine.card_names import ENERGY_TYPES
from core.engine.refused import Refused
from decks.engine.deck_in_progress import DeckInProgress
from decks.engine.pools import PoolCard, cards_matching_number
from decks.models import Draft, Pool
from decks.services import pools
from tests import build
from tests.drafts.pools import registered, sealed, seated
from tests.html import markup
from tournaments.services import personal_links

ROWLET, PIKACHU = PoolCard(3, "Rowlet", "SUM", "9"), PoolCard(1, "Pikachu", "PAR", "009")


@pytest.fixture
def row(db: None) -> Draft:
    return sealed()


def mine(row: Draft, name: str = "my_pool") -> str:
    return reverse(f"decks:{name}", args=[personal_links.ensure_link(seated(row)).token])


def text(answer: object) -> str:
    return re.sub(r"\s+", " ", markup(answer))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("9", [ROWLET, PIKACHU]),
        ("009", [ROWLET, PIKACHU]),
        ("sum 9", [ROWLET]),
        (" PAR  9/182", [PIKACHU]),
        ("10", []),
        ("", []),
        ("LOR 9", []),
    ],
)
def test_a_number_names_a_card_with_its_set_where_several_have_it(typed: str, found: list[PoolCard]) -> None:
    assert cards_matching_number((ROWLET, PIKACHU, PoolCard(1, "N")), typed) == found


def test_a_number_and_enter_adds_a_card_and_plus_4_adds_four(client: Client, row: Draft) -> None:
    page = text(client.post(mine(row), {"do": "read", "number": "009", "n:sm1:9": "1"}))
    assert re.search(r'name="n:sm1:9" value="2"', page)
    assert "Rowlet SUM 9: 2" in page
    page = text(client.post(mine(row), {"do": "add:4", "number": "10"}))
    assert re.search(r'name="n:sm1:10" value="4"', page)
    assert not Pool.objects.exists()


def test_an_unknown_number_is_refused_and_stays_in_its_box(client: Client, row: Draft) -> None:
    page = text(client.post(mine(row), {"do": "add:1", "number": "999", "n:sm1:9": "2"}))
    assert "No card has the number 999 in SUM. Check the number." in page
    assert 'name="number" value="999"' in page
    assert re.search(r'name="n:sm1:9" value="2"', page)


def test_a_number_that_several_sets_have_asks_for_the_set(client: Client, row: Draft) -> None:
    Draft.objects.update(setup=row.setup | {"boosters": ["SUM", "GRI"]})
    page = text(client.post(mine(row), {"do": "add:1", "number": "18"}))
    assert "Several cards have the number 18. Type the set too: SUM 18, GRI 18." in page
    assert " SUM 18: 1" in text(client.post(mine(row), {"do": "add:1", "number": "sum 18"}))


def test_a_number_left_in_its_box_is_not_lost_when_the_pool_is_registered(client: Client, row: Draft) -> None:
    page = text(client.post(mine(row), {"do": "save", "seen": "0", "number": "10", "n:sm1:9": "1"}))
    assert "Number 10 is not added yet." in page
    assert not Pool.objects.exists()


def test_the_staff_enter_numbers_too(client: Client, row: Draft) -> None:
    client.force_login(build.organizer(row.division))
    url = reverse("decks:pool", args=[row.division.tournament.slug, row.pk, seated(row).pk])
    assert "Rowlet SUM 9: 4" in text(client.post(url, {"do": "add:4", "number": "9"}))


@pytest.fixture
def build_page(row: Draft) -> str:
    """Return the page on which a player builds from 3 Rowlet, 2 Dartrix and a Potion."""
    pools.set_pool_check(row, "none", by=None)
    registered(row)
    return mine(row, "my_build")


def test_the_deck_takes_cards_by_number_as_far_as_the_pool_goes(client: Client, build_page: str) -> None:
    page = text(client.post(build_page, {"do": "", "number": "10"}))
    assert "Dartrix SUM 10: 1" in page
    page = text(client.post(build_page, {"do": "add:4", "number": "9", "n:0": "1"}))
    assert "Rowlet SUM 9: 3" in page
    refused = {
        "11": "No card of your pool has the number 11.",
        "9": "All 3 copies of Rowlet in your pool are in the deck.",
    }
    for number, sentence in refused.items():
        page = text(client.post(build_page, {"do": "add:1", "number": number, "n:0": "3"}))
        assert sentence in page
        assert re.search(r'name="n:0" value="3"', page)
    page = text(client.post(build_page, {"do": "save", "number": "9"}))
    assert "Number 9 is not added yet." in page


def test_the_deck_is_filled_up_with_energy_of_the_types_chosen(client: Client, build_page: str) -> None:
    page = text(client.post(build_page, {"do": "fill", "n:0": "3", "e:Water": "2", "e:Fire": "1"}))
    counts = dict(re.findall(r'name="e:(\w+)" value="(\d+)"', page))
    assert (counts["Water"], counts["Fire"], counts["Grass"]) == ("25", "12", "0")
    assert "Choose the types first" in text(client.post(build_page, {"do": "fill", "n:0": "3"}))
    full = {"do": "fill", "e:Water": "40"}
    assert "The deck already has 40 cards." in text(client.post(build_page, full))


@given(
    st.dictionaries(st.sampled_from(ENERGY_TYPES), st.integers(0, 9), min_size=1),
    st.sampled_from([30, 40, 60]),
    st.integers(0, 20),
)
def test_energy_fills_a_deck_to_its_size_in_the_shares_chosen(
    chosen: dict[str, int], size: int, cards: int
) -> None:
    known = DeckInProgress((PoolCard(20, "Rowlet", "SUM", "9"),), {0: cards}, chosen)
    parts = {kind: number for kind, number in chosen.items() if number}
    if known.total >= size or not parts:
        code = "DECK_IS_FULL" if known.total >= size else "ENERGY_TYPE_MISSING"
        with pytest.raises(Refused, match=code):
            known.filled_with_energy(size)
        return
    after = known.filled_with_energy(size)
    assert after.total == size
    assert {kind for kind, number in after.energy.items() if number} == set(parts)
    for kind, other in product(parts, parts):
        assert after.energy[kind] >= parts[kind]
        if parts[kind] >= parts[other]:
            assert after.energy[kind] >= after.energy[other] - (parts[kind] == parts[other])
