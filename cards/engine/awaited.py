"""Which cards the data may not have yet: those of an expansion that was only announced here, and the next promos."""

from cards.engine import numbers
from cards.engine.cards import Catalogue, Expansion
from cards.engine.rotations import promo_number

AWAITED_KINDS = ("expansion", "promo", "product")
FEW = 3
"""No set has fewer cards."""


def is_awaited(code: str, number: str, catalogue: Catalogue) -> bool:
    """Whether no one can tell about an unknown card of this set and number.

    So it is while hardly any of the set is here or some of it by name alone, and for numbers beyond the newest promo.
    """
    homes = catalogue.expansions_of(code) if code else ()
    for home in homes:
        if home.kind in AWAITED_KINDS and home.released is not None:
            cards = catalogue.cards_of(home.id)
            if (
                len(cards) < FEW
                or any(card.announced for card in cards)
                or _is_next_promo(home, number, catalogue)
            ):
                return True
    return False


def _is_next_promo(expansion: Expansion, number: str, catalogue: Catalogue) -> bool:
    if expansion.kind != "promo" or expansion.released is None or not numbers.plain(number):
        return False
    series = (
        other.released for other in catalogue.expansions.values() if other.kind == "promo" and other.released
    )
    last = max((promo_number(card.number) for card in catalogue.cards_of(expansion.id)), default=0)
    return expansion.released >= max(series) and promo_number(number) > last
