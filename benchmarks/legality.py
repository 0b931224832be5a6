"""Measure how many deck lists per second are parsed, looked up and judged, with a preloaded card index.

    python -m benchmarks.legality                           4,096 lists, shipped cards
    python -m benchmarks.legality --cards catalogue.csv.gz --lists 512

Lists are generated from a seed. Most have about twenty lines, a third of them outside the format, so that reprints are
looked up as well. Every sixteenth list is hard: 60 misspelled names, 60 unknown words, or 60 names in other languages,
with quantities before or after the name. Each list is judged once. The slowest may take at most 8 times as long as the
median, the first list included. The indexes of the catalogue are built with it, as in a server before its first
response. "at the limits" are lists of the maximum number of lines, for which nothing is claimed. Times are CPU times;
only compare ratios of one run. Exits with 1 if the claim fails.
"""

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from cards.engine import catalogue_csv, shipped_cards, shipped_facts
from cards.engine.cards import Catalogue, Printing
from decks.engine.legality import DeckContext
from decks.engine.legality.problems import deck_error_codes, find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.lists.reading import MAX_LINES
from decks.engine.resolve import resolve_list

EVENT = DeckContext("standard", "constructed", date(2026, 9, 1))
MAX_RATIO = 8.0
"""Maximum ratio of the slowest list to the median."""
HARD_EVERY, HARD_LINES = 16, 60


def load_benchmark_cards(path: str | None) -> Catalogue:
    """Load the cards of a file, or the shipped ones, with all indexes."""
    expansions, facts = shipped_facts.shipped_expansions(), shipped_facts.shipped_fact_tables()
    if path is None:
        local_names = shipped_cards.shipped_local_names()
        cards = Catalogue(expansions, shipped_cards.shipped_printings(), local_names, facts)
    else:
        rows = catalogue_csv.read_csv_rows(Path(path))
        cards = catalogue_csv.catalogue_from_rows(rows, expansions=expansions, facts=facts)
    cards.build_indexes()
    # As a server does before its first response.
    gc.collect()
    gc.freeze()
    return cards


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


def generate_hard_list(cards: Catalogue, kind: str, number: int, chance: random.Random) -> str:
    """Generate a list of `number` lines: "misspelled", "unknown" or "foreign" names."""
    lines = []
    for _ in range(number):
        card = chance.choice(cards.all)
        if kind == "foreign":
            name = cards.local_name(card.key, chance.choice(("es", "fr", "pt", "de", "it")))
        elif kind == "misspelled":
            name = _misspell(_misspell(card.name, chance), chance)
        else:
            name = " ".join("".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(2))
        lines.append(f"1 {name}" if chance.random() < 0.9 else f"{name} x1")
    return "\n".join(lines)


def _misspell(name: str, chance: random.Random) -> str:
    """Add, remove or replace a letter, or swap two."""
    at = chance.randrange(len(name))
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    changes = (
        name[:at] + letter + name[at:],
        name[:at] + name[at + 1 :],
        name[:at] + letter + name[at + 1 :],
        name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
    )
    return chance.choice(changes) or name


def judge_milliseconds(text: str, cards: Catalogue) -> tuple[float, bool]:
    """Return the CPU time for one list, and whether it is legal."""
    start = time.process_time()
    deck = resolve_list(read_list_text(text), cards, on=EVENT.date)
    is_legal = not deck_error_codes(find_deck_problems(deck, EVENT, cards))
    return (time.process_time() - start) * 1000, is_legal


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", metavar="PATH")
    parser.add_argument("--lists", type=int, default=4096)
    options = parser.parse_args()
    start = time.process_time()
    cards = load_benchmark_cards(options.cards)
    print(f"{len(cards)} cards loaded and indexed once in {time.process_time() - start:.2f} s")
    chance, kinds = random.Random(20170726), ("misspelled", "unknown", "foreign")
    lists = [("usual", text) for text in generate_benchmark_lists(cards, options.lists, seed=20170726)]
    for index in range(HARD_EVERY - 1, len(lists), HARD_EVERY):
        kind = kinds[index // HARD_EVERY % len(kinds)]
        lists[index] = (kind, generate_hard_list(cards, kind, HARD_LINES, chance))
    judged = [(kind, *judge_milliseconds(text, cards)) for kind, text in lists]
    times = [milliseconds for _kind, milliseconds, _is_legal in judged]
    median, slowest = statistics.median(times), max(times)
    print(f"{len(times)} lists: {1000 * len(times) / sum(times):.0f} lists a second of CPU time")
    for kind in dict.fromkeys(kind for kind, _text in lists):
        of_kind = [milliseconds for judged_kind, milliseconds, _is_legal in judged if judged_kind == kind]
        print(f"       {kind:11} median {statistics.median(of_kind):6.2f} ms, slowest {max(of_kind):6.2f} ms")
    for kind in kinds:
        milliseconds, _is_legal = judge_milliseconds(
            generate_hard_list(cards, kind, MAX_LINES, chance), cards
        )
        print(f"       {kind:11} {MAX_LINES} lines, at the limits: {milliseconds:.0f} ms")
    holds = slowest <= MAX_RATIO * median
    print(
        f"{'holds' if holds else 'FAILS'}  first list {times[0]:.2f} ms, median {median:.2f} ms, "
        f"slowest {slowest:.2f} ms: {slowest / median:.1f} times"
    )
    sys.exit(not holds)


if __name__ == "__main__":
    main()
