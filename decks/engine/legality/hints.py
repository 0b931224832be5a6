"""Rulebook advice to beginners (R-151, table K): shown with a list on request, never a verdict."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cards.engine.cards import Catalogue
from cards.engine.editions import Advised
from decks.engine.legality.card_lines import CardLine, card_lines, copies
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Context
from decks.engine.lists.values import Deck

MOST_TYPES = 2
WHOLE_LINE = 4
OF_SIXTY = 60


@dataclass(frozen=True, slots=True)
class Hint:
    """One piece of advice.

    Codes: ENERGY_HINT and TRAINERS_HINT (count, least, most), TYPES_HINT (types), LINE_HINT (cards, such as "3 Ralts").
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


def hints(deck: Deck, context: Context, catalogue: Catalogue) -> tuple[Hint, ...]:
    """The edition's advice on a deck of 60; empty for other sizes and for Limited, which it does not cover."""
    if context.rules.cards != OF_SIXTY:
        return ()
    checking = Checking(card_lines(deck, catalogue), context, catalogue)
    return tuple(_hints(checking, deck))


def _hints(checking: Checking, deck: Deck) -> Iterator[Hint]:
    rulebook = checking.context.rulebook
    energy = [entry for entry in checking.known if _is(entry, "energy")]
    yield from _range("ENERGY_HINT", energy, rulebook.energy_hint)
    trainers = [entry for entry in checking.known if _is(entry, "trainer")]
    yield from _range("TRAINERS_HINT", trainers, rulebook.trainer_hint)
    types = tuple(dict.fromkeys(entry.key for entry in energy if checking.basic_energy(entry)))
    if len(types) > MOST_TYPES:
        yield Hint("TYPES_HINT", {"types": types, "most": MOST_TYPES})
    # Cards of an evolution line of which the deck plays fewer than four, "3 Ralts", line by line
    lines: dict[str, Counter[str]] = defaultdict(Counter)
    for card in deck.cards:
        if card.printing is not None and card.printing.supertype == "pokemon" and card.line.copies:
            lines[card.family or card.key][card.key] += card.line.copies
    short = tuple(
        f"{count} {name}"
        for line in lines.values()
        for name, count in line.items()
        if len(line) > 1 and count < WHOLE_LINE
    )
    if short:
        yield Hint("LINE_HINT", {"cards": short, "whole": WHOLE_LINE})


def _range(code: str, chosen: list[CardLine], advised: Advised | None) -> Iterator[Hint]:
    count = copies(chosen)
    if advised is not None and not advised[0] <= count <= advised[1]:
        yield Hint(code, {"count": count, "least": advised[0], "most": advised[1]})


def _is(entry: CardLine, kind: str) -> bool:
    return all(printing.supertype == kind for printing in entry.printings)
