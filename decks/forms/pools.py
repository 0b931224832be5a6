"""The form of a pool: the copies of each card on the checklist, and other cards as text. Buttons change one card."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import QueryDict

from cards.engine.collector_numbers import format_card_number
from cards.queries.checklist import ChecklistCard, checklist_of_boosters
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.pools import Cards, PoolCard, Row
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.queries.drafts import booster_codes
from decks.queries.pools import pools as queries

COUNT = "n:"
NUMBER = "number"
"""Name of the field for a card's number, as a shortcut to searching the checklist."""

MAX_TEXT_LENGTH, MAX_NUMBER_LENGTH = 20_000, 20
ADDS = {"add:1": 1, "add:4": 4}
"""Buttons beside the number -> how many copies each adds."""


def typed_count(typed: object, maximum: int = engine.MAX_COPIES) -> int:
    """Return a typed count, at most `maximum`, or 0 if it is not a number."""
    return min(whole_number(str(typed or "").strip(), digits=5) or 0, maximum)


@dataclass(frozen=True, slots=True)
class PoolCounts:
    """The counts on the page of a pool.

    - `counts`: copies by `ChecklistCard.ref`.
    - `other`: the other cards as text.
    - `unread`: lines that do not identify a card, with their numbers.
    - `added`: the card last added by its number, with its copies.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    other: str = ""
    unread: tuple[tuple[int, str], ...] = ()
    added: PoolCard | None = None


def typed_card_number(data: QueryDict) -> str:
    """Return the typed card number, or "" if there is none."""
    return " ".join(data.get(NUMBER, "")[:MAX_NUMBER_LENGTH].replace("\0", "").split())


def counts_of_pool(cards: Cards, rows: Sequence[ChecklistCard]) -> PoolCounts:
    """Return a registered pool as counts on the checklist, with its other cards as text."""
    ref_by_number = {(row.code, row.number): row.ref for row in rows}
    counts: dict[str, int] = {}
    other: list[PoolCard] = []
    for card in cards:
        ref = ref_by_number.get((card.code, card.number))
        if ref is None:
            other.append(card)
        else:
            counts[ref] = counts.get(ref, 0) + card.quantity
    return PoolCounts(counts, engine.list_text(other))


def submitted_counts(data: QueryDict, rows: Sequence[ChecklistCard]) -> PoolCounts:
    """Return the submitted counts, with the other cards as text."""
    counts = {row.ref: typed_count(data.get(COUNT + row.ref)) for row in rows}
    other = data.get("other", "")[:MAX_TEXT_LENGTH].replace("\0", "")
    return PoolCounts({ref: count for ref, count in counts.items() if count}, other)


def counts_with_step(state: PoolCounts, step: str) -> PoolCounts:
    """Return the counts with one copy of a card added or removed, as in "more:sm1:9" or "less:sm1:9".

    Any other step changes no count. Counts stay between 0 and MAX_COPIES.
    """
    direction, _colon, ref = step.partition(":")
    change = {"more": 1, "less": -1}.get(direction, 0)
    copies = min(max(state.counts.get(ref, 0) + change, 0), engine.MAX_COPIES)
    return replace(state, counts={**state.counts, ref: copies})


def counts_with_numbered_card(
    state: PoolCounts, rows: Sequence[ChecklistCard], typed: str, copies: int
) -> PoolCounts:
    """Return the counts with more copies of the card with a typed number, which becomes `added`.

    Refused: CARD_NUMBER_UNKNOWN (number, sets), CARD_NUMBER_TWICE (number, choices).
    """
    row = only_card(
        typed,
        engine.cards_matching_number(rows, typed),
        sets=dict.fromkeys(card_row.code for card_row in rows),
    )
    total = min(state.counts.get(row.ref, 0) + copies, engine.MAX_COPIES)
    card = PoolCard(total, row.name, row.code, row.number)
    return replace(state, counts={**state.counts, row.ref: total}, added=card)


def only_card(typed: str, rows: Sequence[Row], *, sets: Iterable[str]) -> Row:
    """Return the only one of the cards (`rows`) that match a typed number.

    `sets`: the codes of the sets that were searched. Refused: CARD_NUMBER_UNKNOWN (number, sets) if there is
    none, CARD_NUMBER_TWICE (number, choices) if there are several.
    """
    if not rows:
        raise Refused(DeckRefusal.CARD_NUMBER_UNKNOWN, number=typed, sets=", ".join(sets))
    if len(rows) > 1:
        choices = ", ".join(format_card_number(row.code, row.number) for row in rows)
        raise Refused(DeckRefusal.CARD_NUMBER_TWICE, number=typed, choices=choices)
    return rows[0]


def counts_with_pasted_list(
    draft: Draft, state: PoolCounts, text: str, rows: Sequence[ChecklistCard]
) -> PoolCounts:
    """Return the counts with a pasted list added. Its lines that do not identify a card become `unread`.

    Refused: see `queries.read_typed_pool_cards`.
    """
    cards, unread = queries.read_typed_pool_cards(draft, text[:MAX_TEXT_LENGTH].replace("\0", ""))
    pasted = counts_of_pool(cards, rows)
    counts = {
        ref: min(state.counts.get(ref, 0) + pasted.counts.get(ref, 0), engine.MAX_COPIES)
        for ref in dict.fromkeys((*state.counts, *pasted.counts))
    }
    other = "\n".join(part for part in (state.other, pasted.other) if part)
    return replace(state, counts=counts, other=other, unread=unread)


def counted_cards(
    draft: Draft, state: PoolCounts, rows: Sequence[ChecklistCard]
) -> tuple[Cards, tuple[tuple[int, str], ...]]:
    """Return the counted cards as a pool, and the lines of `other` that do not identify a card.

    Refused: see `queries.read_typed_pool_cards`.
    """
    listed_cards = [
        PoolCard(state.counts[row.ref], row.name, row.code, row.number)
        for row in rows
        if state.counts.get(row.ref)
    ]
    other, unread = queries.read_typed_pool_cards(draft, state.other)
    return engine.merge_cards((*listed_cards, *other)), unread


def pool_checklist(draft: Draft, language: str = "en") -> tuple[ChecklistCard, ...]:
    """Return the cards that the draft's packs may contain, with names in a language."""
    return checklist_of_boosters(booster_codes(draft), language=language)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRow:
    """A card of the checklist with the number of its copies, `n`."""

    card: ChecklistCard
    n: int


def count_rows(rows: Sequence[ChecklistCard], state: PoolCounts) -> list[CountRow]:
    """Return each card of the checklist with its count, for the page."""
    return [CountRow(card=row, n=state.counts.get(row.ref, 0)) for row in rows]
