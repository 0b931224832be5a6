"""Unify the identities of names that differ only in a sign or a capital."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from cards.engine import card_names, catalogue_csv, collector_numbers, shipped_facts
from cards.engine.cards import Printing
from cards.engine.sources.gathered import GatheredCards, Place


def unify_identities(printings: Iterable[Printing]) -> list[Printing]:
    """Return the printings with the same identity for names that differ only in signs.

    Of such identities, the most frequent one is used.
    """
    printings = list(printings)
    counts = Counter(printing.key for printing in printings)
    usual_keys: dict[str, str] = {}
    for key, _count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        usual_keys.setdefault(card_names.fold_card_name(key), key)
    return [
        printing
        if (key := usual_keys[card_names.fold_card_name(printing.key)]) == printing.key
        else replace(printing, key=key)
        for printing in printings
    ]


def adopt_stored_identities(gathered: GatheredCards, keys: Iterable[str]) -> None:
    """Replace the identity of each gathered card by the stored one in `keys` if they differ only in signs."""
    stored_keys = set(keys)
    usual_keys = {card_names.fold_card_name(key): key for key in sorted(stored_keys)}
    for place, printing in list(gathered.cards.items()):
        key = usual_keys.get(card_names.fold_card_name(printing.key), printing.key)
        if printing.key in stored_keys or key == printing.key:
            continue
        new_place = (*place[:2], key)
        gathered.cards[new_place] = replace(gathered.cards.pop(place), key=key)
        gathered.silent[new_place] = gathered.silent.pop(place)
        if place in gathered.texts:
            gathered.texts[new_place] = gathered.texts.pop(place)


def supplementary_cards(places: Container[Place]) -> Iterator[Printing]:
    """Yield the cards of the project's table of cards that TCGdex lacks, except those at `places`."""
    for row in shipped_facts.shipped_fact_rows("more_cards.csv"):
        printing = catalogue_csv.printing_of_csv_row(row)
        if (
            printing.expansion,
            collector_numbers.plain_collector_number(printing.number),
            printing.key,
        ) not in places:
            yield printing
