"""R-058, S4: what a deck leaves of its pool, card by card, and the basic Energy supplied by the organizer."""

import pytest

from decks.engine.legality import Card, PoolRest
from decks.engine.legality.problems import rest_of_pool
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from tests.decks.engine.legality.small import catalogue, context

BALLS = (
    Card(3, "Potion"),
    Card(4, "Ultra Ball"),
    Card(5, "Ultra Ball", "SUM", "135"),
    Card(2, "Ultra Ball", "DEX", "102"),
)
ENERGY = (Card(2, "Fire Energy"), Card(6, "Caterpie", "EVO", "3"))


def rest(text: str, pool: tuple[Card, ...], *, energy: bool = True, **given: object) -> PoolRest | None:
    event = context(style="limited", pool=pool, energy_provided=energy, **given)
    deck = resolve_list(read_list_text(text.replace(" / ", "\n")), catalogue(), on=event.date)
    return rest_of_pool(deck, event, catalogue())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("5 Ultra Ball SUM 135", (3, 4, 0, 2)),
        ("7 Ultra Ball SUM 135", (3, 2, 0, 2)),
        ("10 Ultra Ball SUM 135", (3, 0, 0, 2)),
        ("3 Ultra Ball", (3, 1, 5, 2)),
        ("6 Ultra Ball", (3, 0, 3, 2)),
        ("11 Ultra Ball", (3, 0, 0, 0)),
        ("20 Ultra Ball", (3, 0, 0, 0)),
        ("5 Ultra Ball / 5 Ultra Ball SUM 135", (3, 0, 0, 1)),
        ("3 Raichu GEN 27", (3, 4, 5, 2)),
    ],
)
def test_a_line_takes_its_printing_then_cards_by_name_and_never_another_card(
    text: str, left: tuple[int, ...]
) -> None:
    """A line without a number takes the remaining cards of its name, after the lines that name a printing."""
    assert rest(text, BALLS) == PoolRest(left, 0)


@pytest.mark.parametrize(
    ("supplied", "found"),
    [
        (None, PoolRest((0, 6), 3)),
        (0, PoolRest((0, 6), 3)),
        (1, PoolRest((0, 6), 3)),
        (3, PoolRest((0, 6), 3)),
        (4, PoolRest((1, 6), 4)),
        (5, PoolRest((2, 6), 5)),
        (9, PoolRest((2, 6), 5)),
    ],
)
def test_energy_of_the_organizer_is_what_the_pool_lacks_at_least(
    supplied: int | None, found: PoolRest
) -> None:
    """Five Energy in the deck, two of them in the pool: if more than three are declared, Energy of the pool is
    unused.
    """
    assert rest("5 Fire Energy BS 98", ENERGY, supplied=supplied) == found


def test_without_a_number_the_cards_left_out_tell_how_much_energy_was_supplied() -> None:
    """(deck − supplied) + unused = pool: 5 + 7 = 8 + 4."""
    unused = (Card(6, "Caterpie", "EVO", "3"), Card(1, "Fire Energy"))
    assert rest("5 Fire Energy BS 98", ENERGY, unused=unused) == PoolRest((1, 6), 4)


def test_where_no_energy_is_supplied_none_is_counted() -> None:
    assert rest("5 Fire Energy BS 98", ENERGY, energy=False, supplied=4) == PoolRest((0, 6), 0)


def test_nothing_is_left_of_a_pool_nobody_knows() -> None:
    event = context(style="limited")
    assert (
        rest_of_pool(
            resolve_list(read_list_text("1 Caterpie"), catalogue(), on=event.date), event, catalogue()
        )
        is None
    )
