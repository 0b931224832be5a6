"""A pool being counted: copies of each checklist card, other cards as text, one change per button."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from cards.engine.numbers import card_number
from cards.queries.checklist import ChecklistCard, checklist_of
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from decks.engine import pools as engine
from decks.engine.pools import Cards, PoolCard, Row
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.queries.pools import pools as queries

COUNT = "n:"
NUMBER = "number"
"""Form field for typing a card's number instead of searching the list."""

LONGEST_TEXT, LONGEST_NUMBER = 20_000, 20
ADDS = {"add:1": 1, "add:4": 4}
"""Buttons beside the number, and how many copies each adds."""


def number(typed: object, most: int = engine.MOST_COPIES) -> int:
    """A typed count: 0 if it is not a number, at most `most`."""
    return min(whole_number(str(typed or "").strip(), digits=5) or 0, most)


@dataclass(frozen=True, slots=True)
class Counted:
    """The state of the page.

    `counts` by `ChecklistCard.ref`, `other` cards as text, `unread` lines that name none, `added`: the card just added
    by its number, with its copies.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    other: str = ""
    unread: tuple[tuple[int, str], ...] = ()
    added: PoolCard | None = None


def typed_number(data: QueryDict) -> str:
    """The typed card number; "" if empty."""
    return " ".join(data.get(NUMBER, "")[:LONGEST_NUMBER].replace("\0", "").split())


def counted(cards: Cards, rows: Sequence[ChecklistCard]) -> Counted:
    """A registered pool on the checklist; other cards stay text."""
    by_where = {(row.code, row.number): row.ref for row in rows}
    counts: dict[str, int] = {}
    other: list[PoolCard] = []
    for card in cards:
        ref = by_where.get((card.code, card.number))
        if ref is None:
            other.append(card)
        else:
            counts[ref] = counts.get(ref, 0) + card.quantity
    return Counted(counts, engine.text_of(other))


def given(data: QueryDict, rows: Sequence[ChecklistCard]) -> Counted:
    """The submitted counts, and the other cards."""
    counts = {row.ref: number(data.get(COUNT + row.ref)) for row in rows}
    other = data.get("other", "")[:LONGEST_TEXT].replace("\0", "")
    return Counted({ref: count for ref, count in counts.items() if count}, other)


def stepped(state: Counted, do: str) -> Counted:
    """One copy of a card more or less: "more:sm1:9"."""
    kind, _colon, ref = do.partition(":")
    change = {"more": 1, "less": -1}.get(kind, 0)
    now = min(max(state.counts.get(ref, 0) + change, 0), engine.MOST_COPIES)
    return replace(state, counts={**state.counts, ref: now})


def added(state: Counted, rows: Sequence[ChecklistCard], typed: str, copies: int) -> Counted:
    """Add copies of the card with a number.

    Refused: CARD_NUMBER_UNKNOWN (number, sets), CARD_NUMBER_TWICE (number, choices).
    """
    row = one_of(typed, engine.by_number(rows, typed), sets=dict.fromkeys(card_row.code for card_row in rows))
    now = min(state.counts.get(row.ref, 0) + copies, engine.MOST_COPIES)
    card = PoolCard(now, row.name, row.code, row.number)
    return replace(state, counts={**state.counts, row.ref: now}, added=card)


def one_of(typed: str, rows: Sequence[Row], *, sets: Iterable[str]) -> Row:
    """The only card with a number. Refused: CARD_NUMBER_UNKNOWN (number, sets), CARD_NUMBER_TWICE (number, choices)."""
    if not rows:
        raise Refused(DeckRefusal.CARD_NUMBER_UNKNOWN, number=typed, sets=", ".join(sets))
    if len(rows) > 1:
        choices = ", ".join(card_number(row.code, row.number) for row in rows)
        raise Refused(DeckRefusal.CARD_NUMBER_TWICE, number=typed, choices=choices)
    return rows[0]


def merged(draft: Draft, state: Counted, text: str, rows: Sequence[ChecklistCard]) -> Counted:
    """Add a pasted list to the counts; lines that name no card are returned as `unread`.

    Refused: what `read_text` refuses.
    """
    cards, unread = queries.read_cards(draft, text[:LONGEST_TEXT].replace("\0", ""))
    more = counted(cards, rows)
    refs = dict.fromkeys((*state.counts, *more.counts))
    counts = {
        ref: min(state.counts.get(ref, 0) + more.counts.get(ref, 0), engine.MOST_COPIES) for ref in refs
    }
    other = "\n".join(part for part in (state.other, more.other) if part)
    return replace(state, counts=counts, other=other, unread=unread)


def cards_of(
    draft: Draft, state: Counted, rows: Sequence[ChecklistCard]
) -> tuple[Cards, tuple[tuple[int, str], ...]]:
    """The counted cards, and lines among the other cards that name none.

    Refused: what `read_text` refuses.
    """
    ticked = [
        PoolCard(state.counts[row.ref], row.name, row.code, row.number)
        for row in rows
        if state.counts.get(row.ref)
    ]
    other, unread = queries.read_cards(draft, state.other)
    return engine.together((*ticked, *other)), unread


def checklist(draft: Draft, language: str = "en") -> tuple[ChecklistCard, ...]:
    """The cards of the draft's packs."""
    return checklist_of(queries.boosters(draft), language=language)


def count_rows(rows: Sequence[ChecklistCard], state: Counted) -> list[dict[str, Any]]:
    """Each card with its count, for the page."""
    return [{"card": row, "n": state.counts.get(row.ref, 0)} for row in rows]
