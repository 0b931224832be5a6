"""One spelling for one name: printings of a card that differ in a sign or a capital have one identity."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from cards.engine import catalogue_csv, names, numbers, shipped
from cards.engine.cards import Printing
from cards.engine.sources.rows import Gathered, Place


def unified(printings: Iterable[Printing]) -> list[Printing]:
    """The printings, each with the most frequent of the identities that differ in signs alone."""
    printings = list(printings)
    counts = Counter(printing.key for printing in printings)
    usual: dict[str, str] = {}
    for key, _count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        usual.setdefault(names.fold(key), key)
    return [
        printing if (key := usual[names.fold(printing.key)]) == printing.key else replace(printing, key=key)
        for printing in printings
    ]


def respell(gathered: Gathered, keys: Iterable[str]) -> None:
    """Give each gathered card the stored identity that differs from its own in signs alone."""
    stored = set(keys)
    usual = {names.fold(key): key for key in sorted(stored)}
    for place, printing in list(gathered.cards.items()):
        key = usual.get(names.fold(printing.key), printing.key)
        if printing.key in stored or key == printing.key:
            continue
        other = (*place[:2], key)
        gathered.cards[other] = replace(gathered.cards.pop(place), key=key)
        gathered.silent[other] = gathered.silent.pop(place)
        if place in gathered.texts:
            gathered.texts[other] = gathered.texts.pop(place)


def own_cards(places: Container[Place]) -> Iterator[Printing]:
    """Cards of our own tables that TCGdex does not have."""
    for row in shipped.rows("more_cards.csv"):
        printing = catalogue_csv.printing_of(row)
        if (printing.expansion, numbers.plain(printing.number), printing.key) not in places:
            yield printing
