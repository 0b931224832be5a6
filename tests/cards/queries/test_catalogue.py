"""The catalogue of a process: checked with one query, and read again only for a new version."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cards.engine.facts import FactTables
from cards.models import Card
from cards.queries import cards as queries
from cards.queries import catalogue
from cards.services import catalogue as services
from tests.cards import starter
from tests.cards.cards import CARDS, zipped

pytestmark = pytest.mark.django_db


def test_the_tables_give_back_what_is_shipped() -> None:
    now, some = catalogue.current_catalogue(), starter.catalogue()
    assert set(now.all) == set(some.all)
    assert now.expansions == some.expansions
    for table in FactTables.__dataclass_fields__:
        assert set(getattr(now.facts, table)) == set(getattr(some.facts, table)), table


def test_kept_until_the_version_changes(django_assert_num_queries: Any, tmp_path: Path) -> None:
    first = catalogue.current_catalogue()
    with django_assert_num_queries(1):
        assert catalogue.current_catalogue() is first
    (tmp_path / "a.zip").write_bytes(zipped(*CARDS))
    services.import_card_paths([tmp_path / "a.zip"])
    later = catalogue.current_catalogue()
    assert later.version > first.version
    assert later.printing("TST", "13") is not None


def test_the_shipped_cards_while_nothing_is_stored() -> None:
    Card.objects.all().delete()
    assert len(catalogue.load_catalogue(7)) > 20_000


@pytest.mark.parametrize("text", ["tapu lele", "Tokopiyon", "Kapu-Fala", "GRI 60", "gri 060"])
def test_found_in_any_language_and_by_number(text: str) -> None:
    assert [card.key for card in queries.find_cards(text, "en")] == ["Tapu Lele-GX"]


def test_the_name_in_the_language_of_the_reader() -> None:
    (card,) = queries.find_cards("Ultra Ball", "de")
    assert (card.local, card.supertype) == ("Hyperball", "trainer")


def test_printings_with_what_may_be_played() -> None:
    """R-009: Ultra Ball of Dark Explorers in Standard of 2017 through its reprint in Sun & Moon."""
    card = Card.objects.get(expansion="bw5", number="102")
    states = {row.expansion.id: row.states for row in queries.printed_cards(card, date(2017, 3, 1))}
    assert states["bw5"][:2] == ("reprint", "legal")
    assert states["sm1"][:2] == ("legal", "legal")


def test_the_same_queries_for_one_printing_and_for_many(django_assert_num_queries: Any) -> None:
    catalogue.current_catalogue()
    for name in ("Tapu Lele-GX", "Ultra Ball"):
        card = Card.objects.filter(key=name).latest("pk")
        with django_assert_num_queries(2):
            queries.printed_cards(card, date(2026, 11, 20))
