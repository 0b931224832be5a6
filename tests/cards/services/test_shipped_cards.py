"""The shipped cards in the tables: all of them at first, later only where an organizer has none."""

import time
from datetime import date

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import override_settings

from cards.apps import load_shipped_cards
from cards.engine import shipped_cards
from cards.engine.cards import LANGUAGES
from cards.engine.facts import LocalName
from cards.models import Card, CatalogueState, Expansion
from cards.models import LocalName as NameRow
from cards.queries import catalogue as queries
from cards.queries import formats
from cards.services import catalogue
from cards.services.catalogue import loading_cards as loading
from tests import build

pytestmark = pytest.mark.django_db

MAX_SECONDS = 5.0
"""Maximum processor time of the first start."""

ROWS = {row[:2]: row for row in shipped_cards.shipped_card_rows() if row[0] in ("me05", "sm2")}


def emptied() -> None:
    for model in (Card, NameRow, CatalogueState):
        model.objects.all().delete()


def card(expansion: str, number: str) -> Card:
    return Card.objects.get(expansion=expansion, number=number)


@pytest.fixture
def loaded() -> None:
    emptied()
    loading.load_cards(ROWS.values(), [])


def test_a_first_start_has_every_card_soon() -> None:
    emptied()
    begun = time.process_time()
    assert catalogue.load_new_cards() > 40_000
    assert time.process_time() - begun < MAX_SECONDS
    assert Card.objects.count() > 20_900
    assert set(NameRow.objects.values_list("language", flat=True)) == set(LANGUAGES[1:])
    assert catalogue.load_new_cards() == 0
    cards = queries.current_catalogue()
    assert not formats.is_partial_catalogue(cards)
    assert {one.key for one in cards.printings_with_name("Caramelo Raro")} == {"Rare Candy"}


def test_the_tables_give_back_every_card() -> None:
    emptied()
    catalogue.load_new_cards()
    assert set(queries.current_catalogue().all) == set(queries.shipped_catalogue().all)


def test_migrate_loads_them_once() -> None:
    emptied()
    with override_settings(LOAD_SHIPPED_CARDS=True):
        load_shipped_cards(using="default", apps=apps)
        version = CatalogueState.objects.get().version
        load_shipped_cards(using="default", apps=apps)
    state = CatalogueState.objects.get()
    assert (state.shipped, state.version) == (shipped_cards.shipped_cards_version(), version)


def test_migrate_leaves_tables_of_another_version_alone() -> None:
    emptied()
    with override_settings(LOAD_SHIPPED_CARDS=True):
        load_shipped_cards(using="default", apps=apps, plan=[(None, True)])
        load_shipped_cards(using="other", apps=apps)
    assert not Card.objects.exists()


class TestAnUpgrade:
    """An organizer's cards are unchanged; the shipped ones fill the gaps."""

    def test_a_card_corrected_by_staff_stays(self, loaded: None) -> None:
        lele = card("sm2", "60")
        facts = {"expansion": lele.expansion, "number": "60", "name": "Tapu Lele-GX", "supertype": "pokemon"}
        catalogue.save_card(lele, by=build.user(), **facts, mark="Z", subtypes="")  # type: ignore[arg-type]
        Card.objects.filter(pk=lele.pk).update(text_key="")
        loading.load_cards(ROWS.values(), [])
        lele.refresh_from_db()
        assert (lele.mark, lele.subtypes, lele.edited) == ("Z", "", True)
        assert lele.text_key

    def test_an_imported_card_stays_and_its_gaps_are_filled(self, loaded: None) -> None:
        Card.objects.filter(expansion="sm2", number="60").update(
            shipped=False, mark="Q", types="", hp=None, text_key="another source", subtypes="Basic"
        )
        assert loading.load_cards(ROWS.values(), []) == 1
        lele = card("sm2", "60")
        assert (lele.mark, lele.types, lele.hp, lele.subtypes) == ("Q", "Psychic", 170, "Basic")
        assert lele.text_key == ROWS["sm2", "60"][shipped_cards.COLUMNS.index("text_key")]

    def test_an_imported_card_that_is_not_shipped_stays_a_reprint_of_its_equals(self, loaded: None) -> None:
        """R-009: both had the fingerprint of another source."""
        Card.objects.filter(expansion="sm2", number="60").update(shipped=False, text_key="of another")
        alternate = card("sm2", "60")
        alternate.pk, alternate.number, alternate.plain_number = None, "60a", "60A"
        alternate.save(force_insert=True)
        loading.load_cards(ROWS.values(), [])
        assert card("sm2", "60a").text_key == card("sm2", "60").text_key != "of another"

    def test_a_card_under_another_name_stays_alone_at_its_number(self, loaded: None) -> None:
        Card.objects.filter(expansion="sm2", number="60").update(shipped=False, name="Lele", key="Lele")
        assert loading.load_cards(ROWS.values(), []) == 0
        assert card("sm2", "60").name == "Lele"

    def test_a_card_as_shipped_is_brought_up_to_date(self, loaded: None) -> None:
        Card.objects.filter(expansion="sm2", number="60").update(mark="Q", name="Lele", key="Lele")
        loading.load_cards(ROWS.values(), [])
        assert (card("sm2", "60").name, card("sm2", "60").mark) == ("Tapu Lele-GX", "")

    def test_a_card_only_announced_becomes_whole(self, loaded: None) -> None:
        Card.objects.filter(expansion="sm2", number="60").update(
            announced=True, shipped=False, hp=None, supertype="trainer"
        )
        loading.load_cards(ROWS.values(), [])
        lele = card("sm2", "60")
        assert (lele.announced, lele.shipped, lele.supertype, lele.hp) == (False, True, "pokemon", 170)

    def test_missing_cards_and_expansions_are_added(self, loaded: None) -> None:
        Expansion.objects.filter(pk="me05").delete()
        own = Expansion.objects.create(id="own1", name="Of our own", released=date(2026, 10, 1))
        catalogue.save_card(by=build.user(), expansion=own, number="1", name="Newmon", supertype="pokemon")
        assert loading.load_cards(ROWS.values(), []) > 100
        assert Card.objects.filter(expansion="me05").exists()
        assert card("own1", "1").name == "Newmon"

    def test_names_are_added_and_stay(self, loaded: None) -> None:
        NameRow.objects.create(key="Rare Candy", language="es", name="Golosina")
        names = [
            LocalName("Rare Candy", "es", "Caramelo Raro"),
            LocalName("Rare Candy", "es-mx", "Caramelo Raro"),
        ]
        assert loading.load_cards(ROWS.values(), names) == 2
        assert loading.load_cards(ROWS.values(), names) == 0
        assert NameRow.objects.filter(key="Rare Candy", name="Golosina").exists()

    def test_a_second_load_changes_nothing(self, loaded: None) -> None:
        before = CatalogueState.objects.get().version
        assert loading.load_cards(ROWS.values(), []) == 0
        assert CatalogueState.objects.get().version == before


def test_the_command_adds_what_comes_with_stadium() -> None:
    emptied()
    call_command("import_cards", shipped=True, quiet=True)
    assert Card.objects.filter(expansion="me05").exists()
