"""Limited: only cards supplied at the event (R-051, R-054, R-058), after a redraft too (R-095, S6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cards.engine.cards import Catalogue
from cards.engine.editions import is_basic_energy
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, copies, numbers
from decks.engine.legality.checking import Checking, by_key
from decks.engine.legality.context import Card, Context, Facts, Problem, Severity

Slot = tuple[str, str]
"""The unit of counting: a printing, or ("", name) for a card of the pool without its number."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a deck leaves of a pool.

    Copies left of each card, in the order of the pool, and the deck's basic Energy that did not come from it (R-058).
    """

    left: tuple[int, ...]
    supplied: int

    @property
    def total(self) -> int:
        return sum(self.left)


def cards_held(context: Context) -> tuple[Card, ...] | None:
    """The cards a deck may be built from; None if unknown.

    The latest draft, with all earlier ones unless S6 excludes them.
    """
    if context.pool is None or not context.rules.supplied_only:
        return None
    return context.pool if context.choice("S6") == "new_draft" else (*context.pool, *context.earlier)


def rest_of(checking: Checking) -> Rest | None:
    """What the deck leaves of the pool; None if the pool is unknown.

    Supplied Energy is that of the context, else derived from the unused cards, and never less than the pool lacks.
    """
    context = checking.context
    held = cards_held(context)
    if held is None:
        return None
    left = [card.quantity for card in held]
    slots = [slot_of(card, checking.catalogue) for card in held]
    lacking = 0
    exact_first = sorted(checking.known, key=lambda entry: not _is_exact(entry))
    for entry in exact_first:
        short = _drawn(entry, held, slots, left)
        if context.energy_provided and checking.basic_energy(entry):
            lacking += short
    if not context.energy_provided:
        return Rest(tuple(left), 0)
    supplied = context.supplied
    if supplied is None and context.unused is not None:
        supplied = checking.total() + _sum(context.unused) - _sum(held)
    returned = _given_back(checking, held, left, max(0, (supplied or 0) - lacking))
    return Rest(tuple(left), lacking + returned)


def only_from_pool(checking: Checking) -> Iterator[Problem]:
    """Report cards not in the pool, and more copies than it contains; nothing if the pool is unknown.

    Supplied basic Energy is not counted (R-051). After a redraft earlier drafts belong to the pool, or do not (S6).
    """
    held, earlier = cards_held(checking.context), checking.context.earlier
    if held is None:
        return
    new_draft = checking.context.choice("S6") == "new_draft"
    pooled = Pooled(checking.catalogue, held)
    drafted = Pooled(checking.catalogue, (*held, *earlier)) if new_draft and earlier else None
    provided = checking.context.energy_provided
    judged = [entry for entry in checking.known if not (provided and checking.basic_energy(entry))]
    for _key, entries in by_key(judged):
        for problem in pooled.problems(entries):
            about = [entry for entry in entries if entry.number in problem.lines]
            by_setting = drafted is not None and not any(drafted.problems(about))
            yield replace(problem, setting="S6") if by_setting else problem


def rest_adds_up(checking: Checking) -> Iterator[Problem]:
    """Check that the deck without supplied Energy and the unused cards make up the pool, card by card (R-058).

    Only if the unused cards are stated; an error if the event asks for them (S4), else a warning.
    """
    context = checking.context
    rest, held, listed = rest_of(checking), cards_held(context), context.unused
    if rest is None or held is None:
        return
    if context.energy_provided and context.supplied is not None and context.supplied < rest.supplied:
        facts: Facts = {"supplied": context.supplied, "needed": rest.supplied}
        yield Problem(DeckFault.SUPPLIED_TOO_FEW, "error", (), "R-058", facts)
    if listed is None:
        return
    left, unused = Counter[str](), Counter[str]()
    for card, number in zip(held, rest.left, strict=True):
        left[card.key] += number
    for card in listed:
        unused[card.key] += card.quantity
    if left != unused:
        severity: Severity = "error" if context.choice("S4") == "deck_and_unused" else "warning"
        facts = {"missing": _counted(left - unused), "over": _counted(unused - left)}
        yield Problem(DeckFault.UNUSED_NOT_POOL, severity, (), "R-058", facts, context.chosen("S4"))


def mixed_pool(checking: Checking) -> Iterator[Problem]:
    """Warn about boosters of several expansions (R-054): an error of the event, for a deck a warning."""
    held = checking.context.pool
    if held is None or not checking.context.rules.supplied_only:
        return
    drafted = (*held, *checking.context.earlier)
    names = dict.fromkeys(name for card in drafted if (name := _boosters_of(checking, card)))
    if len(names) > 1:
        yield Problem(DeckFault.POOL_MIXED_EXPANSIONS, "warning", (), "R-054", {"expansions": tuple(names)})


class Pooled:
    """The pool counted by printing where it is known, otherwise by name."""

    def __init__(self, catalogue: Catalogue, cards: Iterable[Card]) -> None:
        self.held: Counter[Slot] = Counter()
        self.by_key: dict[str, set[Slot]] = {}
        for card in cards:
            slot = slot_of(card, catalogue)
            self.held[slot] += card.quantity
            self.by_key.setdefault(card.key, set()).add(slot)

    def problems(self, entries: Sequence[CardLine]) -> list[Problem]:
        """The copies lines of one name use beyond the pool.

        A printing goes to lines that name it, a card without number to any line of its name, and a line without number
        takes whatever is left of the name.
        """
        if not entries:
            return []
        slots = self.by_key.get(entries[0].key, set())
        named = ("", entries[0].key)
        loose = self.held[named] if named in slots else 0
        absent = [
            entry
            for entry in entries
            if not (slots & {entry.printings[0].ref, named} if _is_exact(entry) else slots)
        ]
        problems = [
            Problem(
                DeckFault.CARD_NOT_IN_POOL,
                "error",
                (entry.number,),
                "R-051",
                {"card": entry.name, "copies": entry.copies},
            )
            for entry in absent
        ]
        there = [entry for entry in entries if entry not in absent]
        exact: dict[Slot, list[CardLine]] = {}
        for entry in there:
            if _is_exact(entry):
                exact.setdefault(entry.printings[0].ref, []).append(entry)
        over = {ref: max(0, copies(lines) - self.held[ref]) for ref, lines in exact.items()}
        too_many = [ref for ref, number in over.items() if number > loose]
        problems += [_too_many(exact[ref], self.held[ref] + loose) for ref in too_many]
        if too_many or absent:
            return problems
        all_exact = [entry for lines in exact.values() for entry in lines]
        if sum(over.values()) > loose:
            return [_too_many(all_exact, sum(self.held[ref] for ref in exact) + loose)]
        total = sum(self.held[slot] for slot in slots)
        return [_too_many(there, total)] if copies(there) > total else []


def slot_of(card: Card, catalogue: Catalogue) -> Slot:
    """The slot a card of a pool is counted under."""
    printing = catalogue.printing(card.expansion, card.number) if card.number else None
    return printing.ref if printing else ("", card.key)


def _is_exact(entry: CardLine) -> bool:
    return len(entry.printings) == 1


def _drawn(entry: CardLine, held: Sequence[Card], slots: Sequence[Slot], left: list[int]) -> int:
    """Take the copies of a line out of `left`; returns how many are missing."""
    wanted, named = entry.copies, ("", entry.key)
    if _is_exact(entry) and not entry.printings[0].basic_energy:
        fits = [entry.printings[0].ref, named]
    else:
        fits = [named, *(slots[at] for at, card in enumerate(held) if card.key == entry.key)]
    for slot in dict.fromkeys(fits):
        for at, slot_held in enumerate(slots):
            if slot_held == slot and wanted:
                taken = min(wanted, left[at])
                left[at] -= taken
                wanted -= taken
    return wanted


def _given_back(checking: Checking, held: Sequence[Card], left: list[int], wanted: int) -> int:
    """Return basic Energy of the pool to `left` where the deck uses the organizer's; returns how much."""
    returned = 0
    for at, card in enumerate(held):
        printings = checking.catalogue.printings(card.key)
        if any(is_basic_energy(printing, checking.context.rulebook) for printing in printings):
            back = min(card.quantity - left[at], wanted - returned)
            left[at] += back
            returned += back
    return returned


def _sum(cards: Iterable[Card]) -> int:
    return sum(card.quantity for card in cards)


def _boosters_of(checking: Checking, card: Card) -> str:
    """The expansion whose boosters contain a card; "" for basic Energy.

    Galleries come in the boosters of their code.
    """
    printing = checking.catalogue.printing(card.expansion, card.number)
    home = checking.catalogue.expansions.get(printing.expansion) if printing else None
    if printing is None or home is None or printing.basic_energy:
        return ""
    main = checking.catalogue.expansion(home.code) or home
    return main.name


def _too_many(entries: Sequence[CardLine], held: int) -> Problem:
    count = copies(entries)
    facts = {"card": entries[0].name, "copies": count, "held": held, "over": count - held}
    return Problem(DeckFault.POOL_EXCEEDED, "error", numbers(entries), "R-051", facts)


def _counted(cards: Counter[str]) -> tuple[str, ...]:
    """Texts such as "2 Caterpie", sorted by name."""
    return tuple(f"{number} {name}" for name, number in sorted(cards.items()))
