"""Check that a Limited deck has only cards supplied at the event (R-051, R-054, R-058, after a redraft R-095, S6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cards.engine.cards import Catalogue
from cards.engine.editions import Edition, is_basic_energy
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, count_copies, line_numbers
from decks.engine.legality.checking import LegalityCheck, lines_by_card_name
from decks.engine.legality.context import Card, Facts, Problem, Severity

Slot = tuple[str, str]
"""Key under which copies are counted: a printing, or ("", name) for a card of the pool without a number."""


@dataclass(frozen=True, slots=True)
class PoolRest:
    """The part of a pool that a deck does not use.

    `left`: the unused copies of each card, in the order of the pool. `supplied`: the number of the deck's basic
    Energy cards that did not come from the pool (R-058).
    """

    left: tuple[int, ...]
    supplied: int

    @property
    def total(self) -> int:
        """The number of unused copies."""
        return sum(self.left)


def pool_rest_of_check(checking: LegalityCheck) -> PoolRest | None:
    """Return the part of the pool that the deck does not use, or None if the pool is unknown.

    The amount of supplied Energy is stated by the context, or else derived from the unused cards. It is at least
    the Energy that the deck contains but the pool lacks, and 0 if the organizer supplies none.
    """
    context = checking.context
    cards = context.available_cards
    if cards is None:
        return None
    stock = PoolStock(checking.catalogue, cards)
    copies_lacking = 0
    exact_first = sorted(checking.known, key=lambda entry: not entry.is_exact)
    for entry in exact_first:
        missing_copies = stock.take(entry)
        if context.energy_provided and checking.basic_energy(entry):
            copies_lacking += missing_copies
    if not context.energy_provided:
        return PoolRest(tuple(stock.left), 0)
    supplied = context.supplied
    if supplied is None and context.unused is not None:
        unused, pool = (sum(card.quantity for card in part) for part in (context.unused, cards))
        supplied = count_copies(checking.entries) + unused - pool
    copies_returned = stock.return_energy(max(0, (supplied or 0) - copies_lacking), context.rulebook)
    return PoolRest(tuple(stock.left), copies_lacking + copies_returned)


class PoolStock:
    """The copies of each card of a pool that are not in the deck: `left`, in the order of the pool."""

    def __init__(self, catalogue: Catalogue, cards: Sequence[Card]) -> None:
        self.catalogue = catalogue
        self.cards = cards
        self.slots = [counting_slot_of_card(card, catalogue) for card in cards]
        self.left = [card.quantity for card in cards]

    def take(self, entry: CardLine) -> int:
        """Take the copies on a line from the stock, and return how many are missing."""
        copies_wanted, name_slot = entry.copies, ("", entry.key)
        if entry.is_exact and not entry.printings[0].basic_energy:
            fitting_slots = [entry.printings[0].ref, name_slot]
        else:
            fitting_slots = [
                name_slot,
                *(slot for slot, card in zip(self.slots, self.cards, strict=True) if card.key == entry.key),
            ]
        for fitting_slot in dict.fromkeys(fitting_slots):
            for index, slot in enumerate(self.slots):
                if slot == fitting_slot and copies_wanted:
                    copies_taken = min(copies_wanted, self.left[index])
                    self.left[index] -= copies_taken
                    copies_wanted -= copies_taken
        return copies_wanted

    def return_energy(self, copies_wanted: int, rulebook: Edition) -> int:
        """Put back up to `copies_wanted` copies of basic Energy that the organizer supplied, and return how many.

        No more copies are put back than the deck took from the pool.
        """
        returned = 0
        for index, card in enumerate(self.cards):
            printings = self.catalogue.printings(card.key)
            if any(is_basic_energy(printing, rulebook) for printing in printings):
                copies_back = min(card.quantity - self.left[index], copies_wanted - returned)
                self.left[index] += copies_back
                returned += copies_back
        return returned


def check_only_from_pool(checking: LegalityCheck) -> Iterator[Problem]:
    """Report cards that are not in the pool, and more copies than it contains. Skipped if the pool is unknown.

    Supplied basic Energy is not counted (R-051). After a redraft, S6 decides whether earlier drafts belong to the pool.
    """
    context = checking.context
    cards = context.available_cards
    if cards is None:
        return
    pool_cards = CountedPool(checking.catalogue, cards)
    all_pool_cards = None
    if context.earlier and context.choice("S6") == "new_draft":
        all_pool_cards = CountedPool(checking.catalogue, (*cards, *context.earlier))
    judged_entries = [
        entry for entry in checking.known if not (context.energy_provided and checking.basic_energy(entry))
    ]
    for _key, entries in lines_by_card_name(judged_entries):
        for problem in pool_cards.problems(entries):
            concerned_entries = [entry for entry in entries if entry.number in problem.lines]
            is_by_setting = all_pool_cards is not None and not any(all_pool_cards.problems(concerned_entries))
            yield replace(problem, setting="S6") if is_by_setting else problem


def check_rest_adds_up(checking: LegalityCheck) -> Iterator[Problem]:
    """Check that the deck without supplied Energy and the unused cards add up to the pool (R-058).

    An error is reported if the list states less supplied Energy than the deck needs. If the unused cards are
    stated and differ from the rest of the pool in any card, that is an error if the event requires them (S4),
    else a warning.
    """
    context = checking.context
    rest, cards = pool_rest_of_check(checking), context.available_cards
    if rest is None or cards is None:
        return
    if context.energy_provided and context.supplied is not None and context.supplied < rest.supplied:
        facts: Facts = {"supplied": context.supplied, "needed": rest.supplied}
        yield Problem(DeckFault.SUPPLIED_TOO_FEW, "error", (), "R-058", facts)
    if context.unused is None:
        return
    left_by_name, unused_by_name = Counter[str](), Counter[str]()
    for card, copies_left in zip(cards, rest.left, strict=True):
        left_by_name[card.key] += copies_left
    for card in context.unused:
        unused_by_name[card.key] += card.quantity
    if left_by_name != unused_by_name:
        severity: Severity = "error" if context.choice("S4") == "deck_and_unused" else "warning"
        facts = {
            "missing": _copies_texts(left_by_name - unused_by_name),
            "over": _copies_texts(unused_by_name - left_by_name),
        }
        yield Problem(DeckFault.UNUSED_NOT_POOL, severity, (), "R-058", facts, context.chosen("S4"))


def check_mixed_pool(checking: LegalityCheck) -> Iterator[Problem]:
    """Warn if a pool mixes boosters from several expansions (R-054): the organizer's mistake, not the deck's.

    Only Limited pools whose cards are known are checked, together with the cards from the player's earlier drafts.
    """
    context, catalogue = checking.context, checking.catalogue
    if context.pool is None or not context.rules.supplied_only:
        return
    names: dict[str, None] = {}
    for card in (*context.pool, *context.earlier):
        printing = catalogue.printing(card.expansion, card.number)
        expansion = catalogue.expansions.get(printing.expansion) if printing else None
        if printing and expansion and not printing.basic_energy:
            # Gallery cards are part of the boosters of the expansion with the same code.
            names[(catalogue.expansion(expansion.code) or expansion).name] = None
    if len(names) > 1:
        yield Problem(DeckFault.POOL_MIXED_EXPANSIONS, "warning", (), "R-054", {"expansions": tuple(names)})


class CountedPool:
    """The cards of a pool, counted by printing if it is known, otherwise by name."""

    def __init__(self, catalogue: Catalogue, cards: Iterable[Card]) -> None:
        self.held: Counter[Slot] = Counter()
        self.by_key: dict[str, set[Slot]] = {}
        for card in cards:
            slot = counting_slot_of_card(card, catalogue)
            self.held[slot] += card.quantity
            self.by_key.setdefault(card.key, set()).add(slot)

    def problems(self, entries: Sequence[CardLine]) -> list[Problem]:
        """Return the problems of lines with one name that use more copies than the pool contains.

        A printing is assigned to lines that name it, a card without a number to any line with its name, and a line
        without a number uses the remaining copies of its name.
        """
        if not entries:
            return []
        slots = self.by_key.get(entries[0].key, set())
        name_slot = ("", entries[0].key)
        unnumbered_copies = self.held[name_slot] if name_slot in slots else 0
        absent_entries = [
            entry
            for entry in entries
            if not (slots & {entry.printings[0].ref, name_slot} if entry.is_exact else slots)
        ]
        problems = [
            Problem(
                DeckFault.CARD_NOT_IN_POOL,
                "error",
                (entry.number,),
                "R-051",
                {"card": entry.name, "copies": entry.copies},
            )
            for entry in absent_entries
        ]
        present_entries = [entry for entry in entries if entry not in absent_entries]
        exact_by_printing: dict[Slot, list[CardLine]] = {}
        for entry in present_entries:
            if entry.is_exact:
                exact_by_printing.setdefault(entry.printings[0].ref, []).append(entry)
        over_by_printing = {
            ref: max(0, count_copies(lines) - self.held[ref]) for ref, lines in exact_by_printing.items()
        }
        exceeded = [ref for ref, number in over_by_printing.items() if number > unnumbered_copies]
        problems += [
            _pool_exceeded_problem(exact_by_printing[ref], self.held[ref] + unnumbered_copies)
            for ref in exceeded
        ]
        if exceeded or absent_entries:
            return problems
        exact_entries = [entry for lines in exact_by_printing.values() for entry in lines]
        if sum(over_by_printing.values()) > unnumbered_copies:
            return [
                _pool_exceeded_problem(
                    exact_entries, sum(self.held[ref] for ref in exact_by_printing) + unnumbered_copies
                )
            ]
        total = sum(self.held[slot] for slot in slots)
        return (
            [_pool_exceeded_problem(present_entries, total)] if count_copies(present_entries) > total else []
        )


def counting_slot_of_card(card: Card, catalogue: Catalogue) -> Slot:
    """Return the slot under which a card of a pool is counted."""
    printing = catalogue.printing(card.expansion, card.number) if card.number else None
    return printing.ref if printing else ("", card.key)


def _pool_exceeded_problem(entries: Sequence[CardLine], held: int) -> Problem:
    """Build the problem of lines with one name that use more copies than the pool has (`held`)."""
    copies = count_copies(entries)
    facts = {"card": entries[0].name, "copies": copies, "held": held, "over": copies - held}
    return Problem(DeckFault.POOL_EXCEEDED, "error", line_numbers(entries), "R-051", facts)


def _copies_texts(cards: Counter[str]) -> tuple[str, ...]:
    """Return texts such as "2 Caterpie", sorted by name."""
    return tuple(f"{number} {name}" for name, number in sorted(cards.items()))
