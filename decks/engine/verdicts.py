"""Verdicts on lists, and differences between their versions (R-002)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from cards.engine.cards import Catalogue
from decks.engine import legality
from decks.engine.faults import DeckFault
from decks.engine.legality import Card, DeckContext, PoolRest, Problem
from decks.engine.legality.problems import find_deck_problems, rest_of_pool
from decks.engine.lists import Deck, PrintedListRow, ReadList, printed_rows
from decks.engine.pools import AvailablePool, PoolCard, pool_cards_for_deck_rules, unused_cards
from decks.engine.resolve import resolve_list

FOR_HEAD_JUDGE = (DeckFault.UNRELEASED_REPRINT_NEEDS_JUDGE,)
"""Problems that the head judge decides before the event starts."""

Settled = Collection[tuple[str, str]]
"""Code and subject of every problem that a judge ruled on."""


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """A deck, its unused cards if stated, and every problem.

    - `rest`: the copies of a registered pool that the deck does not use.
    - `leaves`: the same copies as cards.
    """

    deck: Deck
    problems: tuple[Problem, ...]
    unused: Deck | None = None
    rest: PoolRest | None = None
    leaves: tuple[PoolCard, ...] | None = None

    @property
    def rows(self) -> tuple[PrintedListRow, ...]:
        return printed_rows(self.deck)

    def is_legal(self, settled: Settled = ()) -> bool:
        return is_legal(self.problems, settled)

    def unknown_cards(self, settled: Settled = ()) -> int:
        return count_unknown_cards_if_errorless(self.problems, settled)

    def open_questions(self, settled: Settled = ()) -> int:
        return count_open_reprint_questions(self.problems, settled)


def judge_deck_list(
    read: ReadList,
    *,
    unused: ReadList | None = None,
    supplied: int = 0,
    home: str = "",
    available: AvailablePool | None = None,
    cards: Catalogue,
    context: DeckContext,
) -> DeckVerdict:
    """Judge one list.

    - `unused`: the unused cards as submitted, or None if they were not.
    - `supplied`: the number of basic Energy from the organizer, 0 if not stated.
    - `available`: the player's registered pools, which must contain the deck; the unused cards are the remainder
      (R-051, R-058, S6). Without a registered pool, deck and unused cards together are considered the pool.
    - `home`: ISO code of the player's home country (R-017).
    """
    context = replace(context, player_home=home) if home else context
    deck = resolve_list(read, cards, on=context.date)
    unused_deck = resolve_list(unused, cards, on=context.date) if unused is not None else None
    if available is not None and context.rules.supplied_only:
        context = replace(
            context,
            pool=pool_cards_for_deck_rules(available.pool, cards),
            earlier=pool_cards_for_deck_rules(available.earlier, cards),
            unused=None if unused_deck is None else deck_as_pool_cards(unused_deck),
            supplied=supplied or None,
        )
        rest = rest_of_pool(deck, context, cards)
        # After a redraft the unused cards belong to all pools, or only to the new one (S6).
        pool = available.pool if context.choice("S6") == "new_draft" else available.cards
        left_over = None if rest is None else unused_cards(pool, rest)
        return DeckVerdict(deck, find_deck_problems(deck, context, cards), unused_deck, rest, left_over)
    if unused_deck is not None and context.rules.supplied_only:
        context = replace(context, pool=(*deck_as_pool_cards(deck), *deck_as_pool_cards(unused_deck)))
    return DeckVerdict(deck, find_deck_problems(deck, context, cards), unused_deck)


def is_legal(problems: Iterable[Problem], settled: Settled = ()) -> bool:
    """Return whether a list with these problems may be played, given a judge's rulings."""
    return not any(
        problem.severity == "error" and (problem.code, ruling_subject(problem)) not in settled
        for problem in problems
    )


def count_unknown_cards_if_errorless(problems: Iterable[Problem], settled: Settled = ()) -> int:
    """Count the cards of unknown legality in a list without errors. Return 0 for any other list."""
    problems = tuple(problems)
    if not is_legal(problems, settled):
        return 0
    return legality.count_cards_of_unknown_legality(
        problem for problem in problems if (problem.code, ruling_subject(problem)) not in settled
    )


def count_open_reprint_questions(problems: Iterable[Problem], settled: Settled = ()) -> int:
    """Count the doubtful reprints that the head judge has not decided (R-013)."""
    return sum(
        problem.code in FOR_HEAD_JUDGE and (problem.code, ruling_subject(problem)) not in settled
        for problem in problems
    )


def ruling_subject(problem: Problem) -> str:
    """Return the subject of a problem, such as "5 Koffing" or "59".

    It is specific, so that a ruling does not cover anything worse: a ruling on 5 copies does not allow 12.
    """
    facts = problem.facts
    card = facts.get("card")
    name = (
        card if isinstance(card, str) else ", ".join(map(str, card)) if isinstance(card, tuple | list) else ""
    )
    count = facts.get("copies", facts.get("total"))
    # 200 is the length of the column `Ruling.card`.
    return " ".join(part for part in (str(count) if isinstance(count, int) else "", name) if part)[:200]


def deck_as_pool_cards(deck: Deck) -> tuple[Card, ...]:
    """Return the cards of a list as cards of a pool, without lines that have no copies."""
    return tuple(
        Card(
            card.line.copies,
            card.key,
            card.printing.expansion if card.printing and card.how == "number" else "",
            card.printing.number if card.printing and card.how == "number" else "",
        )
        for card in deck.cards
        if card.line.copies
    )


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """A card whose copies differ between two versions."""

    name: str
    before: int
    now: int

    @property
    def more(self) -> int:
        """How many copies were added, negative if copies were removed."""
        return self.now - self.before


def compare_versions(
    before: Iterable[PrintedListRow], now: Iterable[PrintedListRow]
) -> tuple[VersionDifference, ...]:
    """Return the cards whose copies differ between two versions, sorted by name."""
    old_copies, new_copies = _copies_by_card(before), _copies_by_card(now)
    names = sorted({*old_copies, *new_copies}, key=str.casefold)
    candidates = (VersionDifference(name, old_copies.get(name, 0), new_copies.get(name, 0)) for name in names)
    return tuple(difference for difference in candidates if difference.more)


def _copies_by_card(rows: Iterable[PrintedListRow]) -> dict[str, int]:
    """Count the valid copies of each card, by name, set and number as printed."""
    copies_by_card: dict[str, int] = {}
    for row in rows:
        name = " ".join(part for part in (row.name, row.set_code, row.card_number) if part)
        copies_by_card[name] = copies_by_card.get(name, 0) + max(row.quantity or 0, 0)
    return copies_by_card
