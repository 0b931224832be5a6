"""Measure how many deck lists per second are parsed, looked up and judged, with a preloaded card index.

    python -m benchmarks.legality --cards catalogue.csv.gz          4,096 lists of 60 cards
    python -m benchmarks.legality --cards catalogue.csv.gz --lists 512

Without --cards the shipped cards are used. Lists are generated from a seed. They have about twenty lines, a third of
them outside the format, so that reprints are looked up as well. Times are CPU times; only compare runs on the same
machine.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from cards.engine import catalogue_csv, shipped_facts
from cards.engine.cards import Catalogue, Printing
from cards.queries import catalogue
from decks.engine.legality import DeckContext
from decks.engine.legality.problems import deck_error_codes, find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list

EVENT = DeckContext("standard", "constructed", date(2026, 9, 1))
MAX_PAGE_SECONDS = 0.1
"""Maximum response time of a page in seconds."""


def load_benchmark_cards(path: str | None) -> Catalogue:
    if path is None:
        return catalogue.shipped_catalogue()
    rows = catalogue_csv.read_csv_rows(Path(path))
    return catalogue_csv.catalogue_from_rows(
        rows, expansions=shipped_facts.shipped_expansions(), facts=shipped_facts.shipped_fact_tables()
    )


def generate_benchmark_lists(cards: Catalogue, number: int, *, seed: int) -> Iterator[str]:
    """Generate texts of 60-card lists with current cards, older cards and basic Energy."""
    chance = random.Random(seed)
    current_cards = [card for card in cards.all if card.mark in ("H", "I", "J")] or list(cards.all)
    energy = [card for card in cards.all if card.basic_energy]
    for _ in range(number):
        cards_of_list = [
            *chance.sample(current_cards, min(12, len(current_cards))),
            *chance.sample(cards.all, 6),
        ]
        lines = [_generated_list_line(cards, card, chance.randint(1, 4)) for card in cards_of_list]
        energy_count = max(60 - sum(int(line.split()[0]) for line in lines), 1)
        yield "\n".join([*lines, _generated_list_line(cards, chance.choice(energy), energy_count)])


def _generated_list_line(cards: Catalogue, card: Printing, copies: int) -> str:
    return f"{copies} {card.name} {cards.expansions[card.expansion].code} {card.number}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", metavar="PATH")
    parser.add_argument("--lists", type=int, default=4096)
    options = parser.parse_args()
    start = time.process_time()
    cards = load_benchmark_cards(options.cards)
    print(f"{len(cards)} cards loaded once in {time.process_time() - start:.2f} s")
    texts = list(generate_benchmark_lists(cards, options.lists, seed=20170726))
    times: list[float] = []
    legal_count = 0
    start = time.process_time()
    for text in texts:
        list_start = time.process_time()
        deck = resolve_list(read_list_text(text), cards, on=EVENT.date)
        legal_count += not deck_error_codes(find_deck_problems(deck, EVENT, cards))
        times.append(time.process_time() - list_start)
    elapsed = time.process_time() - start
    print(
        f"{len(texts)} lists in {elapsed:.2f} s: {len(texts) / elapsed:.0f} lists a second, {legal_count} of them legal"
    )
    worst, typical = max(times) * 1000, statistics.median(times) * 1000
    print(
        f"one list: median {typical:.2f} ms, slowest {worst:.1f} ms (a page has {MAX_PAGE_SECONDS * 1000:.0f} ms)"
    )


if __name__ == "__main__":
    main()
