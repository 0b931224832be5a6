"""A pool as it is being counted: how many of each card of a checklist, other cards as text, one change by a button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from cards.queries.checklist import ChecklistCard, checklist_of
from decks.engine import pools as engine
from decks.engine.pools import Cards, PoolCard
from decks.models import Draft
from decks.queries.pools import pools as queries

COUNT = "n:"
LONGEST_TEXT = 20_000


def number(given: object, most: int = engine.MOST_COPIES) -> int:
    """A count somebody typed: 0 for what is none, never more than `most`."""
    text = str(given or "").strip()
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 6 else 0


@dataclass(frozen=True, slots=True)
class Counted:
    """What the page shows: `counts` by `ChecklistCard.ref`, `other` cards as text, `unread` lines that name none."""

    counts: Mapping[str, int] = field(default_factory=dict)
    other: str = ""
    unread: tuple[tuple[int, str], ...] = ()


def counted(cards: Cards, rows: Sequence[ChecklistCard]) -> Counted:
    """A registered pool on the checklist; what is not on it stays as text."""
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
    """What was sent: a number for each card, and the other cards."""
    counts = {row.ref: number(data.get(COUNT + row.ref)) for row in rows}
    other = data.get("other", "")[:LONGEST_TEXT].replace("\0", "")
    return Counted({ref: count for ref, count in counts.items() if count}, other)


def stepped(known: Counted, do: str) -> Counted:
    """One more or one less of a card: "more:sm1:9"."""
    kind, _colon, ref = do.partition(":")
    change = {"more": 1, "less": -1}.get(kind, 0)
    now = min(max(known.counts.get(ref, 0) + change, 0), engine.MOST_COPIES)
    return replace(known, counts={**known.counts, ref: now})


def merged(draft: Draft, known: Counted, text: str, rows: Sequence[ChecklistCard]) -> Counted:
    """A pasted list added to what is counted; what names no card is told and stays in the text.

    Refused: what `read_text` refuses.
    """
    found, unread = queries.read_cards(draft, text[:LONGEST_TEXT].replace("\0", ""))
    more = counted(found, rows)
    refs = dict.fromkeys((*known.counts, *more.counts))
    counts = {
        ref: min(known.counts.get(ref, 0) + more.counts.get(ref, 0), engine.MOST_COPIES) for ref in refs
    }
    return Counted(counts, "\n".join(part for part in (known.other, more.other) if part), unread)


def cards_of(
    draft: Draft, known: Counted, rows: Sequence[ChecklistCard]
) -> tuple[Cards, tuple[tuple[int, str], ...]]:
    """The cards that are counted, and lines among the other cards that name none.

    Refused: what `read_text` refuses.
    """
    ticked = [
        PoolCard(known.counts[row.ref], row.name, row.code, row.number)
        for row in rows
        if known.counts.get(row.ref)
    ]
    other, unread = queries.read_cards(draft, known.other)
    return engine.together((*ticked, *other)), unread


def checklist(draft: Draft, language: str = "en") -> tuple[ChecklistCard, ...]:
    """The cards of the draft's packs."""
    return checklist_of(queries.boosters(draft), language=language)


def shown(rows: Sequence[ChecklistCard], known: Counted) -> list[dict[str, Any]]:
    """Each card with its count, for the page."""
    return [{"card": row, "n": known.counts.get(row.ref, 0)} for row in rows]
