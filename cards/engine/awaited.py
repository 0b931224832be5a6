"""Which cards the data may not have yet: those of an expansion that was only announced here, and the next promos."""

from cards.engine import numbers
from cards.engine.cards import Catalogue, Expansion, is_complete
from cards.engine.rotations import promo_number

AWAITED_KINDS = ("expansion", "promo", "product")
FEW = 3
"""No set has fewer cards."""


def is_awaited(code: str, number: str, catalogue: Catalogue) -> bool:
    """Whether no one can tell about an unknown card of this set and number.

    So it is while some of the set is here by name alone; in a catalogue of all cards also while hardly any of it is
    here, and for numbers beyond the newest promo.
    """
    complete = is_complete(catalogue)
    for home in catalogue.expansions_of(code) if code else ():
        if home.kind not in AWAITED_KINDS or home.released is None:
            continue
        cards = catalogue.cards_of(home.id)
        if any(card.announced for card in cards):
            return True
        if complete and (len(cards) < FEW or _is_next_promo(home, number, catalogue)):
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
