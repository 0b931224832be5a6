"""How many deck lists a second are read, looked up and judged, the card index loaded once.

    python -m benchmarks.legality --cards catalogue.csv.gz          4,096 lists of 60 cards
    python -m benchmarks.legality --cards catalogue.csv.gz --lists 512

Without --cards the shipped cards are used. Lists are made from a seed: about twenty lines, a third of
them out of the format, so that reprints are looked for as well. Compare runs on one machine only. Times are CPU time.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from cards.engine import catalogue_csv, shipped
from cards.engine.cards import Catalogue, Printing
from cards.queries import catalogue
from decks.engine.legality import Context, check, legal
from decks.engine.lists import read_text
from decks.engine.resolve import resolve

EVENT = Context("standard", "constructed", date(2026, 9, 1))
PAGE = 0.1
"""Seconds a page may take to answer."""


def cards_of(path: str | None) -> Catalogue:
    if path is None:
        return catalogue.as_shipped()
    rows = catalogue_csv.read_rows(Path(path))
    return catalogue_csv.catalogue(rows, expansions=shipped.expansions(), facts=shipped.facts())


def lists(cards: Catalogue, number: int, *, seed: int) -> Iterator[str]:
    """Texts of 60-card lists: cards of today, older ones, basic Energy."""
    rng = random.Random(seed)
    today = [card for card in cards.all if card.mark in ("H", "I", "J")] or list(cards.all)
    energy = [card for card in cards.all if card.basic_energy]
    for _ in range(number):
        chosen = [*rng.sample(today, min(12, len(today))), *rng.sample(cards.all, 6)]
        lines = [_line(cards, card, rng.randint(1, 4)) for card in chosen]
        rest = max(60 - sum(int(line.split()[0]) for line in lines), 1)
        yield "\n".join([*lines, _line(cards, rng.choice(energy), rest)])


def _line(cards: Catalogue, card: Printing, copies: int) -> str:
    return f"{copies} {card.name} {cards.expansions[card.expansion].code} {card.number}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", metavar="PATH")
    parser.add_argument("--lists", type=int, default=4096)
    options = parser.parse_args()
    start = time.process_time()
    cards = cards_of(options.cards)
    print(f"{len(cards)} cards loaded once in {time.process_time() - start:.2f} s")
    texts = list(lists(cards, options.lists, seed=20170726))
    steps: list[float] = []
    good = 0
    start = time.process_time()
    for text in texts:
        begun = time.process_time()
        deck = resolve(read_text(text), cards, on=EVENT.date)
        good += legal(check(deck, EVENT, cards))
        steps.append(time.process_time() - begun)
    spent = time.process_time() - start
    print(
        f"{len(texts)} lists in {spent:.2f} s: {len(texts) / spent:.0f} lists a second, {good} of them legal"
    )
    worst, middle = max(steps) * 1000, statistics.median(steps) * 1000
    print(f"one list: median {middle:.2f} ms, slowest {worst:.1f} ms (a page has {PAGE * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
