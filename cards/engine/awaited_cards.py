"""Cards that may be missing from the data for now: cards of an announced expansion, and the next promos."""

from cards.engine import collector_numbers
from cards.engine.cards import Catalogue, is_complete
from cards.engine.collector_numbers import promo_number

AWAITED_KINDS = ("expansion", "promo", "product")
MIN_OF_SET = 3
"""A set with fewer known cards than this counts as not yet imported."""


def is_card_awaited(code: str, number: str, catalogue: Catalogue) -> bool:
    """Return whether a card with this set and number may exist although the data does not have it yet.

    This is true while some of the set's cards are known only by name. If the catalogue has the cards of a full
    import, it is also true for a set with hardly any cards, and for numbers above the last promo of the newest
    series.
    """
    is_complete_catalogue = is_complete(catalogue)
    for expansion in catalogue.expansions_of(code) if code else ():
        if expansion.kind not in AWAITED_KINDS or expansion.released is None:
            continue
        cards = catalogue.cards_of(expansion.id)
        if any(card.announced for card in cards) or (is_complete_catalogue and len(cards) < MIN_OF_SET):
            return True
        is_newest_series = expansion.kind == "promo" and expansion.released >= max(
            other.released
            for other in catalogue.expansions.values()
            if other.kind == "promo" and other.released
        )
        if is_complete_catalogue and is_newest_series and collector_numbers.plain_collector_number(number):
            last_number = max(promo_number(card.number) for card in cards)
            if promo_number(number) > last_number:
                return True
    return False
