"""A deck built from a registered pool: copies of each card in it, and supplied Energy (R-058)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from cards.engine.names import ENERGY_TYPES
from cards.engine.settings import choice
from cards.queries import catalogue as catalogues
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.lists import read_text
from decks.engine.lists.values import Deck, Section
from decks.engine.pools import Cards
from decks.engine.refusals import DeckRefusal
from decks.engine.resolve import resolve
from decks.models import DeckList, ListRules
from decks.queries.lists.verdicts import day_of
from decks.queries.pools.pools import held_of

MOST_SUPPLIED = 99


@dataclass(frozen=True, slots=True)
class Building:
    """`cards`: the pool; `counts`: copies in the deck by position in the pool; `energy` by type."""

    cards: Cards
    counts: Mapping[int, int]
    energy: Mapping[str, int]

    @property
    def supplied(self) -> int:
        return sum(self.energy.values())

    @property
    def total(self) -> int:
        return sum(self.counts.values()) + self.supplied

    @property
    def left(self) -> int:
        """Cards of the pool not in the deck."""
        return engine.total(self.cards) - sum(self.counts.values())

    @property
    def text(self) -> str:
        """The deck as a list."""
        deck = [replace(card, quantity=self.counts.get(at, 0)) for at, card in enumerate(self.cards)]
        energy = [f"{number} {kind} Energy" for kind, number in self.energy.items() if number]
        return "\n".join([card.line for card in deck if card.quantity] + energy)

    def changed(self, at: int, change: int) -> "Building":
        """Add or remove copies of one card, within the pool."""
        if at >= len(self.cards):
            return self
        now = min(max(self.counts.get(at, 0) + change, 0), self.cards[at].quantity)
        return replace(self, counts={**self.counts, at: now})

    def filled(self, size: int) -> "Building":
        """Fill up with supplied basic Energy to this many cards, in proportion to the types chosen so far (R-058).

        Each card goes to the type furthest behind its share, the first on a tie; the page's script does the same.
        Refused: DECK_IS_FULL (size), ENERGY_TYPE_MISSING.
        """
        if self.total >= size:
            raise Refused(DeckRefusal.DECK_IS_FULL, size=size)
        chosen = {kind: number for kind, number in self.energy.items() if number}
        if not chosen:
            raise Refused(DeckRefusal.ENERGY_TYPE_MISSING)
        energy = dict(self.energy)
        for _card in range(size - self.total):
            kind = max(chosen, key=lambda energy_kind: Fraction(chosen[energy_kind], energy[energy_kind] + 1))
            energy[kind] += 1
        return replace(self, energy=energy)

    def supplied_changed(self, kind: str, change: int) -> "Building":
        if kind not in ENERGY_TYPES:
            return self
        now = min(max(self.energy.get(kind, 0) + change, 0), MOST_SUPPLIED)
        return replace(self, energy={**self.energy, kind: now})


def held(row: DeckList, rules: ListRules) -> Cards | None:
    """The cards a player builds from; after a redraft those of all drafts, or of the new one (S6).

    None without a pool.
    """
    pools = held_of(row.entry_id)
    if pools is None:
        return None
    return engine.together(pools.pool if choice(rules.settings, "S6") == "new_draft" else pools.cards)


def begun(row: DeckList, rules: ListRules, cards: Cards) -> Building:
    """The player's working copy, card by card; basic Energy the pool lacks counts as supplied."""
    try:
        text = row.working_copy if row.working_copy.strip() else ""
        deck = (
            resolve(read_text(text), catalogues.current(), on=day_of(row.entry.tournament)) if text else None
        )
    except Refused:
        deck = None
    return of_deck(deck, cards, energy=rules.energy_supplied)


def of_deck(deck: Deck | None, cards: Cards, *, energy: bool) -> Building:
    """A list as cards of the pool and supplied Energy; other cards are dropped."""
    catalogue = catalogues.current()
    wanted: Counter[str] = Counter()
    exact: Counter[tuple[str, str]] = Counter()
    for listed in deck.cards if deck else ():
        if listed.how == "number" and listed.printing is not None and not listed.printing.basic_energy:
            exact[listed.set_code, listed.printing.number] += listed.line.copies
        elif not listed.lost:
            wanted[listed.key] += listed.line.copies
    counts: dict[int, int] = {}
    for at, card in enumerate(cards):
        key, where = engine.key_of(card, catalogue) if card.name else "", (card.code, card.number)
        taken = min(card.quantity, exact[where])
        exact[where] -= taken
        more = min(card.quantity - taken, wanted[key])
        wanted[key] -= more
        counts[at] = taken + more
    supplied = {kind: min(wanted[f"{kind} Energy"], MOST_SUPPLIED) if energy else 0 for kind in ENERGY_TYPES}
    return Building(cards, counts, supplied)


def kinds(cards: Cards) -> list[Section]:
    """The section of each card, "" if the catalogue does not know it."""
    catalogue = catalogues.current()
    sections: list[Section] = []
    for card in cards:
        exact = catalogue.printing(card.code, card.number) if card.number else None
        named = catalogue.named(card.name) if exact is None and card.name else ()
        printing = exact or (named[0] if named else None)
        sections.append(printing.supertype if printing else "")
    return sections
